add_executable(tool main.cpp)
profile_project_tests()
profile_project_tests()
