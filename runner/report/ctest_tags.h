#pragma once

#include <filesystem>
#include <string>
#include <string_view>

// The lines of a test's output that CTest (3.22 and later) takes out of it: measurements, files and
// the test's details, as its manual describes them under ctest_test(), "Additional Test
// Measurements". CTest finds them by regular expressions and reads them as XML: what is not written
// exactly so is cut, lost, or left in the log.
namespace cxprof {

/// A number: a column, a pill and a trend chart on CDash. Plain decimals, three behind the point at
/// most. Empty, that is no tag at all, for a number that is none (not finite).
std::string ctest_number(std::string_view name, double value);

/// A line of text. Invalid UTF-8 becomes U+FFFD, control characters but tab and line feed become
/// '?' (in `name` all of them become blanks).
std::string ctest_text(std::string_view name, std::string_view value);

/// The same for a table: shown as it stands.
std::string ctest_preformatted(std::string_view name, std::string_view value);

/// A file that CTest attaches to the test; dashboards show it under its own file name. Empty, that
/// is no tag at all, unless `file` exists and is not empty: CTest would make an invalid Test.xml.
std::string ctest_file(std::string_view name, const std::filesystem::path& file);

/// The line next to the test's status; the last one printed counts. CTest takes it as it stands:
/// control characters become blanks and a closing tag goes, nothing is escaped.
std::string ctest_details(std::string_view text);

}  // namespace cxprof
