add_executable(tool main.cpp)
profile_target(tool EVENT ARGS 1)
