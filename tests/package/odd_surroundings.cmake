# Profiled tests pass and fail as their programs do, whatever is around them. With the real runner.
include("${CMAKE_CURRENT_LIST_DIR}/tools.cmake")
skip_unless_recordable()
write_consumer("${WORK_DIR}/source" [==[
include(CTest)
find_package(CxProf 0.1 REQUIRED)
profile_project_tests()
add_executable(prog main.cpp)
add_test(NAME own77 COMMAND prog 77)
add_test(NAME own5 COMMAND prog 5)
set_tests_properties(own5 PROPERTIES SKIP_RETURN_CODE 5)
add_test(NAME odd COMMAND prog 0)
set_tests_properties(odd PROPERTIES ENVIRONMENT "A-B=3;OPTIND=x")
profile_test(NAME nowhere TRACK burn ENVIRONMENT PATH=/nonexistent COMMAND prog 0)
profile_test(NAME misspelt TRACK brun COMMAND prog 0)
set_property(TEST nowhere APPEND PROPERTY LABELS mine)
]==])
file(WRITE "${WORK_DIR}/source/main.cpp" [==[
#include <cstdio>
#include <cstdlib>
#include <ctime>
__attribute__((noinline)) void burn() {
  volatile long sum = 0;
  while (std::clock() < CLOCKS_PER_SEC / 10) sum = sum + 1;
}
int main(int, char** arguments) {
  burn();
  std::printf("A-B=%s\n", std::getenv("A-B") ? std::getenv("A-B") : "none");
  return std::atoi(arguments[1]);
}
]==])
set(b "${WORK_DIR}/build")
configure_consumer("${WORK_DIR}/source" "${b}" "-DCMAKE_PREFIX_PATH=${PREFIX}")
expect_success()
build("${b}" all)
expect_success()
macro(ctest)
  execute_process(COMMAND "${CMAKE_CTEST_COMMAND}" ${ARGN} WORKING_DIRECTORY "${b}"
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  string(REGEX REPLACE "\\.\\.+" "" output "${output}")
endmacro()

ctest(-L profile --output-on-failure)
expect_output("profile.own77 ***Failed")
expect_output("exit status 77 is a failure")
expect_output("profile.own5 ***Skipped")
foreach(name IN ITEMS profile.odd nowhere cxprof.merge)
  expect_output("${name} Passed")
endforeach()
expect_output("misspelt ***Failed")
expect_output("there is no function brun to track; the nearest")
file(GLOB outputs "${b}/profile/session/latest/*/stdout.txt")
set(printed "")
foreach(file IN LISTS outputs)
  file(READ "${file}" text)
  string(APPEND printed "${text}")
endforeach()
string(REGEX MATCHALL "A-B=3" set_once "${printed}")
list(LENGTH set_once count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${printed}")
endif()

# The folder of the profiles cannot be used: the profile is kept elsewhere, and the test passes.
file(RENAME "${b}/profile" "${b}/profile.kept")
file(WRITE "${b}/profile" "")
file(MAKE_DIRECTORY "${WORK_DIR}/tmp")
set(ENV{TMPDIR} "${WORK_DIR}/tmp")
ctest(-R nowhere -V)
expect_output("nowhere Passed")
expect_output("this profile is kept in ${WORK_DIR}/tmp/cxprof-")
file(REMOVE "${b}/profile")

# Several CTests at once find the list of tests out of date.
file(WRITE "${WORK_DIR}/at_once.sh" [==[
cd "$1" && rm -f _cxprof/twins*.stamp
for i in 1 2 3 4; do "$2" -N -R profile.odd >at_once.$i 2>&1 & done
wait
cat at_once.*
]==])
execute_process(COMMAND sh "${WORK_DIR}/at_once.sh" "${b}" "${CMAKE_CTEST_COMMAND}" OUTPUT_VARIABLE output
                ERROR_VARIABLE output)
string(REGEX MATCHALL "#[0-9]+: profile.odd" found "${output}")
list(LENGTH found count)
if(NOT count EQUAL 4)
  message(FATAL_ERROR "${output}")
endif()

# No perf: skipped, also what adds up, or failed where a profile is required.
set(ENV{CXPROF_PERF} /nonexistent/perf)
ctest(-R "nowhere|misspelt" --output-on-failure)
expect_success()
foreach(name IN ITEMS nowhere misspelt cxprof.merge)
  expect_output("${name} ***Skipped")
endforeach()
set(ENV{CXPROF_REQUIRE_PERF} 1)
ctest(-R nowhere --output-on-failure)
expect_failure()
expect_output("nowhere ***Failed")
unset(ENV{CXPROF_REQUIRE_PERF})
unset(ENV{CXPROF_PERF})

# Without the state folder the project's own tests still run.
file(REMOVE_RECURSE "${b}/_cxprof")
ctest(-R "^odd$")
expect_success()
ctest(-R nowhere --output-on-failure)
expect_failure()
expect_output("was removed: configure the project again")

# Disabled, and still configurable.
configure_consumer("${WORK_DIR}/source" "${WORK_DIR}/off" "-DCMAKE_PREFIX_PATH=${PREFIX}" -DCXPROF_ENABLED=OFF)
expect_success()
