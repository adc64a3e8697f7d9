#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "runner/profile/address_space.h"

namespace cxprof {

/// 64-bit words inside the recording's bytes. They may lie unaligned, so they are read one by one.
class WordView {
 public:
  WordView() = default;
  WordView(const std::byte* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t operator[](std::size_t index) const {
    std::uint64_t word;
    std::memcpy(&word, data_ + index * sizeof word, sizeof word);
    return word;
  }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;  ///< In words.
};

/// Index into a profile's thread names.
using ThreadNameId = std::uint32_t;

/// Where the processor was when the sample was taken (perf's misc cpumode).
enum class CpuMode : std::uint8_t { unknown, kernel, user, hypervisor, guest_kernel, guest_user };

enum class RegisterAbi : std::uint8_t { none = 0, bits32 = 1, bits64 = 2 };

/// One sample as recorded. The views point into the bytes that RawProfile::storage keeps alive.
struct Sample {
  std::uint64_t time_ns = 0;         ///< perf's clock. 0: not recorded.
  std::uint64_t ip = 0;              ///< Instruction pointer. 0: not recorded.
  std::uint64_t period = 0;          ///< Event units since the last sample. 0: not recorded.
  std::int32_t pid = -1;             ///< -1: not recorded.
  std::int32_t tid = -1;             ///< -1: not recorded.
  std::int32_t cpu = -1;             ///< -1: not recorded.
  std::uint32_t event = 0;           ///< Index into RawProfile::events.
  AddressSpaceId address_space = 0;  ///< The process's mappings at this moment.
  ThreadNameId thread_name = 0;      ///< The thread's comm at this moment.
  CpuMode cpu_mode = CpuMode::unknown;

  WordView call_chain;  ///< Leaf first, with perf's context markers. Empty: none.

  RegisterAbi user_abi = RegisterAbi::none;  ///< none: no user registers (e.g. a kernel thread).
  std::uint64_t user_register_mask = 0;      ///< Bit n: register n of perf's numbering is present.
  WordView user_registers;                   ///< One word per bit set in the mask, lowest first.
  std::span<const std::byte>
      user_stack;  ///< Memory from the user stack pointer upwards. Empty: none.
};

}  // namespace cxprof
