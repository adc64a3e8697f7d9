#include "runner/support/profile_root.h"

namespace cxprof {

std::filesystem::path profile_root_of(const std::filesystem::path& run_directory) {
  std::filesystem::path run = run_directory.lexically_normal();
  if (!run.has_filename()) run = run.parent_path();
  std::error_code ignored;
  for (auto root = run.parent_path(); root.has_relative_path(); root = root.parent_path()) {
    if (std::filesystem::is_directory(root / ".build-id", ignored)) return root;
  }
  return run.parent_path().parent_path();
}

}  // namespace cxprof
