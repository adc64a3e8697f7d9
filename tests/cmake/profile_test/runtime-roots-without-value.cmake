add_executable(tool main.cpp)
profile_test(NAME x RUNTIME_ROOTS COMMAND tool)
