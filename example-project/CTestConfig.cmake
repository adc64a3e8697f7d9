# Where the results of this project's tests go: read by include(CTest), ctest -D and dashboard.cmake.
# Without a CDash server nothing is sent; results stand in Testing/ of the build folder.
set(CTEST_PROJECT_NAME RenderExample)
set(CTEST_NIGHTLY_START_TIME "01:00:00 UTC")

# Name your CDash server here, or for one build tree or script: -DCTEST_SUBMIT_URL=URL
if(NOT CTEST_SUBMIT_URL)
  set(CTEST_SUBMIT_URL "http://localhost/submit.php?project=${CTEST_PROJECT_NAME}")
endif()
