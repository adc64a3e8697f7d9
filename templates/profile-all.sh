#!/bin/sh
# What the target profile-all runs: every profile, one after the other, and what they add up to.
#
#   sh profile-all.sh CMAKE STATE_DIR CONFIG RUNNER OUTPUT_DIR [MAKE]
#
# One that fails does not keep the others from being profiled; it makes this fail in the end. All of them are
# one session: the runner knows it by the process that starts it, which is this shell.
cmake=$1
state=$2
config=$3
runner=$4
output_dir=$5
make=$6

status=0
failed=
while read -r name <&3; do
  echo "cxprof: profile-$name"
  CXPROF_IN_SESSION=1 sh "${0%/*}/profile.sh" "$cmake" "$state" "$state/profile/$name$config.cmake" "$make" 3<&-
  result=$?
  [ $result -eq 130 ] && exit 130  # Ctrl-C
  [ $result -eq 0 ] && continue
  failed="$failed profile-$name ($result)"
  [ $status -ne 0 ] || status=$result
done 3<"$state/profiles.txt"
"$runner" merge --session --output-dir "$output_dir"
[ -z "$failed" ] || echo "cxprof: failed:$failed" >&2
exit $status
