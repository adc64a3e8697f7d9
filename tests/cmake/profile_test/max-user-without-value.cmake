add_executable(tool main.cpp)
profile_test(NAME x MAX_USER COMMAND tool)
