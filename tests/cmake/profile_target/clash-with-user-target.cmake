add_executable(tool main.cpp)
add_custom_target(profile-tool)
profile_target(tool)
