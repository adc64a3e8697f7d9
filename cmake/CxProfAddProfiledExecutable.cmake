#[=======================================================================[.rst:
add_profiled_executable
-----------------------

An executable and a target that profiles it.

.. code-block:: cmake

  add_profiled_executable(<name> [<source>...]
    [EXCLUDE_FROM_ALL]
    [PROFILE_NAME <name>]
    [FREQUENCY <hz>] [EVENT <name>] [CALL_GRAPH dwarf|fp|none] [STACK_SIZE <bytes>]
    [WORKING_DIRECTORY <dir>] [ENVIRONMENT <variable>=<value>...] [TIMEOUT <seconds>]
    [TOP <n>] [USER_ROOTS <dir>...] [RUNTIME_ROOTS <dir>...]
    [ARGS <argument>...])

Does ``add_executable(<name> [EXCLUDE_FROM_ALL] <source>...)`` and then what ``profile_target`` does for it,
whose module documents the keywords. Sources stand before the keywords, ARGS stands last.

.. code-block:: cmake

  add_profiled_executable(naive naive/main.cpp
    FREQUENCY 4999
    ARGS 2000 70)
  target_link_libraries(naive PRIVATE work)
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

function(add_profiled_executable name)
  _cxprof_parse_arguments(add_profiled_executable "${name}" 1 ${ARGC})
  if(TARGET "${name}")
    _cxprof_fail(add_profiled_executable "${name}" "there is a target of this name already: use "
                 "profile_target(${name}) to profile it.")
  endif()
  set(exclude "")
  if(arg_EXCLUDE_FROM_ALL)
    set(exclude EXCLUDE_FROM_ALL)
  endif()
  _cxprof_quote(name_code "${name}")
  cmake_language(EVAL CODE "add_executable(${name_code} ${exclude} ${arg_POSITIONAL})")
  if(CXPROF_NESTED)
    _cxprof_enter_nested_project("${name}")
  else()
    _cxprof_define_profile(add_profiled_executable "${name}")
  endif()
endfunction()

cmake_policy(POP)
