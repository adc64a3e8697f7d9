#pragma once

#include <cstdint>
#include <vector>

#include "runner/unwind/registers_x86_64.h"
#include "runner/unwind/stack_memory.h"

namespace cxprof {

/// One operation of a DWARF expression (DWARF 5, section 2.5). The target of skip and bra is the
/// index of an operation in `operand`.
struct ExpressionOp {
  std::uint8_t code = 0;       ///< DW_OP_*
  std::uint64_t operand = 0;   ///< First operand, sign-extended where it is signed.
  std::uint64_t operand2 = 0;  ///< Second operand (bregx: the offset).
};

using Expression = std::vector<ExpressionOp>;

/// Runs `expression` on the registers and stack of a frame. `cfa` is what DW_OP_call_frame_cfa
/// pushes. On ok `result` is the top of the stack; whether that is an address or a value is the
/// caller's rule. Loops end: only so many operations are run.
Outcome evaluate(const Expression& expression, const Registers& registers,
                 const StackMemory& memory, std::uint64_t cfa, std::uint64_t& result);

}  // namespace cxprof
