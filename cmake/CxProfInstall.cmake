# Private: CxProf's install rules; included by the top-level CMakeLists.txt.
#
#   CxProf_Runtime      bin/cxprof, libexec/cxprof/cxprof-launcher, share/cxprof
#   CxProf_Development  the package: <prefix>/lib/cmake/CxProf
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CXPROF_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/CxProf" CACHE STRING
    "Where the CMake package is installed, relative to the prefix")
mark_as_advanced(CXPROF_INSTALL_CMAKEDIR)

install(TARGETS cxprof EXPORT CxProfTargets
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT CxProf_Runtime)
if(TARGET cxprof-launcher)
  install(TARGETS cxprof-launcher
          RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/cxprof" COMPONENT CxProf_Runtime)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/templates/profile.schema.json")
  install(FILES "${PROJECT_SOURCE_DIR}/templates/profile.schema.json"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/cxprof" COMPONENT CxProf_Runtime)
endif()

install(EXPORT CxProfTargets NAMESPACE CxProf::
        DESTINATION "${CXPROF_INSTALL_CMAKEDIR}" COMPONENT CxProf_Development)
# cmake/ and templates/ lie beside each other as in the source, so that nothing depends on the prefix.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/cmake"
        DESTINATION "${CXPROF_INSTALL_CMAKEDIR}" COMPONENT CxProf_Development
        FILES_MATCHING PATTERN "CxProf*.cmake" PATTERN "CxProfInstall.cmake" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/templates"
        DESTINATION "${CXPROF_INSTALL_CMAKEDIR}" COMPONENT CxProf_Development
        FILES_MATCHING PATTERN "*.sh" PATTERN "*.cmake" PATTERN "*.cmake.in")

set(CXPROF_RUNNER_PATH "${CMAKE_INSTALL_BINDIR}/cxprof${CMAKE_EXECUTABLE_SUFFIX}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/CxProfConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/CxProfConfig.cmake"
  INSTALL_DESTINATION "${CXPROF_INSTALL_CMAKEDIR}" PATH_VARS CXPROF_RUNNER_PATH
  NO_CHECK_REQUIRED_COMPONENTS_MACRO NO_SET_AND_CHECK_MACRO)
# The runner is a tool of the host: a project for another architecture may use the package.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/CxProfConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/package/CxProfConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/CxProfConfigVersion.cmake"
        DESTINATION "${CXPROF_INSTALL_CMAKEDIR}" COMPONENT CxProf_Development)
