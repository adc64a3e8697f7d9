add_executable(tool main.cpp)
profile_target(tool TIMEOUT ARGS 1)
