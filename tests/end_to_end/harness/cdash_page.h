#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/end_to_end/harness/test_xml.h"

namespace cxprof::test {

/// What CDash makes of a test in Test.xml, by its TestingHandler and its test page.
struct CDashPage {
  std::string details;  ///< Next to the status ("Completion Status").
  /// Pills at the top and choices of the trend chart: every numeric measurement.
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> lines;         ///< text/string: blanks run together.
  std::map<std::string, std::string> preformatted;  ///< As they stand.
  std::map<std::string, std::string> links;         ///< Link text → address.
  std::vector<std::string> downloads;               ///< File names of attached files.
  std::vector<std::string> problems;                ///< What would be shown wrong or not at all.
};

CDashPage cdash_page(const TestResult& result);

}  // namespace cxprof::test
