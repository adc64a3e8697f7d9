add_executable(tool main.cpp)
profile_test(COMMAND tool)
