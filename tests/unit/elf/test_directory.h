#pragma once

#include <filesystem>
#include <string>

namespace cxprof {

/// A directory for one test, removed with everything in it when the test ends.
class TestDirectory {
 public:
  TestDirectory();
  ~TestDirectory();
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The whole content of a file.
std::string read_file(const std::filesystem::path& path);

/// Writes a file, and the directories it lies in.
void write_file(const std::filesystem::path& path, const std::string& content);

/// Copies a file, and makes the directories it goes to.
void copy_to(const std::filesystem::path& from, const std::filesystem::path& to);

/// A program that the build made for these tests.
std::filesystem::path test_program(const std::string& name);

/// What a shell command prints; the test fails where it does not succeed.
std::string output_of(const std::string& command);

}  // namespace cxprof
