#pragma once

#include <array>
#include <cstdint>

#include "runner/unwind/expression.h"

namespace cxprof {

/// Where a register of the caller is found (DWARF 5, section 6.4.1).
struct RegisterRule {
  enum class Kind : std::uint8_t {
    undefined,         ///< Lost.
    same,              ///< Unchanged.
    at_offset,         ///< In memory at CFA + offset.
    value_offset,      ///< Is CFA + offset.
    in_register,       ///< In another register of this frame.
    at_expression,     ///< In memory at the expression's result.
    value_expression,  ///< Is the expression's result.
  };
  Kind kind = Kind::undefined;
  std::uint8_t other = 0;   ///< in_register: its DWARF number.
  std::int64_t offset = 0;  ///< Bytes; at_offset, value_offset.
  Expression expression;
};

/// Any row that CFI can express. Few addresses need one: PLT stubs, signal trampolines, functions
/// that realign the stack.
struct GeneralRow {
  bool cfa_is_expression = false;
  std::uint8_t cfa_register = 0;  ///< CFA = this register + cfa_offset, else cfa_expression.
  std::int64_t cfa_offset = 0;
  Expression cfa_expression;
  std::array<RegisterRule, x86_64::register_count> rules;
};

/// How to get from a frame to its caller at one code address. Small, since every distinct address
/// of a profile has one: what compilers emit fits, everything else points to a GeneralRow.
struct UnwindRow {
  enum class Kind : std::uint8_t {
    not_looked_up,
    none,       ///< The address has no call frame information.
    outermost,  ///< The return address is undefined: there is no caller.
    simple,     ///< CFA = register + offset, return address at CFA - 8, rest as below.
    general,    ///< See `general`.
  };
  Kind kind = Kind::not_looked_up;
  bool signal_frame = false;      ///< The caller was interrupted, it did not call.
  std::uint8_t cfa_register = 0;  ///< DWARF number.
  std::uint8_t saved = 0;         ///< Bit i: x86_64::callee_saved[i] is at CFA + saved_offset[i].
  std::int32_t cfa_offset = 0;    ///< Bytes.
  std::array<std::int16_t, x86_64::callee_saved.size()> saved_offset{};  ///< Bytes.
  const GeneralRow* general = nullptr;  ///< Owned by where the row came from.
};

}  // namespace cxprof
