#[=======================================================================[.rst:
profile_test
------------

A CTest test that profiles what it runs.

.. code-block:: cmake

  profile_test(NAME <name>
    [TRACK <function>...]
    [MAX_USER <function>=<percent>...] [MAX_SELF <function>=<percent>...]
    [MAX_INCLUSIVE <function>=<percent>...] [REPEAT_WITHIN <seconds>]
    [FREQUENCY <hz>] [EVENT <name>] [CALL_GRAPH dwarf|fp|none] [STACK_SIZE <bytes>]
    [WORKING_DIRECTORY <dir>] [ENVIRONMENT <variable>=<value>...] [TIMEOUT <seconds>]
    [TOP <n>] [USER_ROOTS <dir>...] [RUNTIME_ROOTS <dir>...]
    COMMAND <target> [<argument>...])

Adds a test that runs a copy of ``<target>`` from the profile tree under ``cxprof run`` and passes or fails as
the program does. Its ranking is printed, kept below ``<build>/profile/session`` and attached to the test as
measurements, which ``ctest -T Test`` and dashboards carry on. Such tests have the label ``profile`` and run
one at a time, with nothing beside them: ``ctest -L profile`` runs them, ``ctest -LE profile`` all others.

The first one that runs has the copies built (test ``cxprof.build``), the last one is followed by the profile
of all together (test ``cxprof.merge``). Where nothing can be recorded the program runs once without a
profile, and the test counts as skipped if it passes. (A program that itself exits with 77, which CTest would take
for skipped, has failed.)

``NAME``
  Name of the test, unique in its directory.
``COMMAND``
  An executable target of this project, or a launcher (``mpirun``, an interpreter) with the target behind it as
  ``$<TARGET_FILE:target>``. ``$<TARGET_FILE:…>``, ``_FILE_DIR`` and ``_FILE_NAME`` of the project's targets
  mean files of the profile tree, also in ENVIRONMENT. Stands last; everything after it arrives unchanged.
``TRACK``
  Functions whose share becomes a measurement ``cxprof.percent: <function>``. The test fails when the program
  has no such function. Named with or without namespace and parameters; ``*`` and ``?`` stand for any text.
