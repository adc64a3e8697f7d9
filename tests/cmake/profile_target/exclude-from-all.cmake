add_executable(tool main.cpp)
profile_target(tool EXCLUDE_FROM_ALL)
