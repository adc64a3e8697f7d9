# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
set(CXPROF_ENABLED OFF)
profile_test(NAME x COMMAND tool)
get_property(tests DIRECTORY PROPERTY TESTS)
if(tests)
  message(SEND_ERROR "${tests}")
endif()
