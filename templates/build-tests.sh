#!/bin/sh
# What the test cxprof.build runs: builds the copies of everything that profiled tests run, in the profile
# tree only; the normal build tree may be in use by another build.
#
#   sh build-tests.sh CMAKE STATE_DIR [VALUE]
[ $# -le 2 ] || { echo "cxprof.build takes no arguments (ctest ... -- $3)" >&2; exit 1; }
cmake=$1
state=$2
. "${0%/*}/turn.sh"

cxprof_wait_for_turn "$state"
"$cmake" "-DCXPROF_STATE_DIR=$state" -P "${0%/*}/build-tests.cmake" || exit
# The tests of this ctest, which is our parent, need not build again.
mkdir -p "$state/built"
for key in "$state"/built/*-*; do
  pid=${key##*/}
  [ "${pid##*-}" = "$(cxprof_start_time "${pid%-*}")" ] || rm -f "$key"
done
: >"$state/built/$PPID-$(cxprof_start_time "$PPID")"
