add_executable(tool main.cpp)
profile_target(tool ENVIRONMENT ARGS 1)
