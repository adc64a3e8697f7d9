add_executable(tool main.cpp)
profile_target(tool USER_ROOTS ARGS 1)
