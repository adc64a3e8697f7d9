add_executable(tool main.cpp)
add_profiled_executable(tool main.cpp)
