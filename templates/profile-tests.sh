#!/bin/sh
# What the target profile-tests runs: every profiled test, then the profile of all together, and last what failed.
#
#   sh profile-tests.sh RUNNER OUTPUT_DIR CTEST [ARGUMENT...]
runner=$1
output_dir=$2
shift 2

rm -f Testing/Temporary/LastTestsFailed.log
"$@" -L '^profile$' --output-on-failure
status=$?
[ -e "$output_dir/session/latest/profile.json" ] && "$runner" report "$output_dir/session/latest"
if [ $status -ne 0 ] && [ -s Testing/Temporary/LastTestsFailed.log ]; then
  echo "cxprof: failed tests, whose output stands above the report:" >&2
  sed 's/^[0-9]*:/  /' Testing/Temporary/LastTestsFailed.log >&2
fi
exit $status
