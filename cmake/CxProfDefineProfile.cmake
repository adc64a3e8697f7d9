# Private: the targets profile-<name> and profile-all.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_define_profile(<function> <target>)
#   defines profile-<name> for an executable target. Reads the arg_… that _cxprof_parse_arguments set in
#   the calling function.
function(_cxprof_define_profile function target)
  set(name "${target}")
  if(DEFINED arg_PROFILE_NAME)
    set(name "${arg_PROFILE_NAME}")
  endif()
  _cxprof_claim_name("${function}" "${target}" "${name}")

  set(output_dir "${CMAKE_BINARY_DIR}/profile")
  if(CXPROF_OUTPUT_DIRECTORY)
    get_filename_component(output_dir "${CXPROF_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  endif()
  _cxprof_why_unavailable(reason result)
  if(reason)
    add_custom_target(profile-${name}
      COMMAND ${CMAKE_COMMAND} -E echo "profile-${name}: ${reason}"
      COMMAND ${CMAKE_COMMAND} -E ${result}
      COMMENT "" VERBATIM)
  else()
    set_property(GLOBAL PROPERTY _CXPROF_NEEDS_TREE TRUE)
    _cxprof_write_profile_script("${function}" "${target}" "${name}" "${output_dir}" script)
    set(make "")
    if(CMAKE_GENERATOR MATCHES "Makefiles")
      set(make "$(MAKE)")  # Named in the recipe, so that the inner make shares the outer one's jobs.
    endif()
    add_custom_target(profile-${name}
      COMMAND sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates/profile.sh"
              "${CMAKE_COMMAND}" "${CMAKE_BINARY_DIR}/_cxprof" "${script}" ${make}
      COMMENT "Profiling ${name}; the report is kept in ${output_dir}/${name}"
      USES_TERMINAL VERBATIM)
    _cxprof_add_outer_dependencies("${target}" "${name}")
  endif()
  set_target_properties(profile-${name} PROPERTIES FOLDER CxProf)
  set_property(GLOBAL APPEND PROPERTY _CXPROF_PROFILES "${name}")
  _cxprof_schedule_profile_tree()
endfunction()

function(_cxprof_claim_name function target name)
  if(NOT name MATCHES "^[A-Za-z0-9_+][A-Za-z0-9_.+-]*$")
    _cxprof_fail("${function}" "${target}" "a profile cannot be called \"${name}\", because a target and a "
                 "folder are named after it: give it another name with PROFILE_NAME.")
  endif()
  if(name STREQUAL "all")
    _cxprof_fail("${function}" "${target}" "a profile cannot be called \"all\", because profile-all runs every "
                 "profile: give it another name with PROFILE_NAME.")
  endif()
  get_property(names GLOBAL PROPERTY _CXPROF_PROFILES)
  if(name IN_LIST names)
    _cxprof_fail("${function}" "${target}" "there is a profile called \"${name}\" already: give this one another "
                 "name with PROFILE_NAME.")
  endif()
  if(TARGET profile-${name})
    _cxprof_fail("${function}" "${target}" "the project has a target profile-${name} of its own: give the "
                 "profile another name with PROFILE_NAME.")
  endif()
  if(NOT names)
    if(TARGET profile-all)
      _cxprof_fail("${function}" "${target}" "the project has a target profile-all of its own, which is the name "
                   "of the target that runs every profile: rename it.")
    endif()
    add_custom_target(profile-all)
    set_target_properties(profile-all PROPERTIES FOLDER CxProf)
  endif()
endfunction()

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

# Writes <script>, which the target runs: builds the copy, then composes the runner's command line.
# Whatever the user gave is in it as code, so that every argument arrives as it is; what their generator
# expressions stand for is filled in by file(GENERATE).
function(_cxprof_write_profile_script function target name output_dir script)
  set(working_dir "${CMAKE_CURRENT_BINARY_DIR}")
  if(DEFINED arg_WORKING_DIRECTORY)
    set(working_dir "${arg_WORKING_DIRECTORY}")
    if(NOT working_dir MATCHES "^\\$<")
      get_filename_component(working_dir "${working_dir}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
  endif()
  if(CXPROF_RUNNER)
    get_filename_component(runner "${CXPROF_RUNNER}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  else()
    set(runner "$<TARGET_FILE:CxProf::runner>")
  endif()
  set(driver "${CMAKE_BINARY_DIR}/_cxprof/driver.cmake")
  foreach(word IN ITEMS driver name target working_dir runner output_dir)
    _cxprof_quote(${word}_code "${${word}}")
  endforeach()

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
  foreach(keyword IN ITEMS FREQUENCY CALL_GRAPH STACK_SIZE EVENT TIMEOUT TOP KEEP_RUNS)
    if(DEFINED arg_${keyword})
      string(TOLOWER "${keyword}" option)
      string(REPLACE "_" "-" option "${option}")
      _cxprof_quote(value_code "${arg_${keyword}}")
      string(APPEND options " [=[--${option}]=] ${value_code}")
    endif()
  endforeach()

  string(CONCAT content
    "# Written by CxProf for profile-${name}; run by its target.\n"
    "include(${driver_code})\n"
    "cxprof_build_profile_tree(${target_code})\n"
    "cxprof_begin_command(${working_dir_code} ${runner_code})\n"
    "cxprof_environment(${arg_ENVIRONMENT})\n"
    "cxprof_words([=[--name]=] ${name_code} [=[--output-dir]=] ${output_dir_code}${options})\n"
    "cxprof_user_roots(${arg_USER_ROOTS})\n"
    "cxprof_runtime_roots(${arg_RUNTIME_ROOTS})\n"
    "cxprof_program()\n"
    "${arg_ARGS}"
    "cxprof_end_command()\n")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(file "${CMAKE_BINARY_DIR}/_cxprof/profile/${name}")
  if(multi_config)
    string(APPEND file ".$<CONFIG>")
  endif()
  string(APPEND file ".cmake")
  file(GENERATE OUTPUT "${file}" CONTENT "${content}" TARGET ${target})
  set(${script} "${file}" PARENT_SCOPE)
endfunction()

# What profile-<name> needs of the outer tree: the runner, if it is built there, and the targets that the
# arguments mention; not the target itself, which is left as it is.
function(_cxprof_add_outer_dependencies target name)
  if(TARGET CxProf::runner AND NOT CXPROF_RUNNER)
    get_target_property(imported CxProf::runner IMPORTED)
    if(NOT imported)
      add_dependencies(profile-${name} CxProf::runner)
    endif()
  endif()
  if(TARGET cxprof-launcher AND NOT CXPROF_RUNNER)
    add_dependencies(profile-${name} cxprof-launcher)
  endif()
  string(REGEX MATCHALL "\\$<TARGET_[A-Z_]+:[^,>$]+" mentions
         "${arg_ARGS} ${arg_ENVIRONMENT} ${arg_WORKING_DIRECTORY}")
  foreach(mention IN LISTS mentions)
    string(REGEX REPLACE "^[^:]+:" "" mentioned "${mention}")
    if(TARGET "${mentioned}" AND NOT mentioned STREQUAL target)
      add_dependencies(profile-${name} "${mentioned}")
    endif()
  endforeach()
endfunction()

# The profiles are added when all are known; each waits for the one before it (profile.sh).
function(_cxprof_define_profile_all)
  get_property(names GLOBAL PROPERTY _CXPROF_PROFILES)
  foreach(name IN LISTS names)
    add_dependencies(profile-all profile-${name})
  endforeach()
endfunction()

cmake_policy(POP)
