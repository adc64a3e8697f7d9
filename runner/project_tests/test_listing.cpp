#include "runner/project_tests/test_listing.h"

#include <nlohmann/json.hpp>

#include "runner/support/error.h"

namespace cxprof {
namespace {

using Json = nlohmann::json;

// CTest prints a list property with a single element as a list, too; older ones may not.
std::vector<std::string> list_of(const Json& value) {
  if (value.is_string()) return {value.get<std::string>()};
  return value.get<std::vector<std::string>>();
}

void take_property(ListedTest& test, const std::string& name, const Json& value) {
  if (name == "WORKING_DIRECTORY") test.working_directory = value.get<std::string>();
  if (name == "ENVIRONMENT") test.environment = list_of(value);
  if (name == "ENVIRONMENT_MODIFICATION") test.environment_modification = list_of(value);
  if (name == "FIXTURES_REQUIRED") test.fixtures_required = list_of(value);
  if (name == "SKIP_REGULAR_EXPRESSION") test.skip_regular_expressions = list_of(value);
  if (name == "PASS_REGULAR_EXPRESSION" || name == "TIMEOUT_AFTER_MATCH")
    test.judged_by_output = true;
  if (name == "RESOURCE_LOCK") test.resource_locks = list_of(value);
  if (name == "REQUIRED_FILES") test.required_files = list_of(value);
  if (name == "TIMEOUT") test.timeout_seconds = value.get<double>();
  if (name == "SKIP_RETURN_CODE") test.skip_return_code = value.get<int>();
  if (name == "WILL_FAIL") test.will_fail = value.get<bool>();
  if (name == "DISABLED") test.disabled = value.get<bool>();
  if (name == "FIXTURES_SETUP" || name == "FIXTURES_CLEANUP") test.is_fixture = true;
}

}  // namespace

std::vector<ListedTest> parse_test_listing(std::string_view text) {
  std::vector<ListedTest> tests;
  try {
    Json listing = Json::parse(text);
    if (listing.at("kind") != "ctestInfo" || listing.at("version").at("major") != 1) {
      fail("the list of tests is not what ctest --show-only=json-v1 prints");
    }
    for (const Json& entry : listing.at("tests")) {
      ListedTest& test = tests.emplace_back();
      test.name = entry.at("name").get<std::string>();
      if (entry.contains("command")) test.command = list_of(entry.at("command"));
      if (!entry.contains("properties")) continue;
      for (const Json& property : entry.at("properties")) {
        take_property(test, property.at("name").get<std::string>(), property.at("value"));
      }
    }
  } catch (const Json::exception& error) {
    fail("the list of tests is not what ctest --show-only=json-v1 prints: {}", error.what());
  }
  return tests;
}

}  // namespace cxprof
