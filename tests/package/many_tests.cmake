# Twenty profiled tests under ctest -j8, with a build and two profiles beside them: nothing is lost, and nothing
# is profiled while something else is. With the real runner and the real perf.
include("${CMAKE_CURRENT_LIST_DIR}/tools.cmake")
skip_unless_recordable()
write_consumer("${WORK_DIR}/source" [==[
find_package(CxProf 0.1 REQUIRED)
enable_testing()
add_library(work SHARED work.cpp)
foreach(i RANGE 1 20)
  add_executable(tool${i} main.cpp)
  target_link_libraries(tool${i} PRIVATE work)
  profile_test(NAME test${i} TRACK work ENVIRONMENT "LOCK=${CMAKE_BINARY_DIR}/lock" COMMAND tool${i} ${i})
endforeach()
profile_target(tool1 ENVIRONMENT "LOCK=${CMAKE_BINARY_DIR}/lock")
profile_target(tool2 ENVIRONMENT "LOCK=${CMAKE_BINARY_DIR}/lock")
]==])
# Fails when another one runs at the same time.
file(WRITE "${WORK_DIR}/source/main.cpp" [==[
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <ctime>
int work(int);
int main(int argc, char**) {
  const char* lock = std::getenv("LOCK");
  if (mkdir(lock, 0700) != 0) return 9;
  int sum = 0;
  while (std::clock() < CLOCKS_PER_SEC / 10) sum += work(argc * 100000);
  rmdir(lock);
  return sum == 1;
}
]==])
file(WRITE "${WORK_DIR}/source/work.cpp" "int work(int n) {\n  volatile int sum = 0;\n  for (int i = 0; i < n; ++i) sum = sum + (i & 1);\n  return sum > 0 ? 0 : 2;\n}\n")
configure_consumer("${WORK_DIR}/source" "${WORK_DIR}/build" "-DCMAKE_PREFIX_PATH=${PREFIX}")
expect_success()

file(WRITE "${WORK_DIR}/beside.sh" [==[
"$CMAKE" --build "$BUILD" --target profile-tool1 >"$BUILD/beside1.txt" 2>&1 & one=$!
"$CMAKE" --build "$BUILD" >"$BUILD/build.txt" 2>&1 & build=$!
"$CTEST" --test-dir "$BUILD" -j8 -L profile --output-on-failure || { status=$?; wait; exit $status; }
wait $one && wait $build || exit 1
"$CMAKE" --build "$BUILD" --target profile-tool2 >"$BUILD/beside2.txt" 2>&1 & two=$!
"$CTEST" --test-dir "$BUILD" -j8 -L profile --output-on-failure || { status=$?; wait; exit $status; }
wait $two
]==])
set(ENV{CMAKE} "${CMAKE_COMMAND}")
set(ENV{CTEST} "${CMAKE_CTEST_COMMAND}")
set(ENV{BUILD} "${WORK_DIR}/build")
execute_process(COMMAND sh "${WORK_DIR}/beside.sh" OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
expect_success()
string(REGEX MATCHALL "100% tests passed, 0 tests failed out of 22" passed "${output}")
list(LENGTH passed count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "not two whole runs:\n${output}")
endif()

# Each of the two sessions holds the twenty, and their sum is the sum.
file(GLOB sessions "${WORK_DIR}/build/profile/session/2*")
list(LENGTH sessions count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "not two sessions: ${sessions}")
endif()
foreach(session IN LISTS sessions)
  file(GLOB runs "${session}/[0-9]*/profile.json")
  list(LENGTH runs count)
  if(NOT count EQUAL 20)
    message(FATAL_ERROR "${count} runs in ${session}")
  endif()
  set(sum 0)
  foreach(run IN LISTS runs)
    file(READ "${run}" json)
    string(JSON samples GET "${json}" summary profiled_samples)
    math(EXPR sum "${sum} + ${samples}")
  endforeach()
  file(READ "${session}/profile.json" json)
  string(JSON samples GET "${json}" summary profiled_samples)
  string(JSON executables GET "${json}" summary executables)
  if(NOT samples EQUAL sum OR NOT executables EQUAL 20 OR samples LESS 1000)
    message(FATAL_ERROR "${samples} samples of ${executables} executables, but the runs have ${sum}")
  endif()
endforeach()
foreach(name IN ITEMS tool1 tool2)
  if(NOT EXISTS "${WORK_DIR}/build/profile/${name}/latest/profile.json")
    message(FATAL_ERROR "profile-${name} was lost")
  endif()
endforeach()
