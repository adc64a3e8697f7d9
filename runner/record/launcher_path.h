#pragma once

#include <filesystem>

namespace cxprof {

/// cxprof-launcher as it lies beside this executable in a build tree, or in the installed tree's
/// libexec directory, wherever that was moved. Throws Error where it is missing.
std::filesystem::path launcher_path();

}  // namespace cxprof
