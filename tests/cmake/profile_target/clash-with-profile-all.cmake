add_executable(tool main.cpp)
add_custom_target(profile-all)
profile_target(tool)
