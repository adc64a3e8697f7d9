add_executable(tool main.cpp)
profile_target(tool FREQENCY 99)
