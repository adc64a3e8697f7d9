#include "runner/unwind/unwind.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "runner/unwind/call_stack_builder.h"
#include "runner/unwind/module_code.h"
#include "runner/unwind/sample_stack.h"

namespace cxprof {
namespace {

Finding other_machine(const std::string& machine) {
  return {Severity::warning, "unwind-other-machine",
          fmt::format("The recording was made on {}; call stacks are unwound for x86_64 only, so "
                      "callers are known only where the kernel recorded a call chain.",
                      machine),
          "Record with --call-graph fp."};
}

}  // namespace

UnwoundProfile unwind(RawProfile raw, const UnwindOptions& options) {
  UnwoundProfile profile;
  profile.files = std::make_shared<ModuleFiles>(raw.modules, options.search);
  ModuleCode code(*profile.files, raw.modules.size());
  CodeAddresses addresses(raw.modules, raw.address_spaces, code);
  CallStackBuilder stacks;
  // Hand-made profiles and bare recordings of this machine name none.
  const std::string& machine = raw.recording.host.machine;
  bool knows_registers = machine.empty() || machine == "x86_64";
  SampleStack stack(addresses, {options.max_depth, knows_registers});

  profile.samples.reserve(raw.samples.size());
  for (const Sample& sample : raw.samples) {
    UnwoundSample& unwound = profile.samples.emplace_back();
    unwound.time_ns = sample.time_ns;
    unwound.period = sample.period;
    unwound.pid = sample.pid;
    unwound.tid = sample.tid;
    unwound.cpu = sample.cpu;
    unwound.event = sample.event;
    unwound.thread_name = sample.thread_name;
    unwound.end = stack.walk(sample);
    unwound.stack = stacks.insert(stack.frames());
  }

  profile.addresses = addresses.take();
  profile.stacks = stacks.take();
  profile.recording = std::move(raw.recording);
  profile.events = std::move(raw.events);
  profile.modules = std::move(raw.modules);
  profile.thread_names = std::move(raw.thread_names);
  profile.losses = raw.losses;
  profile.findings = std::move(raw.findings);
  if (!knows_registers) profile.findings.push_back(other_machine(profile.recording.host.machine));
  return profile;
}

}  // namespace cxprof
