add_executable(tool main.cpp)
profile_target(tool FREQUENCY 99 100)
