profile_target(tool)
