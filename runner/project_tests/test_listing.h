#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cxprof {

/// A CTest test, with those of its properties that a profiled twin keeps.
struct ListedTest {
  std::string name;
  std::vector<std::string> command;      ///< [0] is the program's path. Empty: not built.
  std::string working_directory;         ///< Empty: not given.
  std::vector<std::string> environment;  ///< VARIABLE=value
  std::vector<std::string> environment_modification;
  std::vector<std::string> fixtures_required;
  std::vector<std::string> skip_regular_expressions;
  std::vector<std::string> resource_locks;
  std::vector<std::string> required_files;
  std::optional<double> timeout_seconds;  ///< Absent: CTest's default.
  std::optional<int> skip_return_code;
  bool will_fail = false;
  bool disabled = false;
  bool is_fixture = false;  ///< Sets a fixture up or cleans it up.
  /// What it prints decides whether it passed or how long it may run (PASS_REGULAR_EXPRESSION,
  /// TIMEOUT_AFTER_MATCH).
  bool judged_by_output = false;
};

/// Reads what `ctest --show-only=json-v1` prints (ctest(1), "Show as JSON Object Model", version
/// 1). Throws Error when it is something else.
std::vector<ListedTest> parse_test_listing(std::string_view json);

}  // namespace cxprof
