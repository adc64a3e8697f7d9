add_executable(tool main.cpp)
profile_test(NAME x CALL_GRAPH COMMAND tool)
