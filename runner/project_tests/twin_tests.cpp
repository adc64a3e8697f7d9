#include "runner/project_tests/twin_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace cxprof {
namespace {

constexpr int skip_status = 77;
// As gtest_discover_tests sets it; no report prints that.
const std::vector<std::string> googletest_skips{R"(\[  SKIPPED \])"};
// CTest's own limit lies behind the runner's: as _cxprof_test_timeout in CxProfTestSettings.cmake.
constexpr double grace_seconds = 662;

// As a bracket argument, which nothing in the text can end.
std::string quoted(const std::string& text) {
  std::string fence = "=";
  while ((text + "]").find("]" + fence + "]") != std::string::npos) fence += "=";
  // A newline right after the opening bracket would be dropped.
  const char* newline = text.starts_with('\n') ? "\n" : "";
  return fmt::format("[{}[{}{}]{}]", fence, newline, text, fence);
}

std::string quoted(const std::vector<std::string>& words) {
  std::string code;
  for (const std::string& word : words) code += " " + quoted(word);
  return code;
}

// One CMake list; semicolons in its elements are escaped.
std::string cmake_list(const std::vector<std::string>& elements) {
  std::string list;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) list += ';';
    for (char c : elements[i]) list += c == ';' ? std::string("\\;") : std::string(1, c);
  }
  return list;
}

class Twin {
 public:
  Twin(const ListedTest& test, std::string name, const std::vector<ProjectFile>& files,
       const TwinCommand& command)
      : test_(test), files_(files), command_(command), name_(std::move(name)) {}

  [[nodiscard]] bool runs_the_project() const {
    if (test_.disabled || test_.is_fixture || test_.judged_by_output) return false;
    return std::any_of(test_.command.begin(), test_.command.end(), [this](const auto& word) {
      return std::any_of(files_.begin(), files_.end(), [&word](const ProjectFile& file) {
        return file.executable && word == file.path;
      });
    });
  }

  [[nodiscard]] std::string code() const {
    return fmt::format(
        "cxprof_select_twin({}{})\nif(cxprof_selected)\nadd_test({}{})\nset_tests_properties({} "
        "PROPERTIES{})\nendif()\n",
        quoted(test_.name), targets(), quoted(name_), quoted(words()), quoted(name_), properties());
  }

 private:
  // Behind the places that words() filled in, libraries among them.
  [[nodiscard]] std::string targets() const {
    constexpr std::string_view mark = "@CXPROF_TARGET_FILE";
    std::set<std::string> targets;
    for (const std::string& word : words()) {
      for (std::size_t at = 0; (at = word.find(mark, at)) != std::string::npos; ++at) {
        std::size_t colon = word.find(':', at);
        targets.insert(word.substr(colon + 1, word.find('@', colon) - colon - 1));
      }
    }
    std::string code;
    for (const std::string& target : targets) code += " " + target;
    return code;
  }

  [[nodiscard]] double timeout() const {
    return test_.timeout_seconds.value_or(command_.default_timeout_seconds);
  }

  [[nodiscard]] std::vector<std::string> words() const {
    std::vector<std::string> words = command_.start;
    for (const std::string& assignment : test_.environment) {
      words.push_back(with_target_directories(assignment, files_));
    }
    words.emplace_back("--");
    words.insert(words.end(), {"--name", name_});
    if (timeout() > 0) words.insert(words.end(), {"--timeout", fmt::to_string(timeout())});
    if (test_.skip_return_code) {
      words.insert(words.end(),
                   {"--program-skips", "--skip-status", fmt::to_string(*test_.skip_return_code)});
    }
    words.insert(words.end(), command_.settings.begin(), command_.settings.end());
    words.emplace_back("--");
    for (const std::string& word : test_.command) words.push_back(with_target_files(word, files_));
    return words;
  }

  [[nodiscard]] std::string properties() const {
    std::string code;
    auto add = [&code](const char* property, const std::string& value) {
      code += fmt::format(" {} {}", property, quoted(value));
    };
    auto add_list = [&add](const char* property, const std::vector<std::string>& values) {
      if (!values.empty()) add(property, cmake_list(values));
    };
    std::vector<std::string> fixtures = test_.fixtures_required;
    fixtures.emplace_back("cxprof");
    add("LABELS", "profile");
    add("RUN_SERIAL", "TRUE");
    add_list("FIXTURES_REQUIRED", fixtures);
    add("SKIP_RETURN_CODE", fmt::to_string(test_.skip_return_code.value_or(skip_status)));
    if (timeout() > 0) add("TIMEOUT", fmt::to_string(std::ceil(timeout() + grace_seconds)));
    if (!test_.working_directory.empty()) add("WORKING_DIRECTORY", test_.working_directory);
    if (test_.will_fail) add("WILL_FAIL", "TRUE");
    add_list("ENVIRONMENT_MODIFICATION", test_.environment_modification);
    if (test_.skip_regular_expressions == googletest_skips)
      add_list("SKIP_REGULAR_EXPRESSION", googletest_skips);
    add_list("RESOURCE_LOCK", test_.resource_locks);
    add_list("REQUIRED_FILES", test_.required_files);
    return code;
  }

  const ListedTest& test_;
  const std::vector<ProjectFile>& files_;
  const TwinCommand& command_;
  std::string name_;
};

// "profile.x", or what is free behind it: each directory has names of its own, and tests may be
// called anything.
std::string free_name(const std::string& test, std::set<std::string>& taken) {
  std::string wanted = "profile." + test;
  std::string name = wanted;
  for (int copy = 2; !taken.insert(name).second; ++copy) name = fmt::format("{}.{}", wanted, copy);
  return name;
}

}  // namespace

std::string twin_tests(const std::vector<ListedTest>& tests, const std::vector<ProjectFile>& files,
                       const TwinCommand& command) {
  std::string code;
  std::set<std::string> taken;
  for (const ListedTest& test : tests) taken.insert(test.name);
  for (const ListedTest& test : tests) {
    Twin twin(test, free_name(test.name, taken), files, command);
    if (twin.runs_the_project()) code += twin.code();
  }
  return code;
}

}  // namespace cxprof
