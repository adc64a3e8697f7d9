add_executable(tool main.cpp)
profile_test(NAME x MAX_SELF "f=x" COMMAND tool)
