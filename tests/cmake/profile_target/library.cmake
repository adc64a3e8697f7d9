add_library(lib INTERFACE)
profile_target(lib)
