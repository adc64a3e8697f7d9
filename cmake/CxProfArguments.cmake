# Private: the keywords that every profiling function takes, read and checked.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_fail(<function> <target> <sentence>)
function(_cxprof_fail function target)
  list(APPEND CMAKE_MESSAGE_CONTEXT "CxProf")
  string(CONCAT sentence ${ARGN})
  message(FATAL_ERROR "${function}(${target}): ${sentence}")
endfunction()

# _cxprof_parse_arguments(<function> <target> <first> <count>)
#   reads ARGV<first>..ARGV<count - 1> of the calling function and sets in its scope, as far as given:
#     arg_FREQUENCY, arg_CALL_GRAPH, …                      the value of a keyword that takes one
#     arg_ENVIRONMENT, arg_USER_ROOTS, arg_RUNTIME_ROOTS    the values of the others, as code
#     arg_TRACK, arg_MAX_USER, …                            the same (profile_test)
#     arg_ARGS                                              as lines `cxprof_argument(<code>)`
#     arg_COMMAND                                           as code; arg_COMMAND_FIRST: its first word, as it is
#     arg_POSITIONAL                                        what stands before the keywords, as code
#     arg_EXCLUDE_FROM_ALL                                  TRUE
#     arg_POSITIONAL_FIRST                                  the first word of arg_POSITIONAL, as it is
#   A macro, because only the function itself can see its ARGV<n>, and those alone are exact (see
#   CxProfQuote.cmake); cmake_parse_arguments loses empty and unbalanced words.
macro(_cxprof_parse_arguments function target first count)
  set(_cxprof_one FREQUENCY CALL_GRAPH STACK_SIZE EVENT WORKING_DIRECTORY TIMEOUT TOP)
  set(_cxprof_many ENVIRONMENT USER_ROOTS RUNTIME_ROOTS)
  set(_cxprof_flags "")
  set(_cxprof_last ARGS)  # Everything behind it belongs to the program.
  if("${function}" STREQUAL "profile_test")
    list(APPEND _cxprof_one NAME REPEAT_WITHIN)
    list(APPEND _cxprof_many TRACK MAX_USER MAX_SELF MAX_INCLUSIVE)
    set(_cxprof_last COMMAND)
  else()
    list(APPEND _cxprof_one PROFILE_NAME)
    set(_cxprof_flags EXCLUDE_FROM_ALL)
  endif()
  # The caller's own variables would show through.
  foreach(_cxprof_keyword ${_cxprof_one} ${_cxprof_many} ${_cxprof_flags} ${_cxprof_last} POSITIONAL
                          POSITIONAL_FIRST COMMAND_FIRST)
    unset(arg_${_cxprof_keyword})
  endforeach()
  set(_cxprof_keyword POSITIONAL)
  set(_cxprof_index ${first})
  while(_cxprof_index LESS ${count})
    set(_cxprof_word "${ARGV${_cxprof_index}}")
    _cxprof_take_word("${function}" "${target}")
    math(EXPR _cxprof_index "${_cxprof_index} + 1")
  endwhile()
  _cxprof_require_value("${function}" "${target}")
  _cxprof_check_values("${function}" "${target}")
endmacro()

