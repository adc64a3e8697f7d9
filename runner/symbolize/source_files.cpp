#include "runner/symbolize/source_files.h"

#include <filesystem>

#include "runner/support/text.h"

namespace cxprof {

std::string source_path(std::string_view file, std::string_view compilation_directory) {
  // libdw's name of a file whose number is not in the table; "<built-in>" and the like are none.
  if (file.empty() || file.ends_with("???") || file.ends_with('>')) return {};
  std::filesystem::path path(file);
  if (path.is_relative()) path = std::filesystem::path(compilation_directory) / path;
  return valid_utf8(path.lexically_normal().string());
}

SourceFileId SourceFiles::id(const std::string& path) {
  auto [at, inserted] = ids_.try_emplace(path, static_cast<SourceFileId>(paths_.size()));
  if (inserted) paths_.push_back(path);
  return at->second;
}

}  // namespace cxprof
