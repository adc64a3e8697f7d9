add_executable(tool main.cpp)
profile_test(NAME x REPEAT_WITHIN long COMMAND tool)
