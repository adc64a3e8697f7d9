#include "runner/perf_script/text_findings.h"

#include <fmt/format.h>

namespace cxprof::perf_script {
namespace {

std::string counted_samples(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "sample" : "samples");
}

}  // namespace

Finding inlined_without_object(std::uint64_t count, std::uint64_t samples) {
  bool matters = count * 20 >= samples;
  return {matters ? Severity::warning : Severity::note, "inlined-without-object",
          fmt::format("{} of {} lie in frames that the text calls (inlined) without saying in "
                      "which object.",
                      count, counted_samples(samples)),
          "Make the text with perf script --no-inline."};
}

Finding no_object_field() {
  return {Severity::warning, "no-object-field",
          "The text has no object field: which program or library a function belongs to is not "
          "known.",
          "Add dso to the fields of perf script -F, as in -F ip,sym,dso."};
}

Finding no_frames(std::uint64_t samples) {
  return {Severity::error, "no-samples",
          fmt::format("No sample could be used: the text has {}, none with an address or a symbol.",
                      counted_samples(samples)),
          "Run perf script again with the fields ip,sym,dso."};
}

Finding no_samples_in(const std::string& file) {
  return {Severity::error, "no-samples", fmt::format("The text holds no samples: {}.", file),
          "Look at what perf script said on its standard error: it may have found no recording or "
          "left out all samples."};
}

Finding roots_without_sources() {
  return {Severity::warning, "roots-without-sources",
          "A perf script text knows no source files, so that --user-root cannot be applied.",
          "Report the perf.data file or run directory itself to split by source directories."};
}

}  // namespace cxprof::perf_script
