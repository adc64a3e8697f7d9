#include "runner/unwind/sample_stack.h"

#include <optional>

#include "runner/unwind/call_chain.h"
#include "runner/unwind/registers_x86_64.h"
#include "runner/unwind/stack_walk.h"

namespace cxprof {
namespace {

// /proc/sys/kernel/perf_event_max_stack: the kernel's call chain walker stops at this many entries.
constexpr std::size_t kernel_chain_limit = 127;

bool is_user(CpuMode mode) { return mode == CpuMode::user || mode == CpuMode::unknown; }

StackEnd end_of_chain(const CallChainFrames& chain, std::size_t frames) {
  bool is_cut = chain.entries >= kernel_chain_limit || chain.entries > frames;
  return is_cut ? StackEnd::depth_limit : StackEnd::root;
}

}  // namespace

StackEnd SampleStack::walk(const Sample& sample) {
  frames_.clear();
  if (sample.user_abi == RegisterAbi::none) return walk_chain_only(sample);
  if (sample.user_stack.empty()) {
    CallChainFrames chain =
        append_call_chain(sample, CallChainPart::all, code_, options_.max_depth, frames_);
    if (chain.has_user_part) return end_of_chain(chain, frames_.size());
  } else {
    // The user's part follows from the stack; what the kernel saw of it is the lesser truth.
    append_call_chain(sample, CallChainPart::kernel_only, code_, options_.max_depth, frames_);
  }
  return walk_user_part(sample);
}

StackEnd SampleStack::walk_user_part(const Sample& sample) {
  bool in_user_code = frames_.empty() && is_user(sample.cpu_mode);
  if (frames_.empty() && !in_user_code) append_leaf(sample);
  Registers registers = registers_of(sample);
  bool has_pointers = registers.has(x86_64::rip) && registers.has(x86_64::rsp);
  if (sample.user_abi != RegisterAbi::bits64 || !has_pointers || !options_.knows_registers) {
    // Other registers have other rules; the leaf is all that can be told.
    if (in_user_code) append_leaf(sample);
    return StackEnd::no_unwind_info;
  }
  return walk_user_stack(sample, registers, code_, options_.max_depth, frames_);
}

StackEnd SampleStack::walk_chain_only(const Sample& sample) {
  CallChainFrames chain =
      append_call_chain(sample, CallChainPart::all, code_, options_.max_depth, frames_);
  if (chain.entries != 0) return end_of_chain(chain, frames_.size());
  append_leaf(sample);
  return StackEnd::not_recorded;
}

void SampleStack::append_leaf(const Sample& sample) {
  if (sample.ip == 0) return;
  constexpr AddressKind kind = AddressKind::instruction_pointer;
  const CodeAddresses::Place place{sample.address_space, sample.pid};
  if (sample.cpu_mode == CpuMode::kernel) {
    frames_.push_back(code_.kernel(place, sample.ip, kind));
    return;
  }
  auto address = is_user(sample.cpu_mode) ? code_.user(place, sample.ip, kind) : std::nullopt;
  frames_.push_back(address ? *address : code_.unknown(sample.ip, kind));
}

}  // namespace cxprof
