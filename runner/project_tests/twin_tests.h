#pragma once

#include <string>
#include <vector>

#include "runner/project_tests/project_files.h"
#include "runner/project_tests/test_listing.h"

namespace cxprof {

/// What every twin is called with (cmake/CxProfTestSettings.cmake).
struct TwinCommand {
  std::vector<std::string> start;         ///< Words before the environment.
  std::vector<std::string> settings;      ///< Options of the runner.
  double default_timeout_seconds = 1500;  ///< For tests that have none.
};

/// A twin for each test that runs an executable of the project, itself or behind a launcher. Tests
/// that are disabled, not built, set up and clean up fixtures, or are judged by what they print
/// (the report would be judged, too) have none.
///
/// A twin keeps what decides how its test runs and what counts as passing; not
/// FAIL_REGULAR_EXPRESSION and SKIP_REGULAR_EXPRESSION (but GoogleTest's), which would see the
/// report, too.
///
/// Gives CMake code, ready to be included by CTest. Each twin stands behind
/// `cxprof_select_twin(<test> <target>…)` in `if(cxprof_selected)`, so that whoever includes it
/// decides which there are, and knows which targets' copies they run.
std::string twin_tests(const std::vector<ListedTest>& tests, const std::vector<ProjectFile>& files,
                       const TwinCommand& command);

}  // namespace cxprof
