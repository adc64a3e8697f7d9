#pragma once

#include <filesystem>

namespace cxprof {

/// The profile root that `run_directory` belongs to: its nearest ancestor that holds `.build-id`,
/// the snapshots of all runs below it. Without any: where `<root>/<name>/<time>` has it.
std::filesystem::path profile_root_of(const std::filesystem::path& run_directory);

}  // namespace cxprof
