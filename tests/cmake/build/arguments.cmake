# Every argument arrives as it was written, at every generator; CXPROF_ARGS replaces them for one run.
include("${CMAKE_CURRENT_LIST_DIR}/../tools.cmake")
write_project("${WORK_DIR}/source" [==[
add_executable(helper main.cpp work.cpp)
add_library(work STATIC work.cpp)
add_profiled_executable(tool main.cpp
  ENVIRONMENT "SHAPE_A=a b;c's \"$HOME\"" "SHAPE_B=$<TARGET_FILE_NAME:helper>" "$<$<BOOL:0>:SHAPE_C=x>"
  ARGS "a b" "" "x;y" [=[$HOME ${x} $(x) `x`]=] "a\\" "\\;" [=[]]=] "[" "a]=]" "it's" "\"quoted\"" "tab	end" "*"
       "-s" TOP ARGS -- "%PATH%" "#" "@x@" "é" "\\\\n" "$<TARGET_FILE:helper>" "$<$<CONFIG:None>:left out>"
       "$<1:a;b>" "starts with a line break" "" "&&" ">" "last")
target_link_libraries(tool PRIVATE work)
]==])
set(ENV{FAKE_RUNNER_SHOW} "SHAPE_A SHAPE_B SHAPE_C")
set(config "")
if(GENERATOR MATCHES "Multi")
  set(config "Debug/")
endif()
configure("${WORK_DIR}/source" "${WORK_DIR}/build")
expect_success()
build("${WORK_DIR}/build" profile-tool)
expect_success()
if(NOT EXISTS "${WORK_DIR}/build/${config}helper")
  message(FATAL_ERROR "the target that an argument names was not built")
endif()
string(FIND "${output}" "argument=[--]\n" start)
string(SUBSTRING "${output}" ${start} -1 actual)
string(FIND "${actual}" "fake runner: end" end)
string(SUBSTRING "${actual}" 0 ${end} actual)
string(REGEX REPLACE "^argument=\\[--\\]\n[^\n]*\n" "" actual "${actual}")
set(expected [===[
fake runner: argument=[a b]
fake runner: argument=[]
fake runner: argument=[x;y]
fake runner: argument=[$HOME ${x} $(x) `x`]
fake runner: argument=[a\]
fake runner: argument=[\;]
fake runner: argument=[]]
fake runner: argument=[[]
fake runner: argument=[a]=]]
fake runner: argument=[it's]
fake runner: argument=["quoted"]
fake runner: argument=[tab	end]
fake runner: argument=[*]
fake runner: argument=[-s]
fake runner: argument=[TOP]
fake runner: argument=[ARGS]
fake runner: argument=[--]
fake runner: argument=[%PATH%]
fake runner: argument=[#]
fake runner: argument=[@x@]
fake runner: argument=[é]
fake runner: argument=[\\n]
fake runner: argument=[HELPER]
fake runner: argument=[a;b]
fake runner: argument=[starts with a line break]
fake runner: argument=[]
fake runner: argument=[&&]
fake runner: argument=[>]
fake runner: argument=[last]
]===])
string(REPLACE "HELPER" "${WORK_DIR}/build/${config}helper" expected "${expected}")
if(NOT actual STREQUAL expected)
  message(FATAL_ERROR "got:\n${actual}\ninstead of:\n${expected}")
endif()
expect_output([==[SHAPE_A=[a b;c's "$HOME"]]==])
expect_output("SHAPE_B=[helper]")
expect_output("SHAPE_C=[]")

set(ENV{CXPROF_ARGS} [==[2000 'b  c' "d;\"e\\" '' f\ g '[' 'x\' $HOME "$(id)" *]==])
build("${WORK_DIR}/build" profile-tool)
expect_success()
string(REGEX REPLACE "^.*argument=\\[--\\]\n[^\n]*\n(.*)fake runner: end.*$" "\\1" actual "${output}")
set(expected [===[
fake runner: argument=[2000]
fake runner: argument=[b  c]
fake runner: argument=[d;"e\]
fake runner: argument=[]
fake runner: argument=[f g]
fake runner: argument=[[]
fake runner: argument=[x\]
fake runner: argument=[$HOME]
fake runner: argument=[$(id)]
fake runner: argument=[*]
]===])
if(NOT actual STREQUAL expected)
  message(FATAL_ERROR "CXPROF_ARGS, got:\n${actual}\ninstead of:\n${expected}")
endif()

set(ENV{CXPROF_ARGS} "a 'b")
build("${WORK_DIR}/build" profile-tool)
expect_failure()
expect_output("CXPROF_ARGS has a quote that is not closed: a 'b")
