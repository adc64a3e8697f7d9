#[=======================================================================[.rst:
profile_target
--------------

A target that profiles an executable which exists.

.. code-block:: cmake

  profile_target(<target>
    [PROFILE_NAME <name>]
    [FREQUENCY <hz>] [EVENT <name>] [CALL_GRAPH dwarf|fp|none] [STACK_SIZE <bytes>]
    [WORKING_DIRECTORY <dir>] [ENVIRONMENT <variable>=<value>...] [TIMEOUT <seconds>]
    [TOP <n>] [USER_ROOTS <dir>...] [RUNTIME_ROOTS <dir>...]
    [ARGS <argument>...])

Defines ``profile-<name>``, which builds a copy of ``<target>`` in the profile tree, runs it under
``cxprof run``, prints the report and fails when the program fails. It is not part of ``all`` but of
``profile-all``. A target may have several profiles of different names.

``<target>``
  An executable that this project builds, or an alias of one.
``PROFILE_NAME``
  Name of the profile: of its target ``profile-<name>`` and of its folder of runs. Default: the target's.
``FREQUENCY``
  Samples per second of CPU time. Default: ``CXPROF_DEFAULT_FREQUENCY``, else the runner's (997).
``EVENT``
  What is sampled, as ``perf record --event``. Default: the runner's (cpu-clock).
``CALL_GRAPH``
  How call stacks are found: ``dwarf`` (copies of the stack), ``fp`` (frame pointers), ``none``.
  Default: dwarf.
``STACK_SIZE``
  Bytes of stack copied with each sample; a multiple of 8, at most 65528. Default: the runner's (8192).
``WORKING_DIRECTORY``
  Where the program runs; made if it is missing. Relative to, and by default, ``CMAKE_CURRENT_BINARY_DIR``.
``ENVIRONMENT``
  Variables set for the run, each ``VARIABLE=value``.
``TIMEOUT``
  Seconds after which the program is ended; the profile until then is reported. Default: none.
``TOP``
  Rows of each ranking on the terminal. Default: the runner's (12).
``USER_ROOTS``
  Directories whose code counts as the user's. Default: the project's source directory, and those of other
  sources of its targets; not what FetchContent brought in.
``RUNTIME_ROOTS``
  Directories whose code does not count as the user's although it lies in a user root.
``ARGS``
  The program's arguments; stands last, everything after it arrives unchanged. The environment variable
  ``CXPROF_ARGS`` replaces them for one run.

``ARGS``, ``ENVIRONMENT`` and ``WORKING_DIRECTORY`` may contain generator expressions, which are evaluated in
the normal build tree; targets that they mention are built there first. An argument that consists of one
generator expression and comes out empty is left out.

Variables read: ``CXPROF_ENABLED``, ``CXPROF_RUNNER``, ``CXPROF_DEFAULT_FREQUENCY``,
``CXPROF_OUTPUT_DIRECTORY``, ``CXPROF_KEEP_RUNS`` (see ``CxProf.cmake``).

.. code-block:: cmake

  add_executable(tool tool.cpp)
  profile_target(tool ARGS --selftest)
  profile_target(tool PROFILE_NAME tool-large TIMEOUT 60 ARGS --input "${PROJECT_SOURCE_DIR}/large data.txt")
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

function(profile_target target)
  _cxprof_parse_arguments(profile_target "${target}" 1 ${ARGC})
  if(DEFINED arg_POSITIONAL)
    _cxprof_fail(profile_target "${target}" "unknown argument \"${arg_POSITIONAL_FIRST}\" (the program's "
                 "arguments stand after ARGS).")
  endif()
  if(arg_EXCLUDE_FROM_ALL)
    _cxprof_fail(profile_target "${target}" "unknown argument \"EXCLUDE_FROM_ALL\": set it where the target is "
                 "defined.")
  endif()
  if(CXPROF_NESTED)
    if(TARGET "${target}")
      _cxprof_real_target(profile_target "${target}" target)
    endif()
    _cxprof_enter_nested_project("${target}")
    return()
  endif()
  if(NOT TARGET "${target}")
    _cxprof_fail(profile_target "${target}" "there is no target \"${target}\" (define it before this call).")
  endif()
  _cxprof_real_target(profile_target "${target}" target)
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(imported)
    _cxprof_fail(profile_target "${target}" "\"${target}\" is imported; only executables that this project builds "
                 "can be profiled.")
  elseif(NOT type STREQUAL "EXECUTABLE")
    _cxprof_fail(profile_target "${target}" "\"${target}\" is not an executable (${type}).")
  endif()
  _cxprof_define_profile(profile_target "${target}")
endfunction()

# Sets <variable> to the target itself, or to what it is an alias of.
function(_cxprof_real_target function target variable)
  get_target_property(aliased "${target}" ALIASED_TARGET)
  if(aliased)
    set(${variable} "${aliased}" PARENT_SCOPE)
  else()
    set(${variable} "${target}" PARENT_SCOPE)
  endif()
endfunction()

cmake_policy(POP)
