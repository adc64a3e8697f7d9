add_executable(tool main.cpp)
add_executable(other IMPORTED)
set_target_properties(other PROPERTIES IMPORTED_LOCATION /bin/true)
profile_test(NAME x COMMAND other)
