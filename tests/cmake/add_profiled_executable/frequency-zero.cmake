add_profiled_executable(tool main.cpp FREQUENCY 0)