# One word of the call: a keyword, or a value of the keyword before it.
macro(_cxprof_take_word function target)
  if(_cxprof_keyword STREQUAL _cxprof_last)
    _cxprof_append_value()
  elseif(_cxprof_word IN_LIST _cxprof_flags OR _cxprof_word STREQUAL _cxprof_last
         OR _cxprof_word IN_LIST _cxprof_one OR _cxprof_word IN_LIST _cxprof_many)
    _cxprof_require_value("${function}" "${target}")
    if(DEFINED arg_${_cxprof_word})
      _cxprof_fail("${function}" "${target}" "${_cxprof_word} is given twice.")
    endif()
    if(_cxprof_word IN_LIST _cxprof_flags)
      set(arg_${_cxprof_word} TRUE)
    elseif(_cxprof_word STREQUAL _cxprof_last)
      set(arg_${_cxprof_last} "")
    endif()
    if(NOT (_cxprof_word IN_LIST _cxprof_flags AND _cxprof_keyword STREQUAL "POSITIONAL"))
      set(_cxprof_keyword "${_cxprof_word}")  # add_executable has EXCLUDE_FROM_ALL before the sources.
    endif()
  elseif(_cxprof_keyword STREQUAL "POSITIONAL" OR _cxprof_keyword IN_LIST _cxprof_many)
    if(_cxprof_keyword STREQUAL "POSITIONAL" AND _cxprof_word MATCHES "^[A-Z][A-Z_]+$"
       AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${_cxprof_word}")
      set(_cxprof_hint "")
      if(_cxprof_word STREQUAL "NAME")
        set(_cxprof_hint " (here it is PROFILE_NAME)")
      endif()
      _cxprof_fail("${function}" "${target}" "unknown argument \"${_cxprof_word}\"${_cxprof_hint}.")
    endif()
    _cxprof_append_value()
  elseif(_cxprof_keyword IN_LIST _cxprof_one AND NOT DEFINED arg_${_cxprof_keyword})
    set(arg_${_cxprof_keyword} "${_cxprof_word}")
  else()
    _cxprof_fail("${function}" "${target}" "unknown argument \"${_cxprof_word}\" after ${_cxprof_keyword} "
                 "(the program's arguments stand last, after ${_cxprof_last}).")
  endif()
endmacro()

# Appends the word to the values of the keyword, as code; roots become absolute.
macro(_cxprof_append_value)
  if(_cxprof_keyword MATCHES "_ROOTS$")
    get_filename_component(_cxprof_word "${_cxprof_word}" ABSOLUTE
                           BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(_cxprof_keyword STREQUAL "POSITIONAL" AND NOT DEFINED arg_POSITIONAL)
    set(arg_POSITIONAL_FIRST "${_cxprof_word}")
  endif()
  _cxprof_quote(_cxprof_code "${_cxprof_word}")
  if(_cxprof_keyword STREQUAL "COMMAND" AND "${arg_COMMAND}" STREQUAL "")
    set(arg_COMMAND_FIRST "${_cxprof_word}")
  endif()
  if(NOT _cxprof_keyword STREQUAL "ARGS")
    string(APPEND arg_${_cxprof_keyword} " ${_cxprof_code}")
  elseif(_cxprof_word MATCHES "^\\$<.*>$")
    string(APPEND arg_ARGS "cxprof_optional_argument(${_cxprof_code})\n")
  else()
    string(APPEND arg_ARGS "cxprof_argument(${_cxprof_code})\n")
  endif()
endmacro()

# Before the next keyword and at the end: has the last one got what it needs? ARGS may be empty.
macro(_cxprof_require_value function target)
  if(_cxprof_keyword IN_LIST _cxprof_one OR _cxprof_keyword IN_LIST _cxprof_many OR _cxprof_keyword STREQUAL "COMMAND")
    if("${arg_${_cxprof_keyword}}" STREQUAL "")
      _cxprof_fail("${function}" "${target}" "${_cxprof_keyword} has no value.")
    endif()
  endif()
endmacro()

# Values that the runner would refuse are refused here, where the line is shown.
function(_cxprof_check_values function target)
  foreach(keyword IN ITEMS FREQUENCY TOP)
    if(DEFINED arg_${keyword} AND NOT arg_${keyword} MATCHES "^[1-9][0-9]*$")
      _cxprof_fail("${function}" "${target}"
                   "${keyword} must be a positive whole number, but is \"${arg_${keyword}}\".")
    endif()
  endforeach()
  if(DEFINED arg_TIMEOUT
     AND (NOT arg_TIMEOUT MATCHES "^[0-9]+(\\.[0-9]+)?$" OR arg_TIMEOUT MATCHES "^[0.]+$"))
    _cxprof_fail("${function}" "${target}"
                 "TIMEOUT must be a positive number of seconds, but is \"${arg_TIMEOUT}\".")
  endif()
  if(DEFINED arg_REPEAT_WITHIN AND NOT arg_REPEAT_WITHIN MATCHES "^[0-9]+(\\.[0-9]+)?$")
    _cxprof_fail("${function}" "${target}"
                 "REPEAT_WITHIN must be a number of seconds, but is \"${arg_REPEAT_WITHIN}\".")
  endif()
  if(DEFINED arg_CALL_GRAPH AND NOT arg_CALL_GRAPH MATCHES "^(dwarf|fp|none)$")
    _cxprof_fail("${function}" "${target}"
                 "CALL_GRAPH must be dwarf, fp or none, but is \"${arg_CALL_GRAPH}\".")
  endif()
  if(DEFINED arg_STACK_SIZE)
    set(stack_size 0)
    if(arg_STACK_SIZE MATCHES "^[1-9][0-9]*$" AND arg_STACK_SIZE LESS_EQUAL 65528)
      set(stack_size ${arg_STACK_SIZE})
    endif()
    math(EXPR remainder "${stack_size} % 8")
    if(stack_size EQUAL 0 OR NOT remainder EQUAL 0)
      _cxprof_fail("${function}" "${target}" "STACK_SIZE must be a multiple of 8 from 8 to 65528 (bytes), "
                   "but is \"${arg_STACK_SIZE}\".")
    endif()
  endif()
  if(DEFINED arg_PROFILE_NAME AND NOT arg_PROFILE_NAME MATCHES "^[A-Za-z0-9_+][A-Za-z0-9_.+-]*$")
    _cxprof_fail("${function}" "${target}" "PROFILE_NAME \"${arg_PROFILE_NAME}\" must consist of letters, "
                 "digits and _ . + -, because a target and a folder are named after it.")
  endif()
  _cxprof_quote(target_code "${target}")
  if(DEFINED arg_ENVIRONMENT)
    cmake_language(EVAL CODE "_cxprof_check_assignments(${function} ${target_code} ${arg_ENVIRONMENT})")
  endif()
  foreach(keyword IN ITEMS MAX_USER MAX_SELF MAX_INCLUSIVE)
    if(DEFINED arg_${keyword})
      cmake_language(EVAL CODE "_cxprof_check_budgets(${function} ${target_code} ${keyword} ${arg_${keyword}})")
    endif()
  endforeach()
endfunction()

# A budget is <function>=<percent>, split at the last `=`, since operators contain some.
function(_cxprof_check_budgets function target keyword)
  set(index 3)
  while(index LESS ARGC)
    set(word "${ARGV${index}}")
    if(NOT word MATCHES "^.+=([0-9]+(\\.[0-9]+)?)%?$" OR CMAKE_MATCH_1 GREATER 100)
      _cxprof_fail("${function}" "${target}" "${keyword} takes FUNCTION=PERCENT, as in render=40%, but got "
                   "\"${word}\".")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
endfunction()

function(_cxprof_check_assignments function target)
  set(index 2)
  while(index LESS ARGC)
    set(word "${ARGV${index}}")
    if(NOT word MATCHES "^[A-Za-z_][A-Za-z0-9_]*=" AND NOT word MATCHES "^\\$<")
      _cxprof_fail("${function}" "${target}" "ENVIRONMENT takes VARIABLE=value, but got \"${word}\".")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
endfunction()

cmake_policy(POP)
