#include "tests/end_to_end/harness/cdash_page.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

namespace cxprof::test {
namespace {

// Measurements that CTest writes for every test; CDash has a place of its own for each.
const std::set<std::string> reserved{
    "Execution Time", "Exit Code",  "Exit Value",  "Completion Status", "Command Line",
    "Environment",    "Processors", "Pass Reason", "Fail Reason",       "Attached File"};

std::string collapsed(const std::string& text) {
  std::string out;
  for (char c : text) {
    bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// JavaScript's parseFloat, of which "1,5" is 1 and "nan" nothing; the whole text must be the
// number.
bool parse_number(const std::string& text, double& value) {
  bool plain = !text.empty() && text.find_first_not_of("-.0123456789") == std::string::npos;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return plain && *end == '\0';
}

void add(const NamedMeasurement& measurement, CDashPage& page) {
  const std::string& type = measurement.type;
  const std::string& name = measurement.name;
  if (name.empty() || type.empty()) {
    page.problems.push_back("a measurement without name or type: " + name + type);
  } else if (type.starts_with("numeric/")) {
    double value = 0;
    if (!parse_number(measurement.value, value))
      page.problems.push_back(name + " is no number: " + measurement.value);
    if (value < 0) page.problems.push_back(name + " is negative: invisible in the chart");
    page.numbers[name] = value;
  } else if (type == "text/string") {
    page.lines[name] = collapsed(measurement.value);
  } else if (type == "text/preformatted") {
    page.preformatted[name] = measurement.value;
  } else if (type == "text/link") {
    page.links[name] = measurement.value;
  } else if (type == "file") {
    // CDash shows the file's name and not the measurement's.
    bool packed = measurement.encoding == "base64" && measurement.compression == "tar/gzip";
    if (!packed || measurement.filename.empty())
      page.problems.push_back(name + " is no packed file");
    page.downloads.push_back(measurement.filename + ".tgz");
  } else {
    page.problems.push_back(name + " has a type that is not shown: " + type);
  }
}

}  // namespace

CDashPage cdash_page(const TestResult& result) {
  CDashPage page;
  std::set<std::string> seen;
  for (const NamedMeasurement& measurement : result.measurements) {
    if (!seen.insert(measurement.name).second)
      page.problems.push_back(measurement.name + " stands twice");
    if (measurement.name == "Completion Status") page.details = measurement.value;
    if (!reserved.contains(measurement.name)) add(measurement, page);
  }
  if (page.numbers.size() > 10)
    page.problems.push_back("more numbers than a page shows well: " +
                            std::to_string(page.numbers.size()));
  if (result.name.size() > 255) page.problems.push_back("the test's name is cut");
  return page;
}

}  // namespace cxprof::test
