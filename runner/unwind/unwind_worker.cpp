#include "runner/unwind/unwind_worker.h"

namespace cxprof {

void UnwindWorker::unwind(std::size_t number, const SampleBatch& batch) {
  files_.know(batch.code->modules);
  addresses_.know(batch.code);
  UnwoundBatch& result = batches_.emplace_back();
  result.number = number;
  result.samples.reserve(batch.samples.size());
  for (const Sample& sample : batch.samples) {
    UnwoundSample& unwound = result.samples.emplace_back();
    unwound.time_ns = sample.time_ns;
    unwound.period = sample.period;
    unwound.pid = sample.pid;
    unwound.tid = sample.tid;
    unwound.cpu = sample.cpu;
    unwound.event = sample.event;
    unwound.thread_name = sample.thread_name;
    unwound.end = stack_.walk(sample);
    unwound.stack = stacks_.insert(stack_.frames());
  }
}

}  // namespace cxprof
