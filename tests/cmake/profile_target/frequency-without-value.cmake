add_executable(tool main.cpp)
profile_target(tool FREQUENCY ARGS 1)
