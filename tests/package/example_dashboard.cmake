# The example project's dashboard script, whole: configures, builds, tests, profiles and submits, here to a stub.
include("${CMAKE_CURRENT_LIST_DIR}/tools.cmake")
file(COPY "${CXPROF_SOURCE_DIR}/example-project" DESTINATION "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}/arrived")
file(WRITE "${WORK_DIR}/dashboard.sh" [==[
"$STUB" "$WORK_DIR/arrived" >"$WORK_DIR/port" & stub=$!
trap 'kill $stub' EXIT
until [ -s "$WORK_DIR/port" ]; do sleep 0.1; done
"$CTEST" -S "$WORK_DIR/example-project/dashboard.cmake" "-DBUILD_DIRECTORY=$WORK_DIR/build" \
  "-DCTEST_SUBMIT_URL=http://127.0.0.1:$(cat "$WORK_DIR/port")/submit.php?project=RenderExample" \
  "-DCONFIGURE_OPTIONS=-DCMAKE_PREFIX_PATH=$PREFIX;-DCMAKE_BUILD_TYPE=Release" -V
]==])
set(ENV{STUB} "${CDASH_STUB}")
set(ENV{CTEST} "${CMAKE_CTEST_COMMAND}")
set(ENV{WORK_DIR} "${WORK_DIR}")
set(ENV{PREFIX} "${PREFIX}")
execute_process(COMMAND sh "${WORK_DIR}/dashboard.sh" OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
expect_success()
file(GLOB queries "${WORK_DIR}/arrived/*.query")
set(parts "")
foreach(query IN LISTS queries)
  file(READ "${query}" text)
  if(text MATCHES "FileName=[^\n]*___XML___([A-Za-z]+)\\.xml")
    list(APPEND parts "${CMAKE_MATCH_1}")
    if(CMAKE_MATCH_1 STREQUAL "Test")
      string(REGEX REPLACE "query$" "body" body "${query}")
    endif()
  endif()
endforeach()
foreach(part IN ITEMS Configure Build Test Done)
  if(NOT part IN_LIST parts)
    message(FATAL_ERROR "${part}.xml did not arrive, only ${parts}\n${output}")
  endif()
endforeach()
file(READ "${body}" xml)
foreach(text IN ITEMS "<Name>profile.naive</Name>" "<Name>profile.fast</Name>" "<Name>cxprof.merge</Name>"
        "name=\"cxprof.percent: render_naive\"" "name=\"cxprof.budgets\"" "filename=\"profile.naive.profile.json\"")
  string(FIND "${xml}" "${text}" position)
  if(position EQUAL -1)
    execute_process(COMMAND "${PREFIX}/bin/cxprof" doctor RESULT_VARIABLE result OUTPUT_VARIABLE output)
    if(result EQUAL 1)
      message("skipped: nothing can be recorded here")
      return()
    endif()
    message(FATAL_ERROR "missing in Test.xml: ${text}")
  endif()
endforeach()
if(EXISTS "${SHARED_DIR}/data/cdash/Test.xsd")
  execute_process(COMMAND xmllint --huge --noout --schema "${SHARED_DIR}/data/cdash/Test.xsd" "${body}"
                  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result MATCHES "[Nn]o such file")
    expect_success()
  endif()
endif()
