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

# One profile at a time: a build or a second recording beside it would distort what is measured. The owner
# is remembered by its process and start time, which survive the exec, instead of by an open file, which
# every child of the profiled program would inherit.
start_time() {
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
  set -- ${stat##*)}
  echo "${20}"
}
take_turn() (
  flock 9 || exit 0
  if read -r pid started 2>/dev/null <"$state/owner" &&
     [ "$started" ] && [ "$started" = "$(start_time "$pid")" ]; then
    exit 1
  fi
  echo "$$ $(start_time $$)" >"$state/owner"
) 9>"$state/turn.lock"
if command -v flock >/dev/null 2>&1 && [ -r /proc/self/stat ] && [ -w "$state" ]; then
  told=
  until take_turn; do
    [ "$told" ] || echo "cxprof: waiting for another profile of this build to end" >&2
    told=yes
    sleep 0.1
  done
fi

CXPROF_MAKE=$make "$cmake" -P "$script" || exit
. "${script%.cmake}.sh"
