add_executable(tool main.cpp)
profile_test(NAME x STACK_SIZE COMMAND tool)
