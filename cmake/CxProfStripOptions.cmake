# Private: linker options that throw symbols away, taken out of flags and option lists. The profiled copy
# is useless without its symbols, and many projects link their releases with -s.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.22...3.31)

# _cxprof_without_strip_options(<variable> <flags>)
#   sets <variable> to <flags> without -s, -S, --strip-all, … in any of the ways to pass them: plain,
#   -Wl,a,-s,b, -Xlinker -s, LINKER:-s, SHELL:-s, $<condition:-s>. <flags> is a command-line string or a
#   list; without such an option it comes back as it is.
function(_cxprof_without_strip_options variable flags)
  set(option "(-s|-S|--strip-all|--strip-debug|--strip-unneeded)")
  set(text ";${flags};")  # Padded, so that a word at either end is like the others.
  string(REGEX REPLACE "-Xlinker[ \t;]+${option}([ \t\n;>])" "\\2" text "${text}")
  foreach(pass RANGE 1 3)  # Neighbouring matches share a delimiter.
    string(REGEX REPLACE "([ \t\n;:,])${option}([ \t\n;,>])" "\\1\\3" text "${text}")
  endforeach()
  if("${text}" STREQUAL ";${flags};")
    set(${variable} "${flags}" PARENT_SCOPE)
    return()
  endif()
  # What is left of a word whose parts are gone: `-Wl,,b`, `-Wl,a,`, `-Wl,`, `LINKER:,b`, `LINKER:`.
  string(REGEX REPLACE ",,+" "," text "${text}")
  string(REGEX REPLACE ",([ \t\n;>])" "\\1" text "${text}")
  string(REGEX REPLACE "(LINKER:|SHELL:)," "\\1" text "${text}")
  string(REGEX REPLACE "([ \t\n;:])(-Wl|LINKER:)([ \t\n;>])" "\\1\\3" text "${text}")
  string(REGEX REPLACE "([;:])(LINKER:)?SHELL:[ \t]*([;>])" "\\1\\3" text "${text}")
  string(REGEX REPLACE ";;+" ";" text "${text}")
  string(REGEX REPLACE "^;[ \t]*|[ \t]*;$" "" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
