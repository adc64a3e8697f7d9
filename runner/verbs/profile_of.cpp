#include "runner/verbs/profile_of.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "runner/analyze/analyze.h"
#include "runner/load/load.h"
#include "runner/perf_script/load_perf_script.h"
#include "runner/perf_script/text_findings.h"
#include "runner/record/snapshot.h"
#include "runner/symbolize/symbolize.h"
#include "runner/unwind/unwind.h"

namespace cxprof {
namespace {

Profile profile_with_samples(Recording recording, const AnalysisOptions& options) {
  // libdw would ask debuginfod servers: no report goes to the network. The program has had its own
  // copy.
  unsetenv("DEBUGINFOD_URLS");
  UnwindOptions unwinding;
  unwinding.search = default_search(recording.run_directory);
  std::error_code error;
  if (auto written = std::filesystem::last_write_time(recording.perf_data, error); !error) {
    unwinding.search.recorded_at = written;
  }
  unwinding.threads = options.threads;
  UnwoundProfile unwound = unwind(open_recording(std::move(recording)), unwinding);
  SymbolizeOptions naming;
  naming.inlined_frames = options.inlined_frames;
  naming.threads = options.threads;
  if (options.defined_functions) {
    naming.defined_functions_below = options.analyze.code_roots.binaries;
  }
  SymbolizedProfile symbolized = symbolize(std::move(unwound), naming);
  AnalyzeOptions ranking = options.analyze;
  ranking.threads = options.threads;
  return analyze(std::move(symbolized), ranking);
}

Profile profile_without_samples(Recording recording, const AnalysisOptions& options) {
  SymbolizedProfile nothing;
  nothing.recording = std::move(recording);
  nothing.modules.emplace_back();
  nothing.module_facts.emplace_back();
  nothing.source_files.emplace_back();
  return analyze(std::move(nothing), options.analyze);
}

}  // namespace

Profile profile_of(Recording recording, const AnalysisOptions& options) {
  return recording.perf_data.empty() ? profile_without_samples(std::move(recording), options)
                                     : profile_with_samples(std::move(recording), options);
}

Profile profile_of_text(const std::filesystem::path& text, const AnalysisOptions& options) {
  SymbolizedProfile symbolized = load_perf_script(text);
  if (!options.inlined_frames) {
    for (auto& frames : symbolized.frames) frames = {frames.back()};
  }
  if (!options.analyze.code_roots.user.empty()) {
    symbolized.findings.push_back(perf_script::roots_without_sources());
  }
  return analyze(std::move(symbolized), options.analyze);
}

}  // namespace cxprof
