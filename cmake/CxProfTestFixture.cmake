# Private: what surrounds profiled tests.
#
#   cxprof.build   builds the copies before the first of them   (fixture `cxprof`)
#   cxprof.merge   adds their profiles up after the last one
#   profile-tests  a target that runs them all
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_schedule_fixture(<output directory>)
#   has the fixture defined in the outermost directory around this one where testing is enabled, so that it is
#   known wherever ctest is started.
function(_cxprof_schedule_fixture output_dir)
  set_property(GLOBAL PROPERTY _CXPROF_NEEDS_TREE TRUE)
  set_property(GLOBAL PROPERTY _CXPROF_HAS_TESTS TRUE)
  _cxprof_schedule_profile_tree()
  set(place "${CMAKE_CURRENT_SOURCE_DIR}")
  set(directory "${CMAKE_CURRENT_SOURCE_DIR}")
  while(NOT "${directory}" STREQUAL "")
    get_directory_property(enabled DIRECTORY "${directory}" DEFINITION CMAKE_TESTING_ENABLED)
    if(enabled)
      set(place "${directory}")
    endif()
    get_property(directory DIRECTORY "${directory}" PROPERTY PARENT_DIRECTORY)
  endwhile()
  get_property(scheduled GLOBAL PROPERTY "_CXPROF_FIXTURE_IN ${place}")
  if(NOT scheduled)
    set_property(GLOBAL PROPERTY "_CXPROF_FIXTURE_IN ${place}" TRUE)
    _cxprof_quote(output_dir_code "${output_dir}")
    cmake_language(EVAL CODE
      "cmake_language(DEFER DIRECTORY [=[${place}]=] CALL _cxprof_add_fixture ${output_dir_code})")
  endif()
endfunction()

function(_cxprof_add_fixture output_dir)
  if(NOT CMAKE_TESTING_ENABLED)
    message(STATUS "CxProf: there are profiled tests in ${CMAKE_CURRENT_SOURCE_DIR}, but testing is not enabled there "
                   "(enable_testing or include(CTest))")
  endif()
  set(templates "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates")
  set(state_dir "${CMAKE_BINARY_DIR}/_cxprof")
  _cxprof_runner_path(runner)
  add_test(NAME cxprof.build COMMAND sh "${templates}/build-tests.sh" "${CMAKE_COMMAND}" "${state_dir}")
  set_tests_properties(cxprof.build PROPERTIES
    LABELS profile RUN_SERIAL ON FIXTURES_SETUP cxprof TIMEOUT 36000)
  add_test(NAME cxprof.merge COMMAND sh "${templates}/merge-session.sh" "${state_dir}" "${runner}" "${output_dir}")
  set_tests_properties(cxprof.merge PROPERTIES
    LABELS profile RUN_SERIAL ON FIXTURES_CLEANUP cxprof TIMEOUT 600 SKIP_RETURN_CODE 77)

  _cxprof_runner_targets(needed)
  if(needed)
    # The runner of an embedded CxProf is a tool of the tests, as a test framework would be: part of `all`.
    foreach(target IN ITEMS cxprof cxprof-launcher)
      if(TARGET ${target})
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL OFF)
      endif()
    endforeach()
  endif()
  if(TARGET profile-tests)
    return()
  endif()
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(config "")
  if(multi_config)
    set(config -C $<CONFIG>)
  endif()
  add_custom_target(profile-tests
    COMMAND sh "${templates}/profile-tests.sh" "${runner}" "${output_dir}" "${CMAKE_CTEST_COMMAND}" ${config}
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    COMMENT "Profiling the tests; the reports are kept in ${output_dir}/session"
    USES_TERMINAL VERBATIM)
  set_target_properties(profile-tests PROPERTIES FOLDER CxProf)
  if(needed)
    add_dependencies(profile-tests ${needed})
  endif()
endfunction()

# Writes down what the tests run, when all are known.
function(_cxprof_describe_tests state_dir)
  get_property(has_tests GLOBAL PROPERTY _CXPROF_HAS_TESTS)
  if(NOT has_tests)
    return()
  endif()
  get_property(targets GLOBAL PROPERTY _CXPROF_TEST_TARGETS)
  list(REMOVE_DUPLICATES targets)
  _cxprof_quote_list(code "${targets}")
  file(CONFIGURE OUTPUT "${state_dir}/test-targets.cmake"
       CONTENT "# Written by CxProf: the targets whose copies profiled tests run.\nset(cxprof_test_targets${code})\n" @ONLY)
endfunction()

cmake_policy(POP)
