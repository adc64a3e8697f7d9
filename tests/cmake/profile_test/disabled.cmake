# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
set(CXPROF_ENABLED OFF)
profile_test(NAME x COMMAND tool)
set_property(TEST x APPEND PROPERTY LABELS mine)  # as with it
get_test_property(x DISABLED disabled)
if(NOT disabled)
  message(SEND_ERROR "not disabled")
endif()
