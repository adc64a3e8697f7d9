add_executable(tool main.cpp)
profile_target(tool CALL_GRAPH ARGS 1)
