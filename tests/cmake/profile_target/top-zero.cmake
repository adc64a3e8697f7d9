add_executable(tool main.cpp)
profile_target(tool TOP 0)
