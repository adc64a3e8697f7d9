#include "runner/project_tests/project_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "runner/support/error.h"

namespace cxprof {
namespace {

std::string file_place(std::string_view word, const std::vector<ProjectFile>& files) {
  for (const ProjectFile& file : files) {
    if (word == file.path) return fmt::format("@CXPROF_TARGET_FILE:{}@", file.target);
  }
  return {};
}

std::string directory_place(std::string_view word, const std::vector<ProjectFile>& files) {
  for (const ProjectFile& file : files) {
    if (!file.executable && std::filesystem::path(file.path).parent_path() == word) {
      return fmt::format("@CXPROF_TARGET_FILE_DIR:{}@", file.target);
    }
  }
  return {};
}

}  // namespace

std::vector<ProjectFile> parse_project_files(std::string_view table) {
  std::vector<ProjectFile> files;
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    std::size_t first = line.find('\t');
    std::size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
    std::string_view kind = line.substr(0, first);
    if (second == std::string_view::npos || (kind != "executable" && kind != "library")) {
      fail("the table of the project's files has a line that is none: '{}'", line);
    }
    files.push_back({kind == "executable", std::string(line.substr(first + 1, second - first - 1)),
                     std::string(line.substr(second + 1))});
  }
  return files;
}

std::string with_target_files(std::string_view word, const std::vector<ProjectFile>& files) {
  if (std::string place = file_place(word, files); !place.empty()) return place;
  std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return std::string(word);
  std::string place = file_place(word.substr(equals + 1), files);
  return place.empty() ? std::string(word) : std::string(word.substr(0, equals + 1)) + place;
}

std::string with_target_directories(std::string_view assignment,
                                    const std::vector<ProjectFile>& files) {
  std::size_t begin = assignment.find('=');
  if (begin == std::string_view::npos) return std::string(assignment);
  std::string result(assignment.substr(0, ++begin));
  for (;;) {
    std::size_t end = assignment.find(':', begin);
    std::string_view element = assignment.substr(begin, end - begin);
    std::string place = file_place(element, files);
    if (place.empty()) place = directory_place(element, files);
    result += place.empty() ? std::string(element) : place;
    if (end == std::string_view::npos) return result;
    result += ':';
    begin = end + 1;
  }
}

}  // namespace cxprof
