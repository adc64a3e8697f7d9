add_executable(tool main.cpp)
profile_target(tool STACK_SIZE 65536)
