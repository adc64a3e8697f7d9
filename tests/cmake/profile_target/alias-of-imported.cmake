add_executable(tool IMPORTED GLOBAL)
add_executable(ns::tool ALIAS tool)
profile_target(ns::tool)
