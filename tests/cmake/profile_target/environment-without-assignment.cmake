add_executable(tool main.cpp)
profile_target(tool ENVIRONMENT A=1 B ARGS x)
