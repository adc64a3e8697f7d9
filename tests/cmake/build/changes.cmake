# The profile tree follows the outer one: configured again only when settings change, built when sources do.
include("${CMAKE_CURRENT_LIST_DIR}/../tools.cmake")
write_project("${WORK_DIR}/source" "
option(SHAPE_EXTRA \"\" OFF)
set(SHAPE_LIST \"\" CACHE STRING \"\")
message(STATUS \"nested: \${CXPROF_NESTED} extra: \${SHAPE_EXTRA} list: \${SHAPE_LIST} env: \$ENV{SHAPE_ENV} \$ENV{CXXFLAGS}\")
${plain_project}
if(SHAPE_EXTRA)
  target_compile_definitions(work PRIVATE SHAPE_EXTRA)
endif()
")
set(ENV{SHAPE_ENV} kept)
configure("${WORK_DIR}/source" "${WORK_DIR}/build" -DCXPROF_PASS_ENV=SHAPE_ENV "-DSHAPE_LIST=a b\;c\\;d$x")
expect_success()
unset(ENV{SHAPE_ENV})
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_output("configuring the profile tree (RelWithDebInfo)")
file(READ "${WORK_DIR}/build/_cxprof/configure.log" log)
set(listed "nested: ON extra: OFF list: a b;c")
string(FIND "${log}" "${listed}" position)
if(position EQUAL -1 OR NOT log MATCHES "env: kept")
  message(FATAL_ERROR "settings did not arrive: ${log}")
endif()

# Nothing changed.
file(REMOVE "${WORK_DIR}/build/_cxprof/configure.log")
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_no_output("configuring")
expect_no_output("Building")
# The outer tree configured again, from a shell that lacks the variable.
configure("${WORK_DIR}/source" "${WORK_DIR}/build")
expect_success()
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_no_output("configuring")
# A profiling option does not concern the tree.
configure("${WORK_DIR}/source" "${WORK_DIR}/build" -DCXPROF_DEFAULT_FREQUENCY=99)
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_no_output("configuring")
expect_output("argument=[99]")

# An option changed: configured again, but only what it concerns is compiled again.
configure("${WORK_DIR}/source" "${WORK_DIR}/build" -DSHAPE_EXTRA=ON)
expect_success()
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_output("configuring")
expect_output("work.cpp.o")
expect_no_output("main.cpp.o")

# A compile error is shown.
file(APPEND "${WORK_DIR}/source/work.cpp" "int broken( { }\n")
build("${WORK_DIR}/build" profile-tool)
expect_failure()
expect_output("work.cpp:6")
expect_output("the copy of tool that was to be profiled could not be built (RelWithDebInfo")
expect_no_output("fake runner")
file(WRITE "${WORK_DIR}/source/work.cpp" "int work(int n) { return n; }\n")
build("${WORK_DIR}/build" profile-tool)
expect_success()
expect_no_output("configuring")
expect_output("work.cpp.o")

# A target added later.
file(APPEND "${WORK_DIR}/source/CMakeLists.txt" "add_profiled_executable(second main.cpp work.cpp)\n")
if(GENERATOR MATCHES "Makefiles")
  configure("${WORK_DIR}/source" "${WORK_DIR}/build")  # Make itself does not look for new targets.
endif()
build("${WORK_DIR}/build" profile-second)
expect_success()
expect_output("_cxprof/tree/second]")

# The program's status is the target's.
set(ENV{FAKE_RUNNER_STATUS} 7)
build("${WORK_DIR}/build" profile-tool)
expect_failure()
unset(ENV{FAKE_RUNNER_STATUS})

# Cleaning removes the tree; the next run makes it again.
build("${WORK_DIR}/build" clean)
expect_success()
build("${WORK_DIR}/build" profile-tool)
expect_success()
