# Configures, builds, tests and profiles this project and sends the results to its CDash server:
#   ctest -S dashboard.cmake [-D<variable>=<value>...]
# MODEL              Experimental (default), Nightly or Continuous
# BUILD_DIRECTORY    where to build (build-dashboard next to this script)
# CONFIGURE_OPTIONS  list of options for CMake, e.g. -DCMAKE_PREFIX_PATH=/where/cxprof/is
# CTEST_SUBMIT_URL   the server's submit.php?project=NAME (CTestConfig.cmake)
# CTEST_SITE, CTEST_BUILD_NAME   this machine and this kind of build (its name, system and processor)
# CTEST_CMAKE_GENERATOR   how to build (CMAKE_GENERATOR in the environment, else Ninja or make)
# CXPROF_REQUIRE_PERF=1 in the environment makes tests that cannot be profiled here fail, not skip.
# Whatever fails, what there is by then is sent; the script's status says that something failed.
cmake_minimum_required(VERSION 3.22)

if(NOT DEFINED MODEL)
  set(MODEL Experimental)
endif()
if(NOT DEFINED BUILD_DIRECTORY)
  set(BUILD_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}/build-dashboard")
endif()
set(CTEST_SOURCE_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
get_filename_component(CTEST_BINARY_DIRECTORY "${BUILD_DIRECTORY}" ABSOLUTE)
if(NOT DEFINED CTEST_CMAKE_GENERATOR)
  set(CTEST_CMAKE_GENERATOR "$ENV{CMAKE_GENERATOR}")
  find_program(NINJA ninja)
  if(NOT CTEST_CMAKE_GENERATOR AND NINJA)
    set(CTEST_CMAKE_GENERATOR Ninja)
  elseif(NOT CTEST_CMAKE_GENERATOR)
    set(CTEST_CMAKE_GENERATOR "Unix Makefiles")
  endif()
endif()
if(NOT DEFINED CTEST_SITE)
  cmake_host_system_information(RESULT CTEST_SITE QUERY HOSTNAME)
endif()
if(NOT DEFINED CTEST_BUILD_NAME)
  cmake_host_system_information(RESULT processor QUERY OS_PLATFORM)
  set(CTEST_BUILD_NAME "${CMAKE_HOST_SYSTEM_NAME}-${processor}")
endif()
# More of a passing test's output than CTest's 1 KiB, so that its report stands there whole.
set(CTEST_CUSTOM_MAXIMUM_PASSED_TEST_OUTPUT_SIZE 65536)

ctest_start(${MODEL})
ctest_configure(OPTIONS "${CONFIGURE_OPTIONS}" RETURN_VALUE configure_failed)
set(build_failed 0)
set(tests_failed 0)
if(NOT configure_failed)
  ctest_build(RETURN_VALUE build_failed)
  # Unbuilt programs are failed tests, which belong on the dashboard too.
  ctest_test(RETURN_VALUE tests_failed)
endif()
ctest_submit(RETURN_VALUE submit_failed)

foreach(step IN ITEMS configure build tests submit)
  if(${step}_failed)
    message(SEND_ERROR "dashboard.cmake: ${step} failed")
  endif()
endforeach()