``MAX_USER``, ``MAX_SELF``, ``MAX_INCLUSIVE``
  Budgets: the test fails when the function takes a larger share of the samples, by ``user_time`` (its own code
  and what it calls outside the user's code, but not its helpers), by ``self_time``, or with everything it
  calls. It fails only when the samples leave no doubt (99.9 % confidence); in doubt the program runs again.
``REPEAT_WITHIN``
  Seconds that runs to decide budgets may take in all; 0: one run must do. Default: the runner's (60).
``TIMEOUT``
  Seconds after which the program is ended and the test fails, with the profile until then. CTest's own limit
  is set behind that. Default: ``DART_TESTING_TIMEOUT``, else 1500.
``WORKING_DIRECTORY``
  Where the program runs. Relative to, and by default, ``CMAKE_CURRENT_BINARY_DIR``.
``ENVIRONMENT``
  Variables set for the run, each ``VARIABLE=value``.

The other keywords are those of ``profile_target``, whose module documents them. Add to properties that
CxProf sets (``LABELS``, ``FIXTURES_REQUIRED``) with ``set_property(TEST … APPEND …)``.

Variables read: those of ``profile_target``, ``CXPROF_REQUIRE_PERF``, ``CXPROF_STRICT`` (see ``CxProf.cmake``).

.. code-block:: cmake

  profile_test(NAME profile.render
    TRACK render_naive
    MAX_USER escape_naive=40%
    COMMAND work_test --gtest_filter=Render.*)
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

function(profile_test)
  _cxprof_test_label(label ${ARGC})
  string(REPLACE "\\" "/" label "${label}")  # For messages; in a macro's argument it would be an escape.
  _cxprof_parse_arguments(profile_test "${label}" 0 ${ARGC})
  if(DEFINED arg_POSITIONAL)
    _cxprof_fail(profile_test "${label}" "unknown argument \"${arg_POSITIONAL_FIRST}\" (the first one is NAME).")
  elseif(NOT DEFINED arg_NAME)
    _cxprof_fail(profile_test "" "NAME is missing: profile_test(NAME <name> COMMAND <target>).")
  elseif(NOT DEFINED arg_COMMAND)
    _cxprof_fail(profile_test "${label}" "COMMAND is missing: what is to be profiled?")
  endif()
  _cxprof_quote(name_code "${arg_NAME}")
  if(DEFINED CXPROF_ENABLED AND NOT CXPROF_ENABLED)
    _cxprof_add_placeholder_test()
    return()
  endif()
  set(targets "")
  set(environment "")
  if(DEFINED arg_ENVIRONMENT)
    cmake_language(EVAL CODE
      "_cxprof_mark_target_files(profile_test ${name_code} environment targets ${arg_ENVIRONMENT})")
  endif()
  cmake_language(EVAL CODE "_cxprof_mark_command(profile_test ${name_code} command targets ${arg_COMMAND})")
  if(CXPROF_NESTED)
    _cxprof_add_placeholder_test()
    foreach(target IN LISTS targets)
      _cxprof_enter_nested_project("${target}")
    endforeach()
  else()
    _cxprof_claim_test_name("${arg_NAME}")
    _cxprof_add_profiled_test()
  endif()
endfunction()

# A disabled test, so that a project may set properties of it wherever it is configured.
function(_cxprof_add_placeholder_test)
  cmake_language(EVAL CODE "
    add_test(NAME ${name_code} COMMAND \"${CMAKE_COMMAND}\" -E true)
    set_tests_properties(${name_code} PROPERTIES LABELS profile DISABLED ON)")
endfunction()

# The value of NAME, for messages, before the arguments are known to be right.
macro(_cxprof_test_label variable count)
  set(${variable} "")
  set(_cxprof_index 1)
  while(_cxprof_index LESS ${count})
    math(EXPR _cxprof_before "${_cxprof_index} - 1")
    if("${ARGV${_cxprof_before}}" STREQUAL "NAME")
      set(${variable} "${ARGV${_cxprof_index}}")
      break()
    endif()
    math(EXPR _cxprof_index "${_cxprof_index} + 1")
  endwhile()
endmacro()

function(_cxprof_claim_test_name name)
  get_property(tests DIRECTORY PROPERTY TESTS)
  if("${name}" IN_LIST tests)
    _cxprof_fail(profile_test "${name}" "there is a test called \"${name}\" in this directory already: give this "
                 "one another NAME.")
  endif()
endfunction()

# Reads name_code, environment, command, targets and the arg_… of profile_test.
function(_cxprof_add_profiled_test)
  _cxprof_why_unavailable(reason ignored)
  if(reason)
    _cxprof_add_skipped_test("${reason}")
    return()
  endif()
  _cxprof_test_settings(profile_test "${label}")
  set(program_timeout 1500)
  if(DEFINED arg_TIMEOUT)
    set(program_timeout "${arg_TIMEOUT}")
  elseif("${DART_TESTING_TIMEOUT}" MATCHES "^[1-9][0-9]*$")
    set(program_timeout "${DART_TESTING_TIMEOUT}")
  endif()
  _cxprof_test_timeout(timeout "${program_timeout}" "${arg_REPEAT_WITHIN}")
  set(options "[=[--name]=] ${name_code} [=[--timeout]=] [=[${program_timeout}]=]${settings}")
  foreach(keyword IN ITEMS TRACK MAX_USER MAX_SELF MAX_INCLUSIVE)
    if(DEFINED arg_${keyword})
      cmake_language(EVAL CODE "_cxprof_repeat_option(words ${keyword} ${arg_${keyword}})")
      string(APPEND options "${words}")
    endif()
  endforeach()
  foreach(keyword IN ITEMS USER_ROOTS RUNTIME_ROOTS)
    if(DEFINED arg_${keyword})
      string(REGEX REPLACE "S$" "" option "${keyword}")
      cmake_language(EVAL CODE "_cxprof_repeat_option(words ${option} ${arg_${keyword}})")
      string(APPEND options "${words}")
    endif()
  endforeach()
  _cxprof_working_directory(working_dir)
  _cxprof_quote(working_dir_code "${working_dir}")
  _cxprof_test_command(start)
  cmake_language(EVAL CODE "
    add_test(NAME ${name_code} COMMAND ${start}${environment} [=[--]=] ${options} [=[--]=] ${command}
             WORKING_DIRECTORY ${working_dir_code})
    set_tests_properties(${name_code} PROPERTIES
      LABELS profile RUN_SERIAL ON SKIP_RETURN_CODE 77 FIXTURES_REQUIRED cxprof TIMEOUT ${timeout})")
  set_property(GLOBAL APPEND PROPERTY _CXPROF_TEST_TARGETS ${targets})
  _cxprof_schedule_fixture("${output_dir}")
endfunction()

# ` --option value` for each value, as code; the option is the keyword's.
function(_cxprof_repeat_option variable keyword)
  string(TOLOWER "${keyword}" option)
  string(REPLACE "_" "-" option "${option}")
  set(words "")
  set(index 2)
  while(index LESS ARGC)
    _cxprof_quote(code "${ARGV${index}}")
    string(APPEND words " [=[--${option}]=] ${code}")
    math(EXPR index "${index} + 1")
  endwhile()
  set(${variable} "${words}" PARENT_SCOPE)
endfunction()

# Where nothing can be profiled for a reason that is known now: a test that is skipped and says so.
function(_cxprof_add_skipped_test reason)
  set(status 77)
  if(CXPROF_REQUIRE_PERF)
    set(status 1)
  endif()
  cmake_language(EVAL CODE "
    add_test(NAME ${name_code}
      COMMAND sh -c [=[printf '<CTestDetails>Skipped: %s</CTestDetails>\\n%s\\n' \"$1\" \"$1\"; exit $2]=] sh
              [=[${reason}]=] ${status})
    set_tests_properties(${name_code} PROPERTIES LABELS profile SKIP_RETURN_CODE 77)")
endfunction()

cmake_policy(POP)
