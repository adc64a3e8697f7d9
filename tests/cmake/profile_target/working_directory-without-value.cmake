add_executable(tool main.cpp)
profile_target(tool WORKING_DIRECTORY ARGS 1)
