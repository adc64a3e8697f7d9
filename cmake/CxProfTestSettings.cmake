# Private: what profile_test and profile_project_tests tell every test.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_test_settings(<function> <name>)
#   sets `settings`, options of the runner as code, and `output_dir`. Reads the arg_… of the function.
macro(_cxprof_test_settings function name)
  _cxprof_output_directory(output_dir)
  unset(arg_TIMEOUT_GIVEN)
  if(DEFINED arg_TIMEOUT)
    set(arg_TIMEOUT_GIVEN "${arg_TIMEOUT}")
    unset(arg_TIMEOUT)  # Said by the caller, who has a default for it.
  endif()
  _cxprof_runner_options("${function}" "${name}" settings)
  if(DEFINED arg_TIMEOUT_GIVEN)
    set(arg_TIMEOUT "${arg_TIMEOUT_GIVEN}")
  endif()
  _cxprof_quote(output_dir_code "${output_dir}")
  set(settings " [=[--output-dir]=] ${output_dir_code}${settings}")
  if(CXPROF_REQUIRE_PERF)
    string(APPEND settings " [=[--require-recording]=]")
  endif()
  if(CXPROF_STRICT)
    string(APPEND settings " [=[--strict]=]")
  endif()
endmacro()

# _cxprof_test_timeout(<variable> <seconds of the program> <REPEAT_WITHIN or "">)
#   sets <variable> to CTest's limit: behind the runner's own, so that a program that is ended there still has
#   its profile. Ten minutes are for waiting for another profile to end, and for the analysis.
function(_cxprof_test_timeout variable seconds repeat_within)
  if("${repeat_within}" STREQUAL "")
    set(repeat_within 60)
  endif()
  string(REGEX REPLACE "\\..*" "" seconds "${seconds}")
  string(REGEX REPLACE "\\..*" "" repeat_within "${repeat_within}")
  math(EXPR timeout "${seconds} + ${repeat_within} + 602")
  set(${variable} "${timeout}" PARENT_SCOPE)
endfunction()

# _cxprof_test_command(<variable>)
#   sets <variable> to the words that every profiled test starts with, as code.
function(_cxprof_test_command variable)
  _cxprof_runner_path(runner)
  set(words sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates/profile-test.sh" "${CMAKE_COMMAND}"
            "${CMAKE_BINARY_DIR}/_cxprof" "${runner}")
  _cxprof_quote_list(code "${words}")
  set(${variable} "${code}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
