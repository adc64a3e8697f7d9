add_executable(tool main.cpp)
profile_test(NAME x MAX_USER "f=101%" COMMAND tool)
