#[=======================================================================[.rst:
CxProf
------

Where does the time go? Profiled executables for CMake projects.

.. code-block:: cmake

  find_package(CxProf 0.1 REQUIRED)          # or add_subdirectory, or FetchContent

  add_profiled_executable(naive naive/main.cpp ARGS 2000 70)
  profile_target(existing_tool ARGS --selftest)
  profile_test(NAME profile.work TRACK render MAX_USER escape=40% COMMAND work_test)
  profile_project_tests()                    # or every test of the project

``cmake --build build --target profile-naive`` builds an optimised, unstripped copy of ``naive`` in a
build tree of its own below ``<build>/_cxprof``, runs it under ``cxprof run`` and prints which functions
cost the time. ``profile-all`` does so for every profile, one after the other. None of them is part of
``all``, and the executables of the normal build are never touched. ``ctest -L profile`` and ``cmake --build
build --target profile-tests`` run the profiled tests.

Functions (each is documented in a module of its name):

``add_profiled_executable``  ``CxProfAddProfiledExecutable.cmake``
``profile_target``           ``CxProfProfileTarget.cmake``
``profile_test``             ``CxProfProfileTest.cmake``
``profile_project_tests``    ``CxProfProfileProjectTests.cmake``

Targets: ``CxProf::runner``, the ``cxprof`` executable.

Variables that a project or its user may set (``-D`` or ``set``), read where a function is called:

``CXPROF_ENABLED``
  OFF: the functions add the executables only, the ``profile-`` targets just say that they are disabled, and
  so do profiled tests. Default: ON.
``CXPROF_RUNNER``
  Path of the ``cxprof`` to use. Default: the one of the package. Needed when cross-compiling, where the
  package's own runner may be for another machine.
``CXPROF_DEFAULT_FREQUENCY``
  Samples per second of CPU time for calls without ``FREQUENCY``. Default: the runner's (997).
``CXPROF_OUTPUT_DIRECTORY``
  Where the run directories ``<name>/<time>/`` are made. Default: ``${CMAKE_BINARY_DIR}/profile``.
``CXPROF_KEEP_RUNS``
  How many of the newest runs of a name, and sessions of tests, are kept; 0: all. Default: the runner's (20).
``CXPROF_REQUIRE_PERF``
  ON: a profiled test fails where nothing can be recorded. Default: it is skipped, with the reason.
``CXPROF_STRICT``
  ON: a profiled test fails also when the samples do not decide whether a budget is kept.

Read once, at the end of the top-level ``CMakeLists.txt``, where the profile tree is described:

``CXPROF_PROFILE_CONFIG``
  Configuration of the profiled copy. Default: ``RelWithDebInfo``.
``CXPROF_PASS_ENV``
  Names of further environment variables that configuring this project depends on. The profile tree is
  configured with the values that they (and ``CC``, ``CXX``, the ``*FLAGS``, ``CMAKE_PREFIX_PATH``,
  ``CMAKE_TOOLCHAIN_FILE``, ``PKG_CONFIG_PATH``, ``VCPKG_ROOT``) had for the outer tree.

Set by CxProf, only in the profile tree:

``CXPROF_NESTED``
  ON. A project may test it to leave out what the copy does not need.

Environment variables read when a ``profile-<name>`` target runs:

``CXPROF_ARGS``
  Replaces the program's ARGS for this run; split into words as a Unix shell does, nothing is expanded.

Environment variables read when a profiled test runs:

``CXPROF_REQUIRE_PERF``, ``CXPROF_STRICT``
  As the variables above, for one run of ctest (1 or 0).
#]=======================================================================]
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

if(NOT CxProf_VERSION)
  message(FATAL_ERROR "CxProf.cmake: the version is unknown, because this file was included directly: "
                      "use find_package(CxProf) or add_subdirectory.")
endif()

# Functions are global and defined once: the first package that a build loads serves all of it.
get_property(_cxprof_loaded_version GLOBAL PROPERTY _CXPROF_VERSION)
if(_cxprof_loaded_version AND NOT _cxprof_loaded_version VERSION_EQUAL CxProf_VERSION)
  message(FATAL_ERROR "CxProf ${CxProf_VERSION} (${CMAKE_CURRENT_LIST_DIR}) cannot be used beside CxProf "
                      "${_cxprof_loaded_version}, which another directory of this build has loaded: "
                      "let both find the same one.")
endif()
unset(_cxprof_loaded_version)
set_property(GLOBAL PROPERTY _CXPROF_VERSION "${CxProf_VERSION}")

include("${CMAKE_CURRENT_LIST_DIR}/CxProfQuote.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfArguments.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfStripOptions.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProjectTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfCodeRoots.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfNestedProject.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfOuterSettings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProfileTree.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfRunner.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProfileAll.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfDefineProfile.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfTargetFiles.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfTestSettings.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfTestFixture.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfAddProfiledExecutable.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProfileTarget.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProfileTest.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/CxProfProfileProjectTests.cmake")

cmake_policy(POP)
