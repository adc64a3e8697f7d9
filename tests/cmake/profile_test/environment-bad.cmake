add_executable(tool main.cpp)
profile_test(NAME x ENVIRONMENT novalue COMMAND tool)
