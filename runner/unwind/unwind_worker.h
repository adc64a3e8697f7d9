#pragma once

#include <cstddef>
#include <vector>

#include "runner/profile/sample_source.h"
#include "runner/profile/unwound_profile.h"
#include "runner/unwind/call_stack_builder.h"
#include "runner/unwind/code_addresses.h"
#include "runner/unwind/module_code.h"
#include "runner/unwind/sample_stack.h"

namespace cxprof {

/// A batch after unwinding; its stacks are those of the worker that did it.
struct UnwoundBatch {
  std::size_t number = 0;  ///< In order of time.
  std::vector<UnwoundSample> samples;
};

/// Unwinds batches, with tables of its own: nothing is shared while it works.
class UnwindWorker {
 public:
  /// All must outlive this object.
  UnwindWorker(ModuleFiles& files, ModuleCfi& cfi, SampleStackOptions options)
      : files_(files), code_(files, cfi), addresses_(code_), stack_(addresses_, options) {}
  UnwindWorker(const UnwindWorker&) = delete;
  UnwindWorker& operator=(const UnwindWorker&) = delete;

  void unwind(std::size_t number, const SampleBatch& batch);

  [[nodiscard]] std::vector<UnwoundBatch>& batches() { return batches_; }
  [[nodiscard]] const std::vector<FrameAddress>& addresses() const {
    return addresses_.addresses();
  }
  [[nodiscard]] const CallStacks& stacks() const { return stacks_.stacks(); }

 private:
  ModuleFiles& files_;
  ModuleCode code_;
  CodeAddresses addresses_;
  SampleStack stack_;
  CallStackBuilder stacks_;
  std::vector<UnwoundBatch> batches_;
};

}  // namespace cxprof
