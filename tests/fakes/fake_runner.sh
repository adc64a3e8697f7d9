#!/bin/sh
# Stands in for cxprof: shows what it was called with and ends as told.
#   FAKE_RUNNER_STATUS  exit status (0)
#   FAKE_RUNNER_SLEEP   seconds between "begin" and "end" (0)
#   FAKE_RUNNER_PROGRAM run the program after `--` and end with its status, when set
#   FAKE_RUNNER_SHOW    names of environment variables to show
echo "fake runner: begin $$"
echo "fake runner: directory=[$(pwd)]"
for name in $FAKE_RUNNER_SHOW; do
  eval "echo \"fake runner: $name=[\$$name]\""
done
for argument; do
  printf 'fake runner: argument=[%s]\n' "$argument"
done
[ -t 1 ] && echo "fake runner: on a terminal"
sleep "${FAKE_RUNNER_SLEEP:-0}"
echo "fake runner: end $$"
if [ "$FAKE_RUNNER_PROGRAM" ]; then
  while [ "$1" != -- ]; do shift; done
  shift
  exec "$@"
fi
exit "${FAKE_RUNNER_STATUS:-0}"
