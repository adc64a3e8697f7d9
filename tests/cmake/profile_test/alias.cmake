# LANGUAGES CXX
add_executable(tool main.cpp)
add_executable(my::tool ALIAS tool)
enable_testing()
profile_test(NAME x COMMAND my::tool)
profile_test(NAME y COMMAND env $<TARGET_FILE:my::tool> $<TARGET_FILE_NAME:my::tool>)
