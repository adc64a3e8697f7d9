#include "runner/merge/executables.h"

#include "runner/compare/gates.h"

namespace cxprof {

std::vector<ExecutableProfile> executables_of(const Profile& profile) {
  if (!profile.executables.empty()) return profile.executables;
  const Recording& recording = profile.detail.recording;
  ExecutableProfile executable;
  executable.name = recording.name;
  executable.executable = profile.target.executable;
  executable.arguments = recording.command.arguments;
  executable.run_directory = recording.run_directory.string();
  executable.exit = recording.exit;
  executable.build_id = profile.target.build_id;
  executable.event = profile.event;
  executable.host = recording.host;
  executable.summary = profile.summary;
  executable.rankings = profile.rankings;
  executable.data_quality = profile.data_quality;
  executable.observations = profile.observations;
  executable.findings = profile.findings;
  executable.gate_failures = gate_outcome(profile).failures;
  return {executable};
}

}  // namespace cxprof
