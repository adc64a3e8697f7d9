add_executable(tool main.cpp)
profile_target(tool PROFILE_NAME "../x")
