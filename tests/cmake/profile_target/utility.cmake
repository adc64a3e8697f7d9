add_custom_target(util)
profile_target(util)
