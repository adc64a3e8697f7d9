#!/bin/sh
# What a profiled CTest test runs: become the runner.
#
#   sh profile-test.sh CMAKE STATE_DIR RUNNER [VARIABLE=VALUE...] -- OPTION... -- PROGRAM [ARGUMENT...]
#
# The variables are the program's environment, the options are the runner's. @CXPROF_TARGET_FILE:<target>@ in
# them and in the arguments stands for a file of the profile tree (test-command.cmake).
cmake=$1
state=$2
shift 2
. "${0%/*}/turn.sh"

# The program's PATH may be one that leads to no perf.
if [ ! "$CXPROF_PERF" ] && CXPROF_PERF=$(command -v perf); then export CXPROF_PERF; fi

cxprof_wait_for_turn "$state"
# Built by the fixture of the same ctest, which is our parent? Else (ctest -FS, or a directory of tests
# without the fixture) it is done now.
built=
[ -e "$state/built/$PPID-$(cxprof_start_time "$PPID")" ] && built=yes
command_file=$state/test-command.$$
CXPROF_BUILT=$built CXPROF_COMMAND_FILE=$command_file \
  "$cmake" "-DCXPROF_STATE_DIR=$state" -P "${0%/*}/test-command.cmake" -- "$@" || exit
command=$(cat "$command_file")
rm -f "$command_file"
eval "$command"
