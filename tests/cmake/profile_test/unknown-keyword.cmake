add_executable(tool main.cpp)
profile_test(NAME x TRAKC f COMMAND tool)
