# Private: the runner that profiles are taken with, and what it is told.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# Sets <reason> if profiles cannot be taken here, and <result> to what running one then gives. Nothing of
# this stops the configuring of a project.
function(_cxprof_why_unavailable reason result)
  set(${reason} "" PARENT_SCOPE)
  set(${result} false PARENT_SCOPE)
  if(DEFINED CXPROF_ENABLED AND NOT CXPROF_ENABLED)
    set(${reason} "disabled by CXPROF_ENABLED, nothing was profiled." PARENT_SCOPE)
    set(${result} true PARENT_SCOPE)
  elseif("${CMAKE_SOURCE_DIR}" STREQUAL "${CMAKE_BINARY_DIR}")
    set(${reason} "profiling needs a build folder outside the source folder: configure with cmake -S . -B build."
        PARENT_SCOPE)
  elseif(CXPROF_RUNNER)
    return()
  elseif(CMAKE_CROSSCOMPILING)
    set(${reason} "this project is cross-compiled: set CXPROF_RUNNER to a cxprof that can run its programs."
        PARENT_SCOPE)
  elseif(NOT TARGET CxProf::runner)
    string(CONCAT text "the runner cxprof is not installed beside this package (component CxProf_Runtime): "
                       "install it or set CXPROF_RUNNER.")
    set(${reason} "${text}" PARENT_SCOPE)
  endif()
endfunction()

# Sets <variable> to the path of the runner, as code for a generator expression.
function(_cxprof_runner_path variable)
  if(CXPROF_RUNNER)
    get_filename_component(runner "${CXPROF_RUNNER}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  else()
    set(runner "$<TARGET_FILE:CxProf::runner>")
  endif()
  set(${variable} "${runner}" PARENT_SCOPE)
endfunction()

# Sets <variable> to the targets of this build that make the runner; none where it is installed.
function(_cxprof_runner_targets variable)
  set(targets "")
  if(TARGET CxProf::runner AND NOT CXPROF_RUNNER)
    get_target_property(imported CxProf::runner IMPORTED)
    if(NOT imported)
      list(APPEND targets CxProf::runner)
    endif()
  endif()
  if(TARGET cxprof-launcher AND NOT CXPROF_RUNNER)
    list(APPEND targets cxprof-launcher)
  endif()
  set(${variable} "${targets}" PARENT_SCOPE)
endfunction()

# Sets <variable> to where the run directories are made.
function(_cxprof_output_directory variable)
  set(directory "${CMAKE_BINARY_DIR}/profile")
  if(CXPROF_OUTPUT_DIRECTORY)
    get_filename_component(directory "${CXPROF_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  endif()
  set(${variable} "${directory}" PARENT_SCOPE)
endfunction()

# Sets <variable> to where the program runs, by arg_WORKING_DIRECTORY of the call; may be a generator expression.
function(_cxprof_working_directory variable)
  set(working_dir "${CMAKE_CURRENT_BINARY_DIR}")
  if(DEFINED arg_WORKING_DIRECTORY)
    set(working_dir "${arg_WORKING_DIRECTORY}")
    if(NOT working_dir MATCHES "^\\$<")
      get_filename_component(working_dir "${working_dir}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
  endif()
  set(${variable} "${working_dir}" PARENT_SCOPE)
endfunction()

# Sets <variable> to the runner's options for the arg_… of a call and the variables, as code.
function(_cxprof_runner_options function target variable)
  if(NOT DEFINED arg_FREQUENCY AND CXPROF_DEFAULT_FREQUENCY)
    set(arg_FREQUENCY "${CXPROF_DEFAULT_FREQUENCY}")
    if(NOT arg_FREQUENCY MATCHES "^[1-9][0-9]*$")
      _cxprof_fail("${function}" "${target}" "CXPROF_DEFAULT_FREQUENCY must be a positive whole number, but is "
                   "\"${arg_FREQUENCY}\".")
    endif()
  endif()
  if(NOT "${CXPROF_KEEP_RUNS}" STREQUAL "")
    set(arg_KEEP_RUNS "${CXPROF_KEEP_RUNS}")
    if(NOT arg_KEEP_RUNS MATCHES "^[0-9]+$")
      _cxprof_fail("${function}" "${target}" "CXPROF_KEEP_RUNS must be a whole number, but is "
                   "\"${arg_KEEP_RUNS}\".")
    endif()
  endif()
  set(options "")
  foreach(keyword IN ITEMS FREQUENCY CALL_GRAPH STACK_SIZE EVENT TIMEOUT TOP KEEP_RUNS REPEAT_WITHIN)
    if(DEFINED arg_${keyword})
      string(TOLOWER "${keyword}" option)
      string(REPLACE "_" "-" option "${option}")
      _cxprof_quote(value_code "${arg_${keyword}}")
      string(APPEND options " [=[--${option}]=] ${value_code}")
    endif()
  endforeach()
  set(${variable} "${options}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
