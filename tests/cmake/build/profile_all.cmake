# profile-all runs every profile, one after the other, also where the build tool would run several at once.
include("${CMAKE_CURRENT_LIST_DIR}/../tools.cmake")
write_project("${WORK_DIR}/source" "${plain_project}
profile_target(tool PROFILE_NAME second)
add_subdirectory(sub)
")
file(WRITE "${WORK_DIR}/source/sub/CMakeLists.txt" "profile_target(tool PROFILE_NAME third WORKING_DIRECTORY here)\n")
set(ENV{FAKE_RUNNER_SLEEP} 1)  # Longer than the next one needs to find that nothing is to be built.
configure("${WORK_DIR}/source" "${WORK_DIR}/build")
expect_success()
build("${WORK_DIR}/build" profile-all -j8)
expect_success()
string(REGEX MATCHALL "fake runner: (begin|end)" events "${output}")
set(one "fake runner: begin;fake runner: end")
if(NOT events STREQUAL "${one};${one};${one}")
  message(FATAL_ERROR "not one after the other: ${events}\n${output}")
endif()
foreach(name IN ITEMS tool second third)
  expect_output("argument=[${name}]")
endforeach()
expect_output("directory=[${WORK_DIR}/build/sub/here]")

# A failing one fails profile-all.
set(ENV{FAKE_RUNNER_STATUS} 3)
build("${WORK_DIR}/build" profile-all)
expect_failure()
