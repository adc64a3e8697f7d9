add_executable(tool main.cpp)
profile_test(NAME x TIMEOUT 0 COMMAND tool)
