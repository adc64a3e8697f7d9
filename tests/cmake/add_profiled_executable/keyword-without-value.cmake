add_profiled_executable(tool main.cpp TIMEOUT)
