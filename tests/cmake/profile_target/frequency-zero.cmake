add_executable(tool main.cpp)
profile_target(tool FREQUENCY 0)
