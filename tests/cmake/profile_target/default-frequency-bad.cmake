add_executable(tool main.cpp)
set(CXPROF_DEFAULT_FREQUENCY -1)
profile_target(tool)
