#pragma once

#include <filesystem>
#include <vector>

namespace cxprof {

/// The shared libraries that `executable` needs, directly or through another, and that lie below
/// `project_binary_dir`. Found as ld.so(8) finds them: RPATH, LD_LIBRARY_PATH, RUNPATH, with
/// $ORIGIN. System directories are not searched: nothing there belongs to the project.
std::vector<std::filesystem::path> project_libraries(
    const std::filesystem::path& executable, const std::filesystem::path& project_binary_dir);

}  // namespace cxprof
