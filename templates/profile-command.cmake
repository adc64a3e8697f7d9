# Composes the shell script that starts the runner for a profile; included by the driver of the profile tree.
#
#   cxprof_begin_command(<working directory> <runner>)   from here on lines and words are collected
#   cxprof_environment(<variable>=<value>...)
#   cxprof_words(<word>...)                               the runner's options
#   cxprof_user_roots(<dir>...) cxprof_runtime_roots(<dir>...)
#   cxprof_program()                                      ends the options
#   cxprof_argument(<argument>)                           an argument of the program
#   cxprof_optional_argument(<argument>)                  the same, left out if it is empty
#   cxprof_end_command(<file>)                            writes the script
#
# Read from the driver: tree, version, program, and the macros of code-roots.cmake. Words are quoted for the shell one
# by one, as ARGV<n>: a list would lose empty ones.

# The word in single quotes; nothing in there is special to a shell.
function(cxprof_shell_word variable word)
  string(REPLACE "'" "'\\''" word "${word}")
  set(${variable} "'${word}'" PARENT_SCOPE)
endfunction()

function(cxprof_append text)
  set_property(GLOBAL APPEND_STRING PROPERTY cxprof_command "${text}")
endfunction()

function(cxprof_words)
  set(index 0)
  while(index LESS ARGC)
    cxprof_shell_word(word "${ARGV${index}}")
    cxprof_append(" ${word}")
    math(EXPR index "${index} + 1")
  endwhile()
endfunction()

function(cxprof_begin_command working_dir runner)
  if(NOT EXISTS "${runner}")
    cxprof_stop("there is no runner ${runner}: install cxprof or set CXPROF_RUNNER to it.")
  endif()
  file(MAKE_DIRECTORY "${working_dir}")
  cxprof_shell_word(working_dir "${working_dir}")
  cxprof_append("cd ${working_dir} || exit\n")
  set(runner "${runner}" PARENT_SCOPE)
endfunction()

function(cxprof_environment)
  set(index 0)
  while(index LESS ARGC)
    cxprof_shell_word(word "${ARGV${index}}")
    if(NOT word STREQUAL "''")
      cxprof_append("export ${word}\n")
    endif()
    math(EXPR index "${index} + 1")
  endwhile()
  cxprof_append("exec")
  cxprof_words("${runner}" run)
endfunction()

# Either the directories of the call, or those of the project (code-roots.cmake).
function(cxprof_user_roots)
  if(ARGC EQUAL 0)
    cxprof_project_user_roots()
  else()
    cxprof_option_each(--user-root ${ARGN})
  endif()
endfunction()

# Foreign code that lies in a user root stays foreign.
function(cxprof_runtime_roots)
  cxprof_project_runtime_roots()
  cxprof_option_each(--runtime-root ${ARGN})
endfunction()

function(cxprof_option_each option)
  foreach(value IN LISTS ARGN)
    cxprof_words("${option}" "${value}")
  endforeach()
endfunction()

function(cxprof_program)
  if("$ENV{CXPROF_IN_SESSION}")
    cxprof_words(--session)
  endif()
  cxprof_words(--project-binary-dir "${tree}" --require-samples --expect-version "${version}" -- "${program}")
  if(DEFINED ENV{CXPROF_ARGS})
    cxprof_split_like_a_shell("$ENV{CXPROF_ARGS}")
  endif()
endfunction()

function(cxprof_argument argument)
  if(NOT DEFINED ENV{CXPROF_ARGS})
    cxprof_words("${argument}")
  endif()
endfunction()

function(cxprof_optional_argument argument)
  if(NOT "${argument}" STREQUAL "")
    cxprof_argument("${argument}")
  endif()
endfunction()

# The words of a command line as a shell sees them, without expanding anything. Not separate_arguments: that
# takes a backslash in single quotes for an escape, and the words of its list cannot be told apart again when
# they contain brackets.
function(cxprof_split_like_a_shell line)
  set(rest "${line} ")  # The blank ends the last word.
  set(in_word FALSE)
  set(word "")
  while(NOT "${rest}" STREQUAL "")
    if(rest MATCHES "^[ \t\r\n]+")
      set(taken "${CMAKE_MATCH_0}")
      if(in_word)
        cxprof_words("${word}")
      endif()
      set(in_word FALSE)
      set(word "")
    elseif(rest MATCHES "^'([^']*)'|^\\\\(.)|^([^ \t\r\n\"'\\\\]+)")
      set(taken "${CMAKE_MATCH_0}")
      string(APPEND word "${CMAKE_MATCH_1}${CMAKE_MATCH_2}${CMAKE_MATCH_3}")
      set(in_word TRUE)
    elseif(rest MATCHES "^\"(([^\"\\\\]|\\\\.)*)\"")
      set(taken "${CMAKE_MATCH_0}")
      string(REGEX REPLACE "\\\\([\"\\\\$`])" "\\1" part "${CMAKE_MATCH_1}")
      string(APPEND word "${part}")
      set(in_word TRUE)
    else()
      cxprof_stop("CXPROF_ARGS has a quote that is not closed: ${line}")
    endif()
    string(LENGTH "${taken}" length)
    string(SUBSTRING "${rest}" ${length} -1 rest)
  endwhile()
endfunction()

function(cxprof_end_command file)
  get_property(command GLOBAL PROPERTY cxprof_command)
  file(WRITE "${file}" "# Written by CxProf: this profile's last command.\n${command}\n")
endfunction()
