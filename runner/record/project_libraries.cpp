#include "runner/record/project_libraries.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "runner/record/elf_facts.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

std::string with_origin(std::string directory, const fs::path& origin) {
  for (const char* word : {"${ORIGIN}", "$ORIGIN"}) {
    for (std::size_t at = 0; (at = directory.find(word, at)) != std::string::npos;) {
      directory.replace(at, std::string(word).size(), origin.string());
      at += origin.string().size();  // a directory may be called $ORIGIN itself
    }
  }
  return directory;
}

std::vector<std::string> library_path() {
  std::vector<std::string> directories;
  const char* value = std::getenv("LD_LIBRARY_PATH");
  std::string list = value ? value : "";
  for (std::size_t begin = 0; begin < list.size();) {
    std::size_t end = std::min(list.find_first_of(":;", begin), list.size());
    directories.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return directories;
}

bool lies_below(const fs::path& file, const fs::path& directory) {
  auto [in_directory, in_file] =
      std::mismatch(directory.begin(), directory.end(), file.begin(), file.end());
  return in_directory == directory.end();
}

}  // namespace

std::vector<fs::path> project_libraries(const fs::path& executable,
                                        const fs::path& project_binary_dir) {
  std::error_code error;
  fs::path root = fs::canonical(project_binary_dir, error);
  if (project_binary_dir.empty() || error) return {};

  std::vector<fs::path> found;
  std::vector<fs::path> queue{fs::canonical(executable, error)};
  std::set<fs::path> seen;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    fs::path file = queue[next];
    auto facts = elf_facts(file);
    if (!facts) continue;
    std::vector<std::string> directories = facts->rpath;
    for (const std::string& directory : library_path()) directories.push_back(directory);
    directories.insert(directories.end(), facts->runpath.begin(), facts->runpath.end());
    for (const std::string& name : facts->needed) {
      for (const std::string& directory : directories) {
        fs::path candidate =
            fs::canonical(fs::path(with_origin(directory, file.parent_path())) / name, error);
        if (error) continue;
        if (seen.insert(candidate).second && lies_below(candidate, root)) {
          found.push_back(candidate);
          queue.push_back(candidate);
        }
        break;
      }
    }
  }
  return found;
}

}  // namespace cxprof
