# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
profile_test(NAME "a name; odd" TRACK "operator<" "f(int, char)" MAX_USER "operator===5" f=40% MAX_SELF g=0 MAX_INCLUSIVE h=100
  REPEAT_WITHIN 0 FREQUENCY 99 EVENT cycles CALL_GRAPH fp STACK_SIZE 64 WORKING_DIRECTORY sub ENVIRONMENT A=b
  "P=$<TARGET_FILE_DIR:tool>" TIMEOUT 1.5 TOP 3 USER_ROOTS . RUNTIME_ROOTS vendor COMMAND tool "$<TARGET_FILE:tool>")
get_test_property("a name; odd" TIMEOUT timeout)
if(NOT timeout EQUAL 603)  # 1 + 0 + 602
  message(SEND_ERROR "TIMEOUT ${timeout}")
endif()
foreach(expected "LABELS=profile" "RUN_SERIAL=ON" "SKIP_RETURN_CODE=77" "FIXTURES_REQUIRED=cxprof"
        "WORKING_DIRECTORY=${CMAKE_CURRENT_BINARY_DIR}/sub")
  string(REGEX MATCH "^([A-Z_]+)=(.*)$" ignored "${expected}")
  get_test_property("a name; odd" ${CMAKE_MATCH_1} value)
  if(NOT value STREQUAL CMAKE_MATCH_2)
    message(SEND_ERROR "${CMAKE_MATCH_1} is ${value} instead of ${CMAKE_MATCH_2}")
  endif()
endforeach()
