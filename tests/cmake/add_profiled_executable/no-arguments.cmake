add_profiled_executable()
