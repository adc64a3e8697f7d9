#!/bin/sh
# What the target profile-tests runs: every profiled test, and then the profile of all together.
#
#   sh profile-tests.sh RUNNER OUTPUT_DIR CTEST [ARGUMENT...]
runner=$1
output_dir=$2
shift 2

"$@" -L '^profile$' --output-on-failure
status=$?
[ -e "$output_dir/session/latest/profile.json" ] && "$runner" report "$output_dir/session/latest"
exit $status
