# What the package tests share: a project that finds the package, and the fake runner in its place.
include("${CMAKE_CURRENT_LIST_DIR}/../cmake/tools.cmake")

# write_consumer(<dir> <text>): as write_project, but <text> has to bring the functions.
function(write_consumer dir text)
  write_project("${dir}" "")
  file(WRITE "${dir}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.22)\nproject(Consumer LANGUAGES CXX)\n${text}")
endfunction()

# A copy of the prefix, whose runner is the fake one.
function(copy_prefix destination)
  file(MAKE_DIRECTORY "${destination}")
  file(COPY "${PREFIX}/" DESTINATION "${destination}")
  file(REMOVE "${destination}/bin/cxprof")
  file(COPY_FILE "${fake_runner}" "${destination}/bin/cxprof")
endfunction()

# Without CXPROF_RUNNER: the package's own is used.
macro(configure_consumer source binary)
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G "${GENERATOR}" ${ARGN}
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
endmacro()

# For the end of a project: a profiled test. expect_profiled_test(<binary>) runs it.
set(plain_test "enable_testing()
profile_test(NAME profile.tool TRACK work COMMAND tool)
")
function(expect_profiled_test binary)  # [<argument of ctest>...]
  execute_process(COMMAND "${CMAKE_CTEST_COMMAND}" -L profile -V ${ARGN} WORKING_DIRECTORY "${binary}"
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  expect_success()
  expect_output("argument=[--track]")
  expect_output("/tool]")
  expect_output("argument=[merge]")
  expect_output("100% tests passed, 0 tests failed out of 3")
endfunction()

# Ends the test, passed, where the installed runner cannot record.
macro(skip_unless_recordable)
  execute_process(COMMAND "${PREFIX}/bin/cxprof" doctor OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(result EQUAL 1)
    message("skipped: nothing can be recorded here\n${output}")
    return()
  endif()
endmacro()
