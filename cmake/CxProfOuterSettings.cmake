# Private: what the profile tree takes over from the outer one, its cache and its environment.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# The outer cache as an initial-cache script. What CMake itself or CxProf decides for a tree stays out.
function(_cxprof_dump_cache variable config)
  set(script "# Written by CxProf: the cache of ${CMAKE_BINARY_DIR} for its profile tree.\n")
  get_cmake_property(names CACHE_VARIABLES)
  list(SORT names)
  foreach(name IN LISTS names)
    get_property(type CACHE "${name}" PROPERTY TYPE)
    get_property(value CACHE "${name}" PROPERTY VALUE)
    _cxprof_belongs_to_outer_tree(stays_out "${name}" "${type}" "${value}")
    if(stays_out)
      continue()
    endif()
    if(type STREQUAL "UNINITIALIZED")
      set(type STRING)
    endif()
    if(name MATCHES "^CMAKE_.*_FLAGS(_[A-Z]+)?$")
      _cxprof_without_strip_options(value "${value}")
    endif()
    _cxprof_cache_line(line "${name}" "${type}" "${value}")
    string(APPEND script "${line}")
  endforeach()

  # `CXX="ccache g++"`: the compiler's own first argument is part of the compiler.
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN LISTS languages)
    string(STRIP "${CMAKE_${language}_COMPILER_ARG1}" argument)
    if(NOT "${argument}" STREQUAL "")
      _cxprof_cache_line(line CMAKE_${language}_COMPILER STRING "${CMAKE_${language}_COMPILER};${argument}")
      string(APPEND script "${line}")
    endif()
  endforeach()
  # What FetchContent has downloaded is built again, but not downloaded again.
  foreach(name IN LISTS names)
    if(name MATCHES "^FETCHCONTENT_SOURCE_DIR_(.+)$" AND COMMAND FetchContent_GetProperties)
      set(key "${CMAKE_MATCH_1}")
      string(TOLOWER "${key}" dependency)
      FetchContent_GetProperties(${dependency} SOURCE_DIR source_dir POPULATED populated)
      if(populated AND source_dir)
        _cxprof_cache_line(line FETCHCONTENT_SOURCE_DIR_${key} PATH "${source_dir}")
        string(APPEND script "${line}")
      endif()
    endif()
  endforeach()
  if(DEFINED CACHE{VCPKG_INSTALLED_DIR})
    _cxprof_cache_line(line VCPKG_MANIFEST_INSTALL BOOL OFF)  # Installed already; not twice.
    string(APPEND script "${line}")
  endif()

  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    _cxprof_cache_line(line CMAKE_CONFIGURATION_TYPES STRING "${config}")
  else()
    _cxprof_cache_line(line CMAKE_BUILD_TYPE STRING "${config}")
  endif()
  string(APPEND script "${line}")
  _cxprof_cache_line(line CXPROF_NESTED BOOL ON)
  string(APPEND script "${line}")
  _cxprof_cache_line(line CXPROF_PROFILE_CONFIG STRING "${config}")
  string(APPEND script "${line}")
  set(${variable} "${script}" PARENT_SCOPE)
endfunction()

function(_cxprof_cache_line variable name type value)
  _cxprof_quote(name_code "${name}")
  _cxprof_quote(value_code "${value}")
  set(${variable} "set(${name_code} ${value_code} CACHE ${type} \"\" FORCE)\n" PARENT_SCOPE)
endfunction()

function(_cxprof_belongs_to_outer_tree variable name type value)
  set(${variable} FALSE PARENT_SCOPE)
  set(base_dir "${CMAKE_BINARY_DIR}/_deps")
  if(FETCHCONTENT_BASE_DIR)
    set(base_dir "${FETCHCONTENT_BASE_DIR}")
  endif()
  set(package_dir FALSE)  # A package that this very build provides: the profile tree provides its own.
  if(name MATCHES "_DIR$")
    _cxprof_is_below(package_dir "${value}" "${CMAKE_BINARY_DIR}/CMakeFiles")
    _cxprof_is_below(fetched "${value}" "${base_dir}")
    if(fetched AND value MATCHES "-(sub)?build(/|$)")
      set(package_dir TRUE)
    endif()
  endif()
  if(type MATCHES "^(INTERNAL|STATIC)$" OR package_dir
     OR name MATCHES "^CXPROF_"
     OR name MATCHES "^CMAKE_(BUILD_TYPE|CONFIGURATION_TYPES|CROSS_CONFIGS|INSTALL_PREFIX)$"
     OR name MATCHES "^CMAKE_(DEFAULT_BUILD_TYPE|DEFAULT_CONFIGS|EXPORT_COMPILE_COMMANDS)$"
     OR name MATCHES "^CMAKE_([A-Z]+_)?(RUNTIME|LIBRARY|ARCHIVE|PDB|COMPILE_PDB)_OUTPUT_DIRECTORY(_|$)"
     OR name MATCHES "^(EXECUTABLE|LIBRARY)_OUTPUT_PATH$"
     OR name MATCHES "^CMAKE_[A-Z]+_(CLANG_TIDY|CPPCHECK|CPPLINT|INCLUDE_WHAT_YOU_USE)$"
     OR name STREQUAL "CMAKE_LINK_WHAT_YOU_USE" OR name STREQUAL "FETCHCONTENT_BASE_DIR")
    set(${variable} TRUE PARENT_SCOPE)
  endif()
endfunction()

# An allow-list: the whole environment would put tokens on the disk. The last known value of each variable
# is kept, because CMake may be run again from a shell that lacks what the first run was given.
function(_cxprof_dump_environment variable)
  set(script "# Written by CxProf: the environment that ${CMAKE_BINARY_DIR} was configured in.\n")
  foreach(name IN LISTS CXPROF_PASS_ENV
                  ITEMS CC CXX ASM FC CUDACXX CFLAGS CXXFLAGS ASMFLAGS FFLAGS CPPFLAGS LDFLAGS CUDAFLAGS
                        CMAKE_PREFIX_PATH CMAKE_TOOLCHAIN_FILE PKG_CONFIG_PATH VCPKG_ROOT)
    if(DEFINED ENV{${name}})
      set(_CXPROF_ENVIRONMENT_${name} "$ENV{${name}}" CACHE INTERNAL "")
    endif()
    if(DEFINED CACHE{_CXPROF_ENVIRONMENT_${name}})
      _cxprof_quote(code "$CACHE{_CXPROF_ENVIRONMENT_${name}}")
      string(APPEND script "set(ENV{${name}} ${code})\n")
    else()
      string(APPEND script "unset(ENV{${name}})\n")
    endif()
  endforeach()
  set(${variable} "${script}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
