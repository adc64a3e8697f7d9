#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cxprof {

/// A file that the project builds, and its target.
struct ProjectFile {
  bool executable = false;  ///< False: a shared library or module.
  std::string target;
  std::string path;  ///< In the normal build tree, absolute.
};

/// Reads the table that CMake writes (cmake/CxProfProfileProjectTests.cmake): one file a line,
/// "executable|library TAB target TAB path". Throws Error on any other line.
std::vector<ProjectFile> parse_project_files(std::string_view table);

/// `word` with the project's files as places in the profile tree (templates/test-command.cmake): a
/// whole word that is such a file, or the file behind the `=` of an option.
std::string with_target_files(std::string_view word, const std::vector<ProjectFile>& files);

/// The same for VARIABLE=value of an environment: also each element of a value that is a list
/// separated by colons, and directories of libraries, as in LD_LIBRARY_PATH.
std::string with_target_directories(std::string_view assignment,
                                    const std::vector<ProjectFile>& files);

}  // namespace cxprof
