# Private: text as CMake code that yields exactly that text.
#
# Arguments travel as code from the user's call to the script that runs at build time, never as lists:
# lists lose empty elements, split at ';', and join over unbalanced brackets and trailing backslashes.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_quote(<variable> <text>)
#   sets <variable> to <text> as a bracket argument.
function(_cxprof_quote variable text)
  if(text MATCHES [[\$<]])
    set(fence "================")  # What a generator expression becomes is not known yet.
  else()
    set(fence "=")
  endif()
  while(TRUE)
    string(FIND "${text}]" "]${fence}]" position)
    if(position EQUAL -1)
      break()
    endif()
    string(APPEND fence "=")
  endwhile()
  # A newline right after the opening bracket would be dropped.
  if(text MATCHES "^\n")
    string(PREPEND text "\n")
  endif()
  set(${variable} "[${fence}[${text}]${fence}]" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
