#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/end_to_end/harness/command.h"

namespace cxprof::test {

/// A build tree as CTest sees it, without CMake and compiler: CTestTestfile.cmake and
/// DartConfiguration.tcl in a directory of its own.
class CTestProject {
 public:
  CTestProject();

  using Properties = std::map<std::string, std::string>;
  /// Adds a test. Its name and its words arrive as they are.
  void add_test(const std::string& name, const std::vector<std::string>& command,
                const Properties& properties = {});

  /// Adds a test that runs `cxprof run --ctest --skip-unavailable --name NAME <options> --
  /// <program>`, as CMake's package does.
  void add_profiled_test(const std::string& name, const std::vector<std::string>& program,
                         std::vector<std::string> options = {}, Properties properties = {});

  /// Runs `ctest <options>` there.
  CommandResult ctest(std::vector<std::string> options, const CommandOptions& command = {});

  /// The Test.xml of the last `-T Test`; throws std::runtime_error when there is none.
  [[nodiscard]] std::filesystem::path test_xml() const;

  /// The newest run directory of a profiled test.
  [[nodiscard]] std::filesystem::path run_directory(const std::string& name) const;

  [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
  std::string test_file_;
};

}  // namespace cxprof::test
