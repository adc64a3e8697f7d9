#include "tests/end_to_end/harness/test_xml.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fstream>
#include <set>
#include <stdexcept>

#include "tests/end_to_end/harness/command.h"

namespace cxprof::test {
namespace {

using Tree = boost::property_tree::ptree;

Tree read(const std::filesystem::path& file) {
  Tree tree;
  boost::property_tree::read_xml(file.string(), tree);
  return tree;
}

template <typename Visit>  // Visit(a <Test> with results)
void for_each_test(const Tree& tree, Visit visit) {
  for (const auto& [key, child] : tree.get_child("Site.Testing")) {
    if (key == "Test") visit(child);
  }
}

NamedMeasurement measurement_of(const Tree& tree) {
  auto attribute = [&](const char* name) {
    return tree.get<std::string>(std::string("<xmlattr>.") + name, "");
  };
  return {attribute("name"),     attribute("type"),        tree.get<std::string>("Value", ""),
          attribute("encoding"), attribute("compression"), attribute("filename")};
}

template <typename Visit>  // Visit(a <NamedMeasurement>)
void for_each_measurement(const Tree& test, Visit visit) {
  for (const auto& [key, child] : test.get_child("Results")) {
    if (key == "NamedMeasurement") visit(child);
  }
}

void check_measurement(const std::string& test, const Tree& tree,
                       std::vector<std::string>& violations) {
  const std::string place = test + ", " + tree.get<std::string>("<xmlattr>.name", "?") + ": ";
  std::set<std::string> required{"name", "type"};
  if (auto attributes = tree.get_child_optional("<xmlattr>")) {
    for (const auto& [name, value] : *attributes) {
      if (required.erase(name) > 0) continue;
      if (name != "encoding" && name != "compression" && name != "filename")
        violations.push_back(place + "attribute " + name);
    }
  }
  for (const std::string& name : required) violations.push_back(place + "no " + name);
  if (tree.count("Value") != 1) violations.push_back(place + "not one value");
}

}  // namespace

const NamedMeasurement* TestResult::find(const std::string& measurement) const {
  const NamedMeasurement* found = nullptr;
  for (const NamedMeasurement& candidate : measurements) {
    if (candidate.name != measurement) continue;
    if (found != nullptr) return nullptr;
    found = &candidate;
  }
  return found;
}

std::optional<std::string> TestResult::value(const std::string& measurement) const {
  const NamedMeasurement* found = find(measurement);
  if (found == nullptr) return std::nullopt;
  return found->value;
}

std::vector<TestResult> read_test_xml(const std::filesystem::path& file) {
  std::vector<TestResult> results;
  for_each_test(read(file), [&](const Tree& test) {
    TestResult result;
    result.name = test.get<std::string>("Name");
    result.status = test.get<std::string>("<xmlattr>.Status");
    for_each_measurement(
        test, [&](const Tree& tree) { result.measurements.push_back(measurement_of(tree)); });
    result.log = test.get<std::string>("Results.Measurement.Value", "");
    results.push_back(std::move(result));
  });
  return results;
}

const TestResult& result_of(const std::vector<TestResult>& results, const std::string& name) {
  for (const TestResult& result : results) {
    if (result.name == name) return result;
  }
  throw std::runtime_error("Test.xml has no test " + name);
}

std::vector<std::string> test_xml_violations(const std::filesystem::path& file) {
  std::vector<std::string> violations;
  for_each_test(read(file), [&](const Tree& test) {
    std::string name = test.get<std::string>("Name", "?");
    std::string status = test.get<std::string>("<xmlattr>.Status", "");
    if (status != "passed" && status != "failed" && status != "notrun")
      violations.push_back(name + ": status " + status);
    for_each_measurement(test,
                         [&](const Tree& tree) { check_measurement(name, tree, violations); });
  });
  return violations;
}

std::string xmllint_complaints(const std::filesystem::path& file,
                               const std::filesystem::path& schema) {
  std::vector<std::string> command{"xmllint", "--huge", "--noout"};
  if (!schema.empty()) command.insert(command.end(), {"--schema", schema});
  command.push_back(file);
  CommandResult result = run_command(command);
  return result.exit_code == 0 ? "" : result.err + " (status " + std::to_string(result.exit_code);
}

std::string attached_file(const NamedMeasurement& measurement) {
  TemporaryDirectory directory;
  std::ofstream(directory.path() / "base64", std::ios::binary) << measurement.value;
  CommandOptions there;
  there.working_directory = directory.path();
  CommandResult result = run_command({"sh", "-c", "base64 -d base64 | tar xzf -"}, there);
  if (result.exit_code != 0) throw std::runtime_error("cannot unpack: " + result.err);
  std::filesystem::path file = directory.path() / measurement.filename;
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file)))
    throw std::runtime_error(measurement.filename + " was not packed as a file");
  return read_file(file);
}

}  // namespace cxprof::test
