#[=======================================================================[.rst:
profile_project_tests
---------------------

A profiled twin for every test of the project, without naming each.

.. code-block:: cmake

  profile_project_tests([MATCH <regex>] [EXCLUDE <regex>])

Every CTest test that runs an executable of this project, itself or behind a launcher, gets a twin
``profile.<test>``, which does what ``profile_test`` would for the same command, working directory,
environment and limits; also tests that ``gtest_discover_tests`` and its like find after the build. The twins
have the label ``profile``: ``cmake --build . --target profile-tests`` and ``ctest -L profile`` run them,
``ctest -LE profile`` leaves them out. Disabled tests, those that set up or clean up fixtures, and those that are judged
by what they print (``PASS_REGULAR_EXPRESSION``, ``TIMEOUT_AFTER_MATCH``) have none.

``MATCH``, ``EXCLUDE``
  Only tests whose name matches, or does not match, the regular expression.

CTest asks for the list of tests when it starts, and again only when a test file or an executable has
changed. Called once, after ``enable_testing`` or ``include(CTest)`` of the top-level directory, in any directory;
the twins are known where CTest is started for the whole build tree.

Variables read: those of ``profile_test``.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

function(profile_project_tests)
  set(keyword "")
  set(index 0)
  while(index LESS ARGC)
    set(word "${ARGV${index}}")
    math(EXPR index "${index} + 1")
    if(NOT "${keyword}" STREQUAL "")
      set(arg_${keyword} "${word}")
      _cxprof_check_regex("${keyword}" "${word}")
      set(keyword "")
    elseif(NOT "${word}" MATCHES "^(MATCH|EXCLUDE)$")
      _cxprof_fail(profile_project_tests "" "unknown argument \"${word}\" (there are MATCH and EXCLUDE).")
    elseif(DEFINED arg_${word})
      _cxprof_fail(profile_project_tests "" "${word} is given twice.")
    else()
      set(keyword "${word}")
      set(arg_${word} "")
    endif()
  endwhile()
  if(NOT "${keyword}" STREQUAL "")
    _cxprof_fail(profile_project_tests "" "${keyword} has no value.")
  endif()
  if(DEFINED CXPROF_ENABLED AND NOT CXPROF_ENABLED)
    return()
  endif()
  if(CXPROF_NESTED)
    set_property(GLOBAL PROPERTY _CXPROF_NESTED_ALL TRUE)
    _cxprof_enter_nested_project("")
    return()
  endif()
  get_property(called GLOBAL PROPERTY _CXPROF_HAS_TWINS)
  if(called)
    _cxprof_fail(profile_project_tests "" "it was called before and covers the whole project: one call is enough.")
  endif()
  set_property(GLOBAL PROPERTY _CXPROF_HAS_TWINS TRUE)
  _cxprof_why_unavailable(reason ignored)
  if(reason)
    message(STATUS "CxProf: the project's tests have no profiled twins: ${reason}")
    return()
  endif()
  foreach(keyword IN ITEMS FREQUENCY EVENT CALL_GRAPH STACK_SIZE TIMEOUT TOP REPEAT_WITHIN)
    unset(arg_${keyword})  # The caller's own variables would show through.
  endforeach()
  _cxprof_test_settings(profile_project_tests "")
  _cxprof_test_command(start)
  set(default_timeout 1500)
  if("${DART_TESTING_TIMEOUT}" MATCHES "^[1-9][0-9]*$")
    set(default_timeout "${DART_TESTING_TIMEOUT}")
  endif()
  _cxprof_schedule_fixture("${output_dir}")
  _cxprof_quote(match_code "${arg_MATCH}")
  _cxprof_quote(exclude_code "${arg_EXCLUDE}")
  set_property(GLOBAL PROPERTY _CXPROF_TWIN_SETTINGS
    "set(match ${match_code})\nset(exclude ${exclude_code})\nset(default_timeout ${default_timeout})\n")
  set_property(GLOBAL PROPERTY _CXPROF_TWIN_WORDS "[=[--]=] ${start} [=[--]=] ${settings}")
endfunction()

function(_cxprof_check_regex keyword regex)
  if("${regex}" STREQUAL "")
    _cxprof_fail(profile_project_tests "" "${keyword} has no value.")
  endif()
  string(REGEX MATCH "${regex}" ignored "")  # A bad one is an error here and not when CTest starts.
