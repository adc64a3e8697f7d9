// Each stage of the analysis by itself, on a synthetic recording of this program's own code, or on
// the perf.data file that CXPROF_BENCHMARK_RECORDING names. Items are samples.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>

#include "runner/analyze/analyze.h"
#include "runner/load/load.h"
#include "runner/report/report.h"
#include "runner/symbolize/symbolize.h"
#include "runner/unwind/unwind.h"
#include "tests/benchmark/synthetic_recording.h"

namespace cxprof {
namespace {

class RecordingFile {
 public:
  RecordingFile() {
    if (const char* path = std::getenv("CXPROF_BENCHMARK_RECORDING")) {
      path_ = path;
      return;
    }
    std::string pattern = (std::filesystem::temp_directory_path() / "cxprof-XXXXXX").string();
    int fd = mkstemp(pattern.data());
    if (fd >= 0) ::close(fd);
    path_ = pattern;
    made_ = true;
    benchmark::write_recording({.samples = 20'000}, path_);
  }
  ~RecordingFile() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);
  }
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;

  [[nodiscard]] Recording recording() const {
    Recording recording;
    recording.perf_data = path_;
    return recording;
  }

 private:
  std::filesystem::path path_;
  bool made_ = false;
};

const RecordingFile& file() {
  static const RecordingFile file;
  return file;
}

UnwoundProfile unwound(std::size_t threads) {
  UnwindOptions options;
  options.threads = threads;
  return unwind(open_recording(file().recording()), options);
}

void count_samples(::benchmark::State& state, std::size_t samples) {
  state.SetItemsProcessed(static_cast<std::int64_t>(samples) * state.iterations());
}

void read(::benchmark::State& state) {
  std::size_t samples = 0;
  for (auto _ : state) {
    auto source = open_recording(file().recording());
    samples = 0;
    for (SampleBatch batch; source->next(batch);) samples += batch.samples.size();
  }
  count_samples(state, samples);
}
BENCHMARK(read)->Unit(::benchmark::kMillisecond);

void read_and_unwind(::benchmark::State& state) {
  std::size_t samples = 0;
  for (auto _ : state) {
    samples = unwound(static_cast<std::size_t>(state.range(0))).samples.size();
  }
  count_samples(state, samples);
}
BENCHMARK(read_and_unwind)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(::benchmark::kMillisecond);

void symbolize_stage(::benchmark::State& state) {
  SymbolizeOptions options;
  options.inlined_frames = state.range(0) != 0;
  std::size_t samples = 0;
  for (auto _ : state) {
    state.PauseTiming();
    UnwoundProfile profile = unwound(0);
    samples = profile.samples.size();
    state.ResumeTiming();
    ::benchmark::DoNotOptimize(symbolize(std::move(profile), options));
  }
  count_samples(state, samples);
}
BENCHMARK(symbolize_stage)
    ->Name("symbolize")
    ->ArgName("inlined")
    ->Arg(0)
    ->Arg(1)
    ->UseRealTime()
    ->Unit(::benchmark::kMillisecond);

void analyze_stage(::benchmark::State& state) {
  std::size_t samples = 0;
  for (auto _ : state) {
    state.PauseTiming();
    SymbolizedProfile profile = symbolize(unwound(0), {});
    samples = profile.samples.size();
    state.ResumeTiming();
    ::benchmark::DoNotOptimize(analyze(std::move(profile), {}));
  }
  count_samples(state, samples);
}
BENCHMARK(analyze_stage)->Name("analyze")->Unit(::benchmark::kMillisecond);

void write_stage(::benchmark::State& state, ReportFormat format) {
  Profile profile = analyze(symbolize(unwound(0), {}), {});
  for (auto _ : state) {
    std::ostringstream out;
    write_report(profile, format, {}, out);
    ::benchmark::DoNotOptimize(out);
  }
  count_samples(state, profile.detail.samples.size());
}
BENCHMARK_CAPTURE(write_stage, json, ReportFormat::json)->Unit(::benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_stage, terminal, ReportFormat::terminal)->Unit(::benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_stage, perf_script, ReportFormat::perf_script)
    ->Unit(::benchmark::kMillisecond);

}  // namespace
}  // namespace cxprof

BENCHMARK_MAIN();
