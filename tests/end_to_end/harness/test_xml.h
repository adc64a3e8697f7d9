#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cxprof::test {

/// A measurement of a test in Test.xml.
struct NamedMeasurement {
  std::string name;
  std::string type;
  std::string value;     ///< Entities decoded, otherwise as it stands.
  std::string encoding;  ///< "base64" for files; empty: none.
  std::string compression;
  std::string filename;
};

/// A test in Test.xml.
struct TestResult {
  std::string name;
  std::string status;  ///< "passed", "failed", "notrun".
  std::vector<NamedMeasurement> measurements;
  std::string log;  ///< Its output, without what CTest took out of it.

  /// Value of the measurement of this name; absent: there is none, or more than one.
  [[nodiscard]] std::optional<std::string> value(const std::string& measurement) const;
  [[nodiscard]] const NamedMeasurement* find(const std::string& measurement) const;
};

/// Test.xml, as `ctest -T Test --no-compress-output` writes it. Throws when it is no XML.
std::vector<TestResult> read_test_xml(const std::filesystem::path& file);

/// The test of this name; throws std::runtime_error when there is none.
const TestResult& result_of(const std::vector<TestResult>& results, const std::string& name);

/// What CDash's schema forbids of a Test.xml, a sentence each: a measurement has a type and a name
/// and, of other attributes, encoding, compression and filename; one value; a status that CTest
/// knows. Empty: nothing.
std::vector<std::string> test_xml_violations(const std::filesystem::path& file);

/// What xmllint says against a file: not well-formed or, with a schema, not valid. Empty: nothing.
std::string xmllint_complaints(const std::filesystem::path& file,
                               const std::filesystem::path& schema = {});

/// Decodes and unpacks an attached file (base64 of a gzipped tar); its content.
std::string attached_file(const NamedMeasurement& measurement);

}  // namespace cxprof::test
