# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
profile_project_tests(MATCH "^a" EXCLUDE "[]x]$")
