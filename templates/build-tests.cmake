# Builds the copies of everything that profiled tests run (build-tests.sh).
#   cmake -DCXPROF_STATE_DIR=<dir> -P build-tests.cmake
cmake_policy(VERSION 3.22...3.31)
include("${CXPROF_STATE_DIR}/driver.cmake")
include("${CXPROF_STATE_DIR}/test-targets.cmake")
if(EXISTS "${CXPROF_STATE_DIR}/twin-targets.cmake")  # made when CTest started
  include("${CXPROF_STATE_DIR}/twin-targets.cmake")
  # What is only part of other builds has its twins skipped (test-command.cmake).
  cxprof_known_targets(known ${cxprof_twin_targets})
  list(APPEND cxprof_test_targets ${known})
  list(REMOVE_DUPLICATES cxprof_test_targets)
endif()
if(cxprof_test_targets)
  cxprof_build_profile_tree(${cxprof_test_targets})
endif()
