add_executable(tool main.cpp)
profile_target(tool)
profile_target(tool)
