# Private: the target profile-all.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_define_profile_all(<function> <target>)
#   defines profile-all, which runs the profiles that are known at the end of the top-level directory, one
#   after the other. <function> and <target> are those of the first profile, for the message.
function(_cxprof_define_profile_all function target)
  if(TARGET profile-all)
    _cxprof_fail("${function}" "${target}" "the project has a target profile-all of its own, which is the name "
                 "of the target that runs every profile: rename it.")
  endif()
  _cxprof_why_unavailable(reason result)
  if(reason)
    add_custom_target(profile-all
      COMMAND ${CMAKE_COMMAND} -E echo "profile-all: ${reason}"
      COMMAND ${CMAKE_COMMAND} -E ${result}
      COMMENT "" VERBATIM)
  else()
    _cxprof_runner_path(runner)
    _cxprof_output_directory(output_dir)
    get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    set(config "")
    if(multi_config)
      set(config ".$<CONFIG>")
    endif()
    set(make "")
    if(CMAKE_GENERATOR MATCHES "Makefiles")
      set(make "$(MAKE)")
    endif()
    add_custom_target(profile-all
      COMMAND sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates/profile-all.sh" "${CMAKE_COMMAND}"
              "${CMAKE_BINARY_DIR}/_cxprof" "${config}" "${runner}" "${output_dir}" ${make}
      COMMENT "Profiling everything; the reports are kept in ${output_dir}/session"
      USES_TERMINAL VERBATIM)
  endif()
  set_target_properties(profile-all PROPERTIES FOLDER CxProf)
endfunction()

# Writes down the profiles, when all are known.
function(_cxprof_describe_profiles state_dir)
  get_property(names GLOBAL PROPERTY _CXPROF_RUNNABLE_PROFILES)
  if(NOT names)
    return()
  endif()
  list(JOIN names "\n" lines)
  file(WRITE "${state_dir}/profiles.txt" "${lines}\n")
  get_property(needed GLOBAL PROPERTY _CXPROF_NEEDED_BY_PROFILES)
  if(needed)
    list(REMOVE_DUPLICATES needed)
    add_dependencies(profile-all ${needed})
  endif()
endfunction()

cmake_policy(POP)
