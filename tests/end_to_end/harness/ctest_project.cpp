#include "tests/end_to_end/harness/ctest_project.h"

#include <fstream>
#include <stdexcept>

namespace cxprof::test {
namespace {

// A CMake bracket argument that holds any text; the line break behind the bracket is not part of
// it.
std::string bracket(const std::string& text) {
  std::string equals = "==";
  while (text.find("]" + equals) != std::string::npos) equals += '=';
  return "[" + equals + "[\n" + text + "]" + equals + "]";
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

CTestProject::CTestProject() {
  write(path() / "DartConfiguration.tcl", "BuildName: a build\nSite: a site\n");
}

void CTestProject::add_test(const std::string& name, const std::vector<std::string>& command,
                            const Properties& properties) {
  test_file_ += "add_test(" + bracket(name);
  for (const std::string& word : command) test_file_ += " " + bracket(word);
  test_file_ += ")\n";
  if (!properties.empty()) {
    test_file_ += "set_tests_properties(" + bracket(name) + " PROPERTIES";
    for (const auto& [key, value] : properties) test_file_ += " " + key + " " + bracket(value);
    test_file_ += ")\n";
  }
  write(path() / "CTestTestfile.cmake", test_file_);
}

void CTestProject::add_profiled_test(const std::string& name,
                                     const std::vector<std::string>& program,
                                     std::vector<std::string> options, Properties properties) {
  std::vector<std::string> command{
      CXPROF_RUNNER,      "run",    "--ctest", "--skip-unavailable", "--output-dir",
      path() / "profile", "--name", name};
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("--");
  command.insert(command.end(), program.begin(), program.end());
  properties["SKIP_RETURN_CODE"] = "77";
  properties["RUN_SERIAL"] = "ON";
  properties["LABELS"] = "profile";
  add_test(name, command, properties);
}

CommandResult CTestProject::ctest(std::vector<std::string> options, const CommandOptions& command) {
  options.insert(options.begin(), "ctest");
  CommandOptions here = command;
  here.working_directory = path();
  return run_command(options, here);
}

std::filesystem::path CTestProject::test_xml() const {
  std::ifstream tag_file(path() / "Testing" / "TAG");
  std::string tag;
  std::getline(tag_file, tag);
  std::filesystem::path file = path() / "Testing" / tag / "Test.xml";
  if (tag.empty() || !std::filesystem::exists(file))
    throw std::runtime_error("CTest has left no Test.xml in " + path().string());
  return file;
}

std::filesystem::path CTestProject::run_directory(const std::string& name) const {
  return std::filesystem::canonical(path() / "profile" / name / "latest");
}

}  // namespace cxprof::test
