# Private: what CxProf does while the profile tree itself is configured (CXPROF_NESTED).
#
# There the functions define no profiles. They make sure that what is built is what a profile needs: the
# wanted configuration, symbols, a build id, and no file of the outer build overwritten.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_enter_nested_project(<target>)
#   called by the public functions. A macro: the flags that it cleans belong to their caller's directory,
#   and are read when that directory is generated.
macro(_cxprof_enter_nested_project target)
  get_property(_cxprof_scheduled GLOBAL PROPERTY _CXPROF_NESTED_TARGETS)
  if(NOT _cxprof_scheduled)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _cxprof_finish_nested_project)
  endif()
  set_property(GLOBAL APPEND PROPERTY _CXPROF_NESTED_TARGETS "${target}")
  _cxprof_check_nested_configuration()
  string(TOUPPER "${CXPROF_PROFILE_CONFIG}" _cxprof_config)
  foreach(_cxprof_flags CMAKE_C_FLAGS CMAKE_CXX_FLAGS CMAKE_EXE_LINKER_FLAGS CMAKE_SHARED_LINKER_FLAGS)
    foreach(_cxprof_name ${_cxprof_flags} ${_cxprof_flags}_${_cxprof_config})
      if(DEFINED ${_cxprof_name})
        _cxprof_without_strip_options(_cxprof_value "${${_cxprof_name}}")
        set(${_cxprof_name} "${_cxprof_value}" PARENT_SCOPE)
      endif()
    endforeach()
  endforeach()
endmacro()

function(_cxprof_check_nested_configuration)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    set(actual "${CMAKE_CONFIGURATION_TYPES}")
    set(name CMAKE_CONFIGURATION_TYPES)
  else()
    set(actual "${CMAKE_BUILD_TYPE}")
    set(name CMAKE_BUILD_TYPE)
  endif()
  if(NOT CXPROF_PROFILE_CONFIG IN_LIST actual)
    message(FATAL_ERROR "CxProf: ${CMAKE_CURRENT_SOURCE_DIR} sets ${name} to \"${actual}\", but profiles are "
                        "taken from ${CXPROF_PROFILE_CONFIG}: set it only where it is not set yet, or choose "
                        "another configuration with CXPROF_PROFILE_CONFIG.")
  endif()
endfunction()

# At the end of the top-level directory, when all targets are there.
function(_cxprof_finish_nested_project)
  _cxprof_check_nested_configuration()
  _cxprof_targets(targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    _cxprof_keep_symbols(${target})
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|STATIC_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
      _cxprof_add_debug_information(${target})
    endif()
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|STATIC_LIBRARY|MODULE_LIBRARY)$")
      _cxprof_keep_outputs_inside(${target})
    endif()
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$" AND CMAKE_SYSTEM_NAME STREQUAL "Linux"
       AND "${CMAKE_C_COMPILER_ID}${CMAKE_CXX_COMPILER_ID}" MATCHES "GNU|Clang")
      # Names are only taken from a file with the recorded build id; not every compiler asks for one.
      set_property(TARGET ${target} APPEND PROPERTY LINK_OPTIONS LINKER:--build-id)
    endif()
  endforeach()
  get_property(targets GLOBAL PROPERTY _CXPROF_NESTED_TARGETS)
  list(REMOVE_DUPLICATES targets)
  foreach(target IN LISTS targets)
    if(TARGET ${target})
      file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/_cxprof/program/${target}.$<CONFIG>.txt"
           CONTENT "$<TARGET_FILE:${target}>")
    endif()
  endforeach()
endfunction()

# Inlined functions, lines and the user's own code are known from debug information; it changes no code.
# Only where the configuration (Release, say) does not ask for it itself.
function(_cxprof_add_debug_information target)
  string(TOUPPER "${CXPROF_PROFILE_CONFIG}" config)
  foreach(language IN ITEMS C CXX)
    if(CMAKE_${language}_COMPILER_ID MATCHES "GNU|Clang"
       AND NOT "${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${config}}" MATCHES "(^| )-g")
      set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:${language}>:-g>")
    endif()
  endforeach()
endfunction()

function(_cxprof_keep_symbols target)
  string(TOUPPER "${CXPROF_PROFILE_CONFIG}" config)
  foreach(property IN ITEMS LINK_OPTIONS LINK_FLAGS LINK_FLAGS_${config} INTERFACE_LINK_OPTIONS
                            LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_property(value TARGET ${target} PROPERTY ${property})
    _cxprof_without_strip_options(kept "${value}")
    if(NOT "${kept}" STREQUAL "${value}")
      set_property(TARGET ${target} PROPERTY ${property} "${kept}")
    endif()
  endforeach()
endfunction()

# Output directories outside the tree, as in RUNTIME_OUTPUT_DIRECTORY ${PROJECT_SOURCE_DIR}/bin, move to
# cxprof-out/. Their places relative to each other stay, since programs look for ../lib.
function(_cxprof_keep_outputs_inside target)
  string(TOUPPER "${CXPROF_PROFILE_CONFIG}" config)
  foreach(kind IN ITEMS RUNTIME LIBRARY ARCHIVE)
    foreach(property IN ITEMS ${kind}_OUTPUT_DIRECTORY ${kind}_OUTPUT_DIRECTORY_${config})
      get_property(directory TARGET ${target} PROPERTY ${property})
      if(NOT IS_ABSOLUTE "${directory}")
        continue()
      endif()
      _cxprof_is_below(inside "${directory}" "${CMAKE_BINARY_DIR}")
      if(NOT inside)
        _cxprof_is_below(in_source "${directory}" "${CMAKE_SOURCE_DIR}")
        if(in_source)
          string(LENGTH "${CMAKE_SOURCE_DIR}" length)
          string(SUBSTRING "${directory}" ${length} -1 place)
        else()
          set(place "/outside${directory}")
        endif()
        set_property(TARGET ${target} PROPERTY ${property} "${CMAKE_BINARY_DIR}/cxprof-out${place}")
      endif()
    endforeach()
  endforeach()
endfunction()

cmake_policy(POP)
