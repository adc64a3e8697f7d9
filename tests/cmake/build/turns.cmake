# A profile waits for one that still runs, but not for what one that has ended left behind.
include("${CMAKE_CURRENT_LIST_DIR}/../tools.cmake")
write_project("${WORK_DIR}/source" "${plain_project}")
configure("${WORK_DIR}/source" "${WORK_DIR}/build")
expect_success()
build("${WORK_DIR}/build" profile-tool)
expect_success()
set(owner "${WORK_DIR}/build/_cxprof/owner")
if(NOT EXISTS "${owner}")
  message("skipped: no flock(1) or no /proc here")
  return()
endif()
foreach(left_behind IN ITEMS "1 0" "999999999 5" "" "nonsense")
  file(WRITE "${owner}" "${left_behind}\n")
  build("${WORK_DIR}/build" profile-tool)
  expect_success()
  expect_no_output("waiting")
endforeach()

# A process that lives for two seconds.
file(WRITE "${WORK_DIR}/beside.sh" [==[
sleep 2 &
pid=$!
stat=$(cat /proc/$pid/stat)
set -- ${stat##*)}
echo "$pid ${20}" >"$OWNER"
"$CMAKE" --build "$BUILD" --target profile-tool || exit
kill -0 $pid 2>/dev/null && echo overlap
exit 0
]==])
set(ENV{OWNER} "${owner}")
set(ENV{CMAKE} "${CMAKE_COMMAND}")
set(ENV{BUILD} "${WORK_DIR}/build")
execute_process(COMMAND sh "${WORK_DIR}/beside.sh" OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
expect_success()
expect_output("waiting for another profile of this build to end")
expect_output("fake runner: end")
expect_no_output("overlap")
