#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "runner/profile/recording.h"

namespace cxprof {

/// The machine we run on.
Host host_facts();

/// `git describe --always --dirty` in `directory`. Empty: no work tree, no git, or it took longer
/// than `limit`.
std::string git_revision(const std::filesystem::path& directory, std::chrono::milliseconds limit);

/// Now, e.g. "2026-03-01T12:00:00+0100".
std::string local_time();

}  // namespace cxprof
