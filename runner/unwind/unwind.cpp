#include "runner/unwind/unwind.h"

#include <utility>

#include "runner/unwind/call_stack_builder.h"
#include "runner/unwind/module_code.h"
#include "runner/unwind/sample_stack.h"

namespace cxprof {

UnwoundProfile unwind(RawProfile raw, const UnwindOptions& options) {
  UnwoundProfile profile;
  profile.files = std::make_shared<ModuleFiles>(raw.modules, options.search);
  ModuleCode code(*profile.files, raw.modules.size());
  CodeAddresses addresses(raw.modules, raw.address_spaces, code);
  CallStackBuilder stacks;
  SampleStack stack(addresses, options.max_depth);

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
  return profile;
}

}  // namespace cxprof
