# Sourced, with `state` set to STATE_DIR. One profile of a build tree at a time: a build or a second recording beside it would distort what
# is measured.
#
#   cxprof_wait_for_turn STATE_DIR   comes back when nobody else has the turn; it ends with this process
#   cxprof_start_time PID            when the process was started, in the kernel's ticks; nothing: there is none
#
# The owner is remembered by its process and start time, which survive an exec, instead of by an open file,
# which every child of the profiled program would inherit.
[ -e "$state/driver.cmake" ] || {
  echo "cxprof: $state was removed: configure the project again" >&2
  exit 1
}

cxprof_start_time() {
  read -r stat 2>/dev/null <"/proc/$1/stat" || return
  set -- ${stat##*)}
  echo "${20}"
}

cxprof_take_turn() (
  flock 9 || exit 0
  if read -r pid started 2>/dev/null <"$1/owner" &&
     [ "$started" ] && [ "$started" = "$(cxprof_start_time "$pid")" ]; then
    exit 1
  fi
  echo "$$ $(cxprof_start_time $$)" >"$1/owner"
) 9>"$1/turn.lock"

cxprof_wait_for_turn() {
  command -v flock >/dev/null 2>&1 && [ -r /proc/self/stat ] && [ -w "$1" ] || return 0
  told=
  until cxprof_take_turn "$1"; do
    [ "$told" ] || echo "cxprof: waiting for another profile of this build to end" >&2
    told=yes
    sleep 0.1
  done
}
