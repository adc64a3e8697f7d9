add_profiled_executable(tool main.cpp FREQENCY 99)
