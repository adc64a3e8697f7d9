#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cxprof {

/// A program and its arguments, exactly as the user gave them.
struct Command {
  /// argv: [0] is the program as typed (a path, or a name searched in PATH). Empty: not known.
  std::vector<std::string> arguments;
  /// Where it ran (absolute). Empty: not known.
  std::filesystem::path working_directory;
};

}  // namespace cxprof
