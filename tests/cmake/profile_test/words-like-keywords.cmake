# LANGUAGES CXX
add_executable(tool main.cpp)
enable_testing()
profile_test(NAME x COMMAND tool NAME COMMAND TRACK ARGS "" ";")
