add_profiled_executable(tool FREQUENCY 99 main.cpp)
