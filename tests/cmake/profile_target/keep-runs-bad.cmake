add_executable(tool main.cpp)
set(CXPROF_KEEP_RUNS all)
profile_target(tool)
