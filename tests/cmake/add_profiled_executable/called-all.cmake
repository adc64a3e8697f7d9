add_profiled_executable(all main.cpp)
