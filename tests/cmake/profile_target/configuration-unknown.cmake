add_executable(tool main.cpp)
set(CXPROF_PROFILE_CONFIG Releas)
profile_target(tool)
