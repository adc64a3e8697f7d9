# LANGUAGES CXX
add_profiled_executable(tool EXCLUDE_FROM_ALL main.cpp)
get_target_property(excluded tool EXCLUDE_FROM_ALL)
if(NOT excluded)
  message(SEND_ERROR "in ALL")
endif()
