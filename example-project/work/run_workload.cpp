#include "work/run_workload.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <stdexcept>

#include "work/checksum.h"

namespace {

/// Without this, glibc may hand the freed copies back to the kernel and fetch fresh pages for the
/// next ones, or not, as the heap happens to lie: the time per repetition then differs by a factor
/// of three between machines. What is to be measured here is the rendering.
void keep_freed_memory() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 * 1024 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024 * 1024);
#endif
}

}  // namespace

int run_workload(const std::string& name, int argc, const char* const* argv, WorkloadArgs defaults,
                 std::string (*render)(const Document&)) {
  WorkloadArgs args{};
  try {
    args = parse_workload_args({argv + (argc > 0 ? 1 : 0), argv + argc}, defaults);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return 2;
  }
  keep_freed_memory();
  const Document document = generate_document(args.lines);

  const auto start = std::chrono::steady_clock::now();
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < args.reps; ++i) bytes = render(document).size();
  const auto stop = std::chrono::steady_clock::now();

  const double elapsed = std::chrono::duration<double, std::micro>(stop - start).count();
  std::printf("%s: lines=%zu reps=%zu bytes=%zu checksum=%016" PRIx64
              " elapsed=%.0fus (%.1f us per rep)\n",
              name.c_str(), args.lines, args.reps, bytes, checksum(render(document)), elapsed,
              elapsed / static_cast<double>(args.reps));
  return 0;
}
