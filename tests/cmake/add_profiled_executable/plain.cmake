# LANGUAGES CXX
add_profiled_executable(tool main.cpp)
if(NOT TARGET tool OR NOT TARGET profile-tool)
  message(SEND_ERROR "targets are missing")
endif()
