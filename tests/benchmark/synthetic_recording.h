#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace cxprof::benchmark {

/// A recording that nobody made: real code of a real module, stacks filled with return addresses
/// into it, so that unwinding finds its way from frame to frame.
struct SyntheticRecording {
  std::filesystem::path module = "/proc/self/exe";  ///< ELF file whose code is "run".
  std::size_t samples = 10'000;
  std::size_t processes = 1;
  std::size_t addresses = 4'000;    ///< Distinct ones, about.
  std::size_t stack_bytes = 2'048;  ///< Of each sample's copy; at most 32 KiB.
  std::size_t round_samples = 64;   ///< Between two FINISHED_ROUND records.
  std::uint64_t seed = 1;
};

/// Writes it as perf.data. Throws Error when the module has no code or the file cannot be written.
void write_recording(const SyntheticRecording& recording, const std::filesystem::path& file);

}  // namespace cxprof::benchmark
