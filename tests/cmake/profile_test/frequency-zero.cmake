add_executable(tool main.cpp)
profile_test(NAME x FREQUENCY 0 COMMAND tool)
