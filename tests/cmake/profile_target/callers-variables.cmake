# LANGUAGES CXX
# Variables of a wrapping function are not taken for arguments of the call.
add_executable(tool main.cpp)
function(wrapper)
  set(arg_TIMEOUT -1)
  set(arg_POSITIONAL x)
  set(arg_EXCLUDE_FROM_ALL TRUE)
  profile_target(tool)
endfunction()
wrapper()
