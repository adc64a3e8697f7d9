#include "runner/unwind/call_chain.h"

namespace cxprof {
namespace {

// PERF_CONTEXT_*: values at the very top of the address space, where no code can be.
constexpr std::uint64_t marker(std::int64_t value) { return static_cast<std::uint64_t>(value); }
constexpr std::uint64_t first_marker = marker(-4095);  // PERF_CONTEXT_MAX
constexpr std::uint64_t kernel_marker = marker(-128);
constexpr std::uint64_t user_marker = marker(-512);
constexpr std::uint64_t deferred_user_marker = marker(-640);  // Followed by a cookie, no address.

enum class Context { kernel, user, other };

Context context_of(CpuMode mode) {
  if (mode == CpuMode::kernel) return Context::kernel;
  return mode == CpuMode::user || mode == CpuMode::unknown ? Context::user : Context::other;
}

}  // namespace

CallChainFrames append_call_chain(const Sample& sample, CallChainPart part, CodeAddresses& code,
                                  std::size_t max_depth, std::vector<AddressId>& frames) {
  const CodeAddresses::Place place{sample.address_space, sample.pid};
  CallChainFrames result;
  Context context = context_of(sample.cpu_mode);
  // The first address of each context was executing there; all others are return addresses.
  AddressKind kind = AddressKind::instruction_pointer;
  for (std::size_t i = 0; i < sample.call_chain.size(); ++i) {
    std::uint64_t pc = sample.call_chain[i];
    if (pc >= first_marker) {
      if (pc == deferred_user_marker) break;
      context = pc == kernel_marker ? Context::kernel
                : pc == user_marker ? Context::user
                                    : Context::other;
      kind = AddressKind::instruction_pointer;
      continue;
    }
    bool is_innermost = result.entries++ == 0;
    if (is_innermost && sample.ip != 0) pc = sample.ip;  // Precise events: the chain is behind it.
    if (context == Context::user) result.has_user_part = true;
    if (context == Context::user && part == CallChainPart::kernel_only) continue;
    if (frames.size() >= max_depth) continue;
    if (context == Context::kernel) {
      frames.push_back(code.kernel(place, pc, kind));
    } else if (context == Context::user) {
      auto address = code.user(place, pc, kind);
      frames.push_back(address ? *address : code.unknown(pc, kind));
    } else {
      frames.push_back(code.unknown(pc, kind));
    }
    kind = AddressKind::return_address;
  }
  return result;
}

}  // namespace cxprof
