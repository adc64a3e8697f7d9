# LANGUAGES CXX
add_executable(tool main.cpp)
profile_target(tool)
profile_target(tool PROFILE_NAME tool-large ARGS 1)
foreach(name profile-tool profile-tool-large profile-all)
  if(NOT TARGET ${name})
    message(SEND_ERROR "no ${name}")
  endif()
endforeach()
