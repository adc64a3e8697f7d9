add_executable(tool main.cpp)
profile_test(NAME x ARGS 1 COMMAND tool)
