# LANGUAGES CXX
add_executable(tool main.cpp)
profile_target(tool)
foreach(name profile-tool profile-all)
  get_target_property(folder ${name} FOLDER)
  if(NOT folder STREQUAL "CxProf")
    message(SEND_ERROR "${name}: FOLDER is ${folder}")
  endif()
endforeach()
