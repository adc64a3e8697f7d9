add_executable(tool main.cpp)
profile_test(x NAME y COMMAND tool)
