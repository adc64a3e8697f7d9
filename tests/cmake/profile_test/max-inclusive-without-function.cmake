add_executable(tool main.cpp)
profile_test(NAME x MAX_INCLUSIVE "=5" COMMAND tool)
