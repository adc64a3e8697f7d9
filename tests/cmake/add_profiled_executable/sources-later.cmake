# LANGUAGES CXX
add_profiled_executable(tool ARGS 1)
target_sources(tool PRIVATE main.cpp)
