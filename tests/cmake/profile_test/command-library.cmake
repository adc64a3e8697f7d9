add_executable(tool main.cpp)
add_library(lib STATIC main.cpp)
profile_test(NAME x COMMAND lib)
