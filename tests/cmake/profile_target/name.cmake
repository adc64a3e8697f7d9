add_executable(tool main.cpp)
profile_target(tool NAME x)
