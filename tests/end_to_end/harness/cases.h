#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {

/// A test of a handed case. Skips where the cases are not at hand or nothing can be recorded.
class Cases : public testing::Test {
 protected:
  /// Copies a case, runs its make.sh and gives its out/ directory.
  std::filesystem::path made(const std::string& name) {
    std::filesystem::path source = shared_directory() / "cases" / name;
    std::filesystem::copy(source, root_.path() / name, std::filesystem::copy_options::recursive);
    // Its status is not looked at: some end in a perf that was told to stop. Whoever needs a file
    // finds out.
    run_command({"sh", root_.path() / name / "make.sh"});
    return root_.path() / name / "out";
  }

  void SetUp() override {
    if (shared_directory().empty())
      GTEST_SKIP() << "the handed cases are not at hand (CXPROF_SHARED_DIR)";
    CXPROF_REQUIRE_RECORDING();
  }

  TemporaryDirectory root_;
};

}  // namespace cxprof::test

/// Ends the test as skipped where a tool that the case needs is not installed.
#define CXPROF_REQUIRE_TOOL(tool)                                   \
  if (run_command({"sh", "-c", "command -v " tool}).exit_code != 0) \
  GTEST_SKIP() << tool " is not installed"
