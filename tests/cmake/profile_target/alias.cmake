# LANGUAGES CXX
add_executable(tool main.cpp)
add_executable(ns::tool ALIAS tool)
profile_target(ns::tool)
if(NOT TARGET profile-tool)
  message(SEND_ERROR "no profile-tool")
endif()
