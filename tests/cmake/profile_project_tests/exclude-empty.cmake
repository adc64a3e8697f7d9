add_executable(tool main.cpp)
profile_project_tests(EXCLUDE "")
