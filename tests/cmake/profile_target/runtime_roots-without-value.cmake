add_executable(tool main.cpp)
profile_target(tool RUNTIME_ROOTS ARGS 1)
