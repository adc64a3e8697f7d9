# Builds the copies of everything that profiled tests run (build-tests.sh).
#   cmake -DCXPROF_STATE_DIR=<dir> -P build-tests.cmake
cmake_policy(VERSION 3.22...3.31)
include("${CXPROF_STATE_DIR}/driver.cmake")
include("${CXPROF_STATE_DIR}/test-targets.cmake")
if(cxprof_test_targets)
  cxprof_build_profile_tree(${cxprof_test_targets})
endif()
