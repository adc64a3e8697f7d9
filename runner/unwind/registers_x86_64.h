#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runner/profile/sample.h"

namespace cxprof {

/// x86-64 registers by DWARF number (System V psABI for x86-64, figure 3.36). Another architecture
/// needs another such table: these numbers, which registers survive a call, and perf's order.
namespace x86_64 {

inline constexpr std::uint8_t rax = 0, rdx = 1, rcx = 2, rbx = 3, rsi = 4, rdi = 5, rbp = 6,
                              rsp = 7, r8 = 8, r9 = 9, r10 = 10, r11 = 11, r12 = 12, r13 = 13,
                              r14 = 14, r15 = 15;
/// The psABI's "return address RA" column; holds the instruction pointer of a frame here.
inline constexpr std::uint8_t rip = 16;
inline constexpr std::size_t register_count = 17;

/// Bytes below the stack pointer that a function may use without moving it (psABI 3.2.2).
inline constexpr std::uint64_t red_zone = 128;

/// Registers that a called function must give back unchanged, besides rsp.
inline constexpr std::array<std::uint8_t, 6> callee_saved{rbx, rbp, r12, r13, r14, r15};

/// DWARF number by perf's register number (arch/x86/include/uapi/asm/perf_regs.h); -1: not a
/// register that unwinding knows (flags, segments).
inline constexpr std::array<std::int8_t, 24> from_perf{rax, rbx, rcx, rdx, rsi, rdi, rbp, rsp,
                                                       rip, -1,  -1,  -1,  -1,  -1,  -1,  -1,
                                                       r8,  r9,  r10, r11, r12, r13, r14, r15};

}  // namespace x86_64

/// The registers of one frame, by DWARF number, and which of them are known.
struct Registers {
  std::array<std::uint64_t, x86_64::register_count> value{};
  std::uint32_t known = 0;  ///< Bit n: value[n] is known.

  [[nodiscard]] bool has(std::uint8_t number) const { return (known >> number & 1U) != 0; }
  void set(std::uint8_t number, std::uint64_t content) {
    value[number] = content;
    known |= 1U << number;
  }
  void forget(std::uint8_t number) { known &= ~(1U << number); }

  [[nodiscard]] std::uint64_t stack_pointer() const { return value[x86_64::rsp]; }
  [[nodiscard]] std::uint64_t instruction_pointer() const { return value[x86_64::rip]; }
};

/// A sample's user registers. None are known where the sample has none, or a view that is too short
/// for its mask.
inline Registers registers_of(const Sample& sample) {
  Registers registers;
  std::size_t word = 0;
  for (std::uint64_t rest = sample.user_register_mask; rest != 0; rest &= rest - 1, ++word) {
    auto number = static_cast<std::size_t>(__builtin_ctzll(rest));
    if (number >= x86_64::from_perf.size() || word >= sample.user_registers.size()) break;
    if (std::int8_t dwarf = x86_64::from_perf[number]; dwarf >= 0) {
      registers.set(static_cast<std::uint8_t>(dwarf), sample.user_registers[word]);
    }
  }
  return registers;
}

}  // namespace cxprof
