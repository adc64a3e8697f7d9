#include <signal.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "runner/doctor/burn.h"
#include "runner/doctor/collect.h"
#include "runner/doctor/diagnosis.h"
#include "runner/doctor/doctor_report.h"
#include "runner/doctor/trial.h"
#include "runner/record/record.h"
#include "runner/record/record_with.h"
#include "runner/support/error.h"
#include "runner/verbs/profile_of.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

/// Removed with everything in it at the end of the scope.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::error_code error;
    fs::path parent = fs::temp_directory_path(error);
    std::string pattern = ((error ? "/tmp" : parent) / "cxprof-doctor-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      fail("no temporary directory can be made in {}; point TMPDIR to one that is writable",
           parent.string());
    }
    path_ = pattern;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Somebody pressed Ctrl-C: it ended the child, and is meant for us.
bool is_request_to_end(const Recording& recording) {
  constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  const ExitStatus& exit = recording.exit;
  return exit.kind == ExitKind::signalled &&
         std::find(signals.begin(), signals.end(), exit.signal) != signals.end();
}

struct Trial {
  doctor::TrialFacts facts;
  ExitStatus interrupted;  ///< Unknown: it was not.
};

// The ordinary way from a program to its profile.
Trial try_recording(const fs::path& perf) {
  try {
    TemporaryDirectory directory;
    fs::path self = fs::read_symlink("/proc/self/exe");
    Recording recording =
        record_with(doctor::trial_request(self, directory.path(), perf), doctor::trial_limits());
    if (is_request_to_end(recording)) return {{}, recording.exit};
    return {doctor::trial_facts(profile_of(std::move(recording), {})), {}};
  } catch (const std::exception& error) {
    return {doctor::failed_trial(error.what()), {}};
  }
}

}  // namespace

int examine(const DoctorOptions& options) {
  if (options.burn) {
    doctor::burn();
    return 0;
  }
  constexpr std::chrono::seconds patience(5);
  doctor::Facts facts;
  facts.perf = doctor::perf_facts(options.perf, patience);
  facts.permissions = doctor::permission_facts();
  facts.events = doctor::event_facts();
  facts.container = doctor::container_facts();
  facts.system = doctor::system_facts();
  facts.libc = doctor::libc_facts();
  Trial trial = try_recording(options.perf);
  if (trial.interrupted.kind != ExitKind::unknown) end_like(trial.interrupted);
  facts.trial = trial.facts;

  doctor::Diagnosis diagnosis = doctor::diagnose(facts);
  options.json ? write_json(diagnosis, std::cout) : write_text(diagnosis, std::cout);
  std::cout.flush();
  if (!std::cout) fail("cannot write to stdout: is the disk full?");
  return diagnosis.exit_status;
}

}  // namespace cxprof
