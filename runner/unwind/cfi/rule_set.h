#pragma once

#include <array>
#include <cstdint>

#include "runner/unwind/registers_x86_64.h"
#include "runner/unwind/unwind_row.h"

namespace cxprof::cfi {

/// Where one register of the caller is found, still pointing into the section it was read from.
struct Rule {
  RegisterRule::Kind kind = RegisterRule::Kind::undefined;
  /// Bytes from the CFA (at_offset, value_offset), a register's number (in_register), or the
  /// section's offset of an expression's length and bytes (at_expression, value_expression).
  std::int64_t value = 0;
};

/// One row of a table of call frame information (DWARF 5, section 6.4.1). Plain bytes: it is copied
/// for every address that is looked up.
struct RuleSet {
  enum class Cfa : std::uint8_t { undefined, register_offset, expression };
  Cfa cfa = Cfa::undefined;
  std::uint64_t cfa_register = 0;
  std::int64_t cfa_value = 0;  ///< Bytes, or the section's offset of an expression.
  std::array<Rule, x86_64::register_count> registers;
};

/// What the interpreter knows of an architecture. Another one needs its registers_*.h, its table
/// here and, where it has more registers, a larger RuleSet.
struct RegisterTable {
  std::uint8_t return_address = 0;  ///< The only return address column that is understood.
  /// Opcode 0x2d toggles whether the return address is signed (AArch64's DW_CFA_AARCH64_-
  /// negate_ra_state). Elsewhere it is SPARC's DW_CFA_GNU_window_save, which makes a row useless.
  bool signs_return_address = false;
  RuleSet defaults;  ///< Before a CIE has said anything: what the ABI promises.
};

/// System V psABI for x86-64, section 3.2.1: what calls preserve is the same, the stack pointer is
/// the CFA. The return address counts as preserved until a CIE says where it is.
inline constexpr RegisterTable x86_64_table = [] {
  RegisterTable table;
  table.return_address = x86_64::rip;
  auto& registers = table.defaults.registers;
  for (std::uint8_t number : x86_64::callee_saved) {
    registers[number].kind = RegisterRule::Kind::same;
  }
  registers[x86_64::rip].kind = RegisterRule::Kind::same;
  registers[x86_64::rsp].kind = RegisterRule::Kind::value_offset;
  return table;
}();

}  // namespace cxprof::cfi
