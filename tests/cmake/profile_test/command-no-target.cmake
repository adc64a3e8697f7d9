add_executable(tool main.cpp)
profile_test(NAME x COMMAND ls -l)
