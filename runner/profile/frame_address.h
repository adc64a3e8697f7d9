#pragma once

#include <cstdint>

#include "runner/profile/module.h"

namespace cxprof {

/// Why an address is on a stack decides where it is looked up.
enum class AddressKind : std::uint8_t {
  instruction_pointer,  ///< The instruction that was executing: looked up as it is.
  return_address,       ///< Where a call returns to, which may belong to the next line or, after a
                   ///< call that never returns, to the next function: looked up one byte before.
};

/// One distinct code address of a profile.
struct FrameAddress {
  ModuleId module = unknown_module;
  AddressKind kind = AddressKind::instruction_pointer;
  /// file, vdso: virtual address as in the ELF file's program headers (what nm and readelf print).
  /// kernel, kernel_module, anonymous, unknown: the absolute address.
  std::uint64_t address = 0;
  std::int32_t pid = -1;  ///< anonymous only: whose memory it is (for /tmp/perf-PID.map). Else -1.

  /// The address to look names and lines up at.
  [[nodiscard]] std::uint64_t lookup_address() const {
    return kind == AddressKind::return_address && address > 0 ? address - 1 : address;
  }

  bool operator==(const FrameAddress&) const = default;
};

/// Index into UnwoundProfile::addresses.
using AddressId = std::uint32_t;

}  // namespace cxprof
