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

  _cxprof_output_directory(output_dir)
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
    set_property(GLOBAL APPEND PROPERTY _CXPROF_RUNNABLE_PROFILES "${name}")
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
  if(name MATCHES "^(all|tests)$")
    _cxprof_fail("${function}" "${target}" "a profile cannot be called \"${name}\", because profile-${name} runs "
                 "every one of them: give it another name with PROFILE_NAME.")
  elseif(name STREQUAL "session")
    _cxprof_fail("${function}" "${target}" "a profile cannot be called \"session\", because that is the folder of "
                 "what is profiled together: give it another name with PROFILE_NAME.")
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
    _cxprof_define_profile_all("${function}" "${target}")
  endif()
endfunction()

# Writes <script>, which the target runs: builds the copy, then composes the runner's command line.
# Whatever the user gave is in it as code, so that every argument arrives as it is; what their generator
# expressions stand for is filled in by file(GENERATE).
function(_cxprof_write_profile_script function target name output_dir script)
  _cxprof_working_directory(working_dir)
  _cxprof_runner_path(runner)
  set(driver "${CMAKE_BINARY_DIR}/_cxprof/driver.cmake")
  foreach(word IN ITEMS driver name target working_dir runner output_dir)
    _cxprof_quote(${word}_code "${${word}}")
  endforeach()

  _cxprof_runner_options("${function}" "${target}" options)

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
    "cxprof_end_command(\"\$ENV{CXPROF_COMMAND_FILE}\")\n")
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
  _cxprof_runner_targets(needed)
  string(REGEX MATCHALL "\\$<TARGET_[A-Z_]+:[^,>$]+" mentions
         "${arg_ARGS} ${arg_ENVIRONMENT} ${arg_WORKING_DIRECTORY}")
  foreach(mention IN LISTS mentions)
    string(REGEX REPLACE "^[^:]+:" "" mentioned "${mention}")
    if(TARGET "${mentioned}" AND NOT mentioned STREQUAL target)
      list(APPEND needed "${mentioned}")
    endif()
  endforeach()
  if(needed)
    add_dependencies(profile-${name} ${needed})
    set_property(GLOBAL APPEND PROPERTY _CXPROF_NEEDED_BY_PROFILES ${needed})
  endif()
endfunction()

cmake_policy(POP)
