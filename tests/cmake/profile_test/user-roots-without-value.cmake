add_executable(tool main.cpp)
profile_test(NAME x USER_ROOTS COMMAND tool)
