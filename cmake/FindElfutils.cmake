#[=======================================================================[.rst:
FindElfutils
------------

libdw and libelf of elfutils, which ship no CMake config.

Imported targets: ``Elfutils::dw``, ``Elfutils::elf``.
Variables: ``Elfutils_FOUND``, ``Elfutils_VERSION``.
#]=======================================================================]
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_libdw QUIET libdw)
endif()
find_path(Elfutils_INCLUDE_DIR elfutils/libdwfl.h HINTS ${PC_libdw_INCLUDE_DIRS})
find_library(Elfutils_dw_LIBRARY dw HINTS ${PC_libdw_LIBRARY_DIRS})
find_library(Elfutils_elf_LIBRARY elf HINTS ${PC_libdw_LIBRARY_DIRS})
mark_as_advanced(Elfutils_INCLUDE_DIR Elfutils_dw_LIBRARY Elfutils_elf_LIBRARY)
set(Elfutils_VERSION "${PC_libdw_VERSION}")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Elfutils
  REQUIRED_VARS Elfutils_dw_LIBRARY Elfutils_elf_LIBRARY Elfutils_INCLUDE_DIR
  VERSION_VAR Elfutils_VERSION)
if(Elfutils_FOUND)
  foreach(_elfutils_library dw elf)
    if(NOT TARGET Elfutils::${_elfutils_library})
      add_library(Elfutils::${_elfutils_library} UNKNOWN IMPORTED)
      set_target_properties(Elfutils::${_elfutils_library} PROPERTIES
        IMPORTED_LOCATION "${Elfutils_${_elfutils_library}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Elfutils_INCLUDE_DIR}")
    endif()
  endforeach()
endif()
