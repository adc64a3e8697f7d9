add_executable(tool main.cpp)
profile_test(NAME x EVENT COMMAND tool)