endfunction()

# Has CTest include the twins, once all directories and targets are known (_cxprof_describe_profile_tree).
function(_cxprof_describe_twins state_dir)
  get_property(settings GLOBAL PROPERTY _CXPROF_TWIN_SETTINGS)
  if(NOT settings)
    return()
  endif()
  get_directory_property(enabled DIRECTORY "${CMAKE_SOURCE_DIR}" DEFINITION CMAKE_TESTING_ENABLED)
  if(NOT enabled)
    message(STATUS "CxProf: the project's tests have no profiled twins, because testing is not enabled in its "
                   "top-level directory (enable_testing or include(CTest))")
  endif()
  get_property(words GLOBAL PROPERTY _CXPROF_TWIN_WORDS)
  _cxprof_runner_path(runner)
  _cxprof_targets(targets)
  set(table "")
  set(binaries "")
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      string(APPEND table "executable\t${target}\t$<TARGET_FILE:${target}>\n")
      string(APPEND binaries " [================[$<TARGET_FILE:${target}>]================]")
    elseif(type MATCHES "^(SHARED|MODULE)_LIBRARY$")
      string(APPEND table "library\t${target}\t$<TARGET_FILE:${target}>\n")
    endif()
  endforeach()
  _cxprof_test_files(test_files)
  _cxprof_quote_list(test_files_code "${test_files}")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(suffix "")
  if(multi_config)
    set(suffix ".$<CONFIG>")
  endif()
  _cxprof_quote(runner_code "${runner}")
  _cxprof_quote(state_code "${state_dir}")
  _cxprof_quote(ctest_code "${CMAKE_CTEST_COMMAND}")
  _cxprof_quote(place_code "${CMAKE_BINARY_DIR}")
  file(GENERATE OUTPUT "${state_dir}/project-files${suffix}.txt" CONTENT "${table}")
  file(GENERATE OUTPUT "${state_dir}/project-tests${suffix}.cmake" CONTENT
"# Written by CxProf: how the twins of the project's tests are made (templates/project-tests.cmake).
${settings}set(state_dir ${state_code})
set(runner ${runner_code})
set(files [================[${state_dir}/project-files${suffix}.txt]================])
set(place ${place_code})
set(ctest ${ctest_code})
set(binaries${binaries})
set(test_files${test_files_code})
macro(cxprof_list_twins)
  execute_process(COMMAND \${ARGN} ${words} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
endmacro()
")
  _cxprof_quote(template_code "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates/project-tests.cmake")
  set(config_code "")
  if(multi_config)
    set(config_code ".\${CTEST_CONFIGURATION_TYPE}")
  endif()
  # Not in the state folder: without this file CTest would run nothing at all.
  set(include_file "${CMAKE_BINARY_DIR}/CMakeFiles/cxprof-project-tests.cmake")
  file(CONFIGURE OUTPUT "${include_file}" @ONLY CONTENT
"# Written by CxProf: read by CTest.
set(cxprof_settings [=[@state_dir@/project-tests]=])
string(APPEND cxprof_settings \"@config_code@.cmake\")
include(@template_code@ OPTIONAL)
")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY
               TEST_INCLUDE_FILES "${include_file}")
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cxprof_build_before_profile_tests)
endfunction()

# The twins are those of the tests of the normal build, so that is built first. After the fixture, which
# defines profile-tests.
function(_cxprof_build_before_profile_tests)
  _cxprof_targets(targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
    if(type STREQUAL "EXECUTABLE" AND NOT excluded)
      add_dependencies(profile-tests ${target})
    endif()
  endforeach()
endfunction()

# Sets <variable> to the test files of all directories, as CMake will write them.
function(_cxprof_test_files variable)
  set(files "")
  string(REPLACE ";" "\\;" pending "${CMAKE_SOURCE_DIR}")
  while(NOT "${pending}" STREQUAL "")
    list(POP_FRONT pending directory)
    if(directory MATCHES ";")
      continue()
    endif()
    get_property(binary_dir DIRECTORY "${directory}" PROPERTY BINARY_DIR)
    list(APPEND files "${binary_dir}/CTestTestfile.cmake")
    get_property(children DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    list(APPEND pending ${children})
  endwhile()
  set(${variable} "${files}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
