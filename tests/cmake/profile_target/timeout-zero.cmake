add_executable(tool main.cpp)
profile_target(tool TIMEOUT 0.0)
