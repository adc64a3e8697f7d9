add_executable(tool IMPORTED)
profile_target(tool)
