# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
profile_test(NAME [[back\slash "${x}"]] COMMAND tool [[\]])
