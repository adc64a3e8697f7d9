#include "runner/unwind/unwind.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "runner/support/threads.h"
#include "runner/unwind/raw_profile_source.h"
#include "runner/unwind/stack_merger.h"
#include "runner/unwind/unwind_worker.h"

namespace cxprof {
namespace {

Finding other_machine(const std::string& machine) {
  return {Severity::warning, "unwind-other-machine",
          fmt::format("The recording was made on {}; call stacks are unwound for x86_64 only, so "
                      "callers are known only where the kernel recorded a call chain.",
                      machine),
          "Record with --call-graph fp."};
}

// Files that may be another build than the recorded one, with no build id to tell.
void add_newer_files(const std::vector<Module>& modules, ModuleFiles& files, Findings& findings) {
  for (ModuleId id = 0; id < modules.size(); ++id) {
    const ModuleFile* file = files.opened(id);
    if (file == nullptr || !file->newer_than_recording) continue;
    findings.push_back(
        {Severity::warning, "file-newer-than-recording",
         fmt::format("{} was written after the recording, which has no build id to check it by: if "
                     "it is another build, names and callers in it are wrong.",
                     modules[id].path),
         "Record again with build ids (perf record without -B, -z or a pipe; cxprof record)."});
  }
}

// Takes a lock that others hold for some ten microseconds at a time: going to sleep for it would
// take as long again.
std::unique_lock<std::mutex> lock_soon(std::mutex& mutex) {
  constexpr int attempts = 2000;
  for (int i = 0; i < attempts; ++i) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (lock.owns_lock()) return lock;
    __builtin_ia32_pause();
  }
  return std::unique_lock(mutex);
}

// Hand-made profiles and bare recordings of this machine name none.
bool knows_registers(const std::string& machine) { return machine.empty() || machine == "x86_64"; }

/// Batches of one source, unwound by workers that take turns at reading: who has read a batch
/// unwinds it, while its bytes are still in that core's cache, and another reads the next.
class Crew {
 public:
  Crew(SampleSource& source, ModuleFiles& files, std::size_t max_depth)
      : source_(source), files_(files), cfi_(files), max_depth_(max_depth) {}

  void work(std::size_t threads) {
    run_in_threads(threads, [this, threads] { run(threads > 1); });
  }

  void merge_into(UnwoundProfile& profile) {
    struct Part {
      UnwindWorker* worker;
      StackMerger::Translation translation;
    };
    std::deque<Part> parts;
    std::vector<std::pair<UnwoundBatch*, Part*>> batches;
    for (UnwindWorker& worker : workers_) {
      parts.push_back({&worker, StackMerger::translation(worker.stacks(), worker.addresses())});
      for (UnwoundBatch& batch : worker.batches()) batches.emplace_back(&batch, &parts.back());
    }
    std::ranges::sort(batches, {}, [](const auto& entry) { return entry.first->number; });
    std::size_t count = 0;
    for (const auto& [batch, part] : batches) count += batch->samples.size();
    profile.samples.reserve(count);
    StackMerger merger;
    for (auto& [batch, part] : batches) {
      for (UnwoundSample& sample : batch->samples) {
        sample.stack = merger.insert(part->worker->stacks(), part->worker->addresses(),
                                     part->translation, sample.stack);
        profile.samples.push_back(sample);
      }
      batch->samples = {};
    }
    profile.stacks = merger.take_stacks();
    profile.addresses = merger.take_addresses();
  }

 private:
  void run(bool prefetch) {
    UnwindWorker* worker = nullptr;
    SampleBatch batch;
    while (auto number = take(batch, worker)) {
      worker->unwind(*number, batch);
      if (prefetch) source_.prefetch();
    }
  }

  // The number of the next batch. Absent: there is none.
  std::optional<std::size_t> take(SampleBatch& batch, UnwindWorker*& worker) {
    auto lock = lock_soon(turn_);
    if (done_) return std::nullopt;
    done_ = true;  // stays so when the source throws
    if (!source_.next(batch)) return std::nullopt;
    done_ = false;
    if (worker == nullptr) {
      worker = &workers_.emplace_back(
          files_, cfi_, SampleStackOptions{max_depth_, knows_registers(batch.code->machine)});
    }
    return next_number_++;
  }

  SampleSource& source_;
  ModuleFiles& files_;
  ModuleCfi cfi_;
  std::size_t max_depth_;
  std::mutex turn_;  // guards the source and what follows
  std::deque<UnwindWorker> workers_;
  std::size_t next_number_ = 0;
  bool done_ = false;
};

void put_in_order(std::vector<UnwoundSample>& samples) {
  if (!std::ranges::is_sorted(samples, {}, &UnwoundSample::time_ns)) {
    std::ranges::stable_sort(samples, {}, &UnwoundSample::time_ns);
  }
}

}  // namespace

UnwoundProfile unwind(std::unique_ptr<SampleSource> source, const UnwindOptions& options) {
  UnwoundProfile profile;
  profile.files = std::make_shared<ModuleFiles>(std::vector<Module>{}, options.search);
  Crew crew(*source, *profile.files, options.max_depth);
  crew.work(thread_count(options.threads));

  auto [rest, event_index] = source->finish();
  source.reset();
  crew.merge_into(profile);
  for (UnwoundSample& sample : profile.samples) sample.event = event_index.at(sample.event);
  put_in_order(profile.samples);
  profile.files->know(rest.modules);
  add_newer_files(rest.modules, *profile.files, rest.findings);
  profile.recording = std::move(rest.recording);
  profile.events = std::move(rest.events);
  profile.modules = std::move(rest.modules);
  profile.thread_names = std::move(rest.thread_names);
  profile.losses = rest.losses;
  profile.findings = std::move(rest.findings);
  const std::string& machine = profile.recording.host.machine;
  if (!knows_registers(machine)) profile.findings.push_back(other_machine(machine));
  return profile;
}

UnwoundProfile unwind(RawProfile raw, const UnwindOptions& options) {
  return unwind(std::make_unique<RawProfileSource>(std::move(raw)), options);
}

}  // namespace cxprof
