#include "tests/unit/report/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace cxprof {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The lines that differ, between the common beginning and the common end.
std::string difference(const std::string& expected, const std::string& actual) {
  std::vector<std::string> left = lines_of(expected);
  std::vector<std::string> right = lines_of(actual);
  std::size_t begin = 0;
  while (begin < left.size() && begin < right.size() && left[begin] == right[begin]) ++begin;
  std::size_t end = 0;
  while (end < left.size() - begin && end < right.size() - begin &&
         left[left.size() - 1 - end] == right[right.size() - 1 - end]) {
    ++end;
  }
  std::string text = "@ line " + std::to_string(begin + 1) + "\n";
  for (std::size_t i = begin; i < left.size() - end; ++i) text += "-" + left[i] + "\n";
  for (std::size_t i = begin; i < right.size() - end; ++i) text += "+" + right[i] + "\n";
  return text;
}

}  // namespace

void expect_golden(const std::string& name, const std::string& actual) {
  fs::path golden = fs::path(CXPROF_GOLDEN_DIR) / name;
  const char* approve = std::getenv("CXPROF_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    std::ofstream(golden, std::ios::binary) << actual;
    return;
  }
  std::string expected = contents(golden);
  if (actual == expected) return;
  fs::path written = fs::path(CXPROF_GOLDEN_ACTUAL_DIR) / (name + ".actual");
  fs::create_directories(written.parent_path());
  std::ofstream(written, std::ios::binary) << actual;
  ADD_FAILURE() << "differs from " << golden.string() << ", see " << written.string()
                << "\napprove it with CXPROF_APPROVE=1\n"
                << difference(expected, actual);
}

}  // namespace cxprof
