add_executable(tool main.cpp)
profile_test(NAME x WORKING_DIRECTORY COMMAND tool)
