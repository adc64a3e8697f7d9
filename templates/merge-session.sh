#!/bin/sh
# What the test cxprof.merge runs after the last profiled test: what all of them add up to.
#
#   sh merge-session.sh STATE_DIR RUNNER OUTPUT_DIR
state=$1
runner=$2
output_dir=$3

rm -f "$state/built/$PPID-"*
exec "$runner" merge --session --output-dir "$output_dir" --ctest
