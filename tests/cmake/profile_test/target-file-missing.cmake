add_executable(tool main.cpp)
profile_test(NAME x COMMAND env $<TARGET_FILE:tol>)
