#!/bin/sh
# What the target profile-<name> runs: build the copy, then become the runner.
#
#   sh profile.sh CMAKE STATE_DIR PROFILE_SCRIPT [MAKE]
#
# A shell and exec, not cmake -P alone: execute_process puts a pipe between the program and the terminal,
# and dies of a Ctrl-C that the runner handles. After the exec nobody stands between the runner and the
# build tool; its exit status is the target's.
cmake=$1
state=$2
script=$3
make=$4
. "${0%/*}/turn.sh"

cxprof_wait_for_turn "$state"
command_file=${script%.cmake}.sh
CXPROF_MAKE=$make CXPROF_COMMAND_FILE=$command_file "$cmake" -P "$script" || exit
. "$command_file"
