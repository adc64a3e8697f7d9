# Private: describes the profile tree, a second build tree of the same source directory.
#
# A target with -O2 appended would link the same unoptimised static libraries and the same -s; only a tree
# of its own makes everything in the copy optimised and unstripped, and keeps the normal build untouched.
#
# Written below <build>/_cxprof, at the end of the top-level directory:
#   initial-cache.cmake  the outer cache, with what makes the tree another one changed
#   environment.cmake    the environment that configuring depends on
#   code-roots.cmake     where the user's code lies
#   driver.cmake         configures (only when one of the first two changed) and builds, when a profile runs
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_schedule_profile_tree()
#   has the description written when everything is known. Profiles that are defined even later (by other
#   deferred calls) schedule it again.
function(_cxprof_schedule_profile_tree)
  get_property(scheduled GLOBAL PROPERTY _CXPROF_TREE_SCHEDULED)
  if(NOT scheduled)
    set_property(GLOBAL PROPERTY _CXPROF_TREE_SCHEDULED TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cxprof_describe_profile_tree)
  endif()
endfunction()

# A configuration that nobody defines has no flags: an unoptimised program would be profiled unnoticed.
function(_cxprof_check_configuration config)
  string(TOUPPER "${config}" upper)
  set(known Debug Release RelWithDebInfo MinSizeRel ${CMAKE_CONFIGURATION_TYPES})
  if(NOT config IN_LIST known AND NOT DEFINED CMAKE_CXX_FLAGS_${upper} AND NOT DEFINED CMAKE_C_FLAGS_${upper})
    list(REMOVE_DUPLICATES known)
    list(JOIN known ", " known)
    message(FATAL_ERROR "CXPROF_PROFILE_CONFIG is \"${config}\", which is no configuration of this project: "
                        "choose one of ${known}.")
  endif()
endfunction()

function(_cxprof_describe_profile_tree)
  set_property(GLOBAL PROPERTY _CXPROF_TREE_SCHEDULED FALSE)
  get_property(needed GLOBAL PROPERTY _CXPROF_NEEDS_TREE)
  if(NOT needed)
    return()
  endif()

  set(state_dir "${CMAKE_BINARY_DIR}/_cxprof")
  set(config RelWithDebInfo)
  if(CXPROF_PROFILE_CONFIG)
    set(config "${CXPROF_PROFILE_CONFIG}")
    _cxprof_check_configuration("${config}")
  endif()

  _cxprof_dump_cache(cache "${config}")
  _cxprof_dump_environment(environment)
  file(WRITE "${state_dir}/initial-cache.cmake" "${cache}")
  file(WRITE "${state_dir}/environment.cmake" "${environment}")
  _cxprof_write_code_roots("${state_dir}/code-roots.cmake")
  _cxprof_describe_profiles("${state_dir}")
  _cxprof_describe_tests("${state_dir}")
  _cxprof_describe_twins("${state_dir}")

  set(generator_arguments "-G" "${CMAKE_GENERATOR}")
  if(CMAKE_GENERATOR_PLATFORM)
    list(APPEND generator_arguments "-A" "${CMAKE_GENERATOR_PLATFORM}")
  endif()
  if(CMAKE_GENERATOR_TOOLSET)
    list(APPEND generator_arguments "-T" "${CMAKE_GENERATOR_TOOLSET}")
  endif()
  _cxprof_quote_list(generator_code "${generator_arguments}")
  _cxprof_quote(state_code "${state_dir}")
  _cxprof_quote(source_code "${CMAKE_SOURCE_DIR}")
  _cxprof_quote(config_code "${config}")
  get_property(CxProf_VERSION GLOBAL PROPERTY _CXPROF_VERSION)
  set(templates "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../templates")
  _cxprof_costly_flags(costly_flags)
  _cxprof_quote(costly_flags_code "${costly_flags}")
  set(ninja "")
  set(ninja_file "build.ninja")
  if(CMAKE_GENERATOR MATCHES "^Ninja")
    set(ninja "${CMAKE_MAKE_PROGRAM}")
    if(CMAKE_GENERATOR MATCHES "Multi-Config")
      set(ninja_file "build-${config}.ninja")
    endif()
  endif()
  _cxprof_quote(ninja_code "${ninja}")
  _cxprof_quote(ninja_file_code "${ninja_file}")
  _cxprof_quote(command_code "${templates}/profile-command.cmake")
  configure_file("${templates}/profile-tree-driver.cmake.in" "${state_dir}/driver.cmake" @ONLY)
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${state_dir}/tree")
endfunction()

# Instrumentation that the copy inherits, and that a profile should not be read without knowing of.
function(_cxprof_costly_flags variable)
  string(REGEX MATCHALL "-fsanitize=[^ ]+|--coverage|-fprofile-arcs|-fprofile-instr-generate|-pg( |$)" flags
         "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}")
  list(REMOVE_DUPLICATES flags)
  list(JOIN flags " " flags)
  string(STRIP "${flags}" flags)
  set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# Each element of the list as code.
function(_cxprof_quote_list variable elements)
  set(code "")
  foreach(element IN LISTS elements)
    _cxprof_quote(element_code "${element}")
    string(APPEND code " ${element_code}")
  endforeach()
  set(${variable} "${code}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
