#include "runner/unwind/unwind_step.h"

namespace cxprof {
namespace {

using x86_64::callee_saved;
using x86_64::rip;
using x86_64::rsp;

constexpr std::uint32_t kept_by_calls = [] {
  std::uint32_t mask = 1U << rsp | 1U << rip;
  for (std::uint8_t number : callee_saved) mask |= 1U << number;
  return mask;
}();

// What lies further below the stack pointer than the red zone is no longer this frame's: GCC's
// epilogues keep "saved at CFA - n" after the register was popped, when it holds the value again.
bool is_dead(std::uint64_t address, const Registers& registers) {
  return address + x86_64::red_zone < registers.stack_pointer();
}

// A caller's frame lies above its callee's, except where a signal handler ran on its own stack.
bool makes_progress(std::uint64_t cfa, const UnwindRow& row, const Registers& registers) {
  return row.signal_frame || cfa > registers.stack_pointer();
}

Outcome simple_step(const UnwindRow& row, const StackMemory& memory, Registers& registers) {
  if (!registers.has(row.cfa_register)) return Outcome::failed;
  std::uint64_t cfa =
      registers.value[row.cfa_register] + static_cast<std::uint64_t>(std::int64_t{row.cfa_offset});
  if (!makes_progress(cfa, row, registers)) return Outcome::failed;
  std::uint64_t return_address = 0;
  if (Outcome outcome = memory.read(cfa - 8, return_address); outcome != Outcome::ok) {
    return outcome;
  }
  for (std::size_t i = 0; row.saved >> i != 0; ++i) {
    if ((row.saved >> i & 1) == 0) continue;
    std::uint64_t address = cfa + static_cast<std::uint64_t>(std::int64_t{row.saved_offset[i]});
    std::uint64_t value = 0;
    // A slot that was not copied is below the stack pointer: popped already, the register holds it.
    if (!is_dead(address, registers) && memory.read(address, value) == Outcome::ok) {
      registers.set(callee_saved[i], value);
    }
  }
  registers.known &= kept_by_calls;
  registers.set(rsp, cfa);
  registers.set(rip, return_address);
  return Outcome::ok;
}

// The caller's register by `rule`. `value` stays untouched where it is lost.
Outcome recover(const RegisterRule& rule, const Registers& frame, const StackMemory& memory,
                std::uint64_t cfa, std::uint64_t& value) {
  std::uint64_t result = 0;
  switch (rule.kind) {
    case RegisterRule::Kind::undefined:
    case RegisterRule::Kind::same:
      return Outcome::failed;
    case RegisterRule::Kind::at_offset:
      result = cfa + static_cast<std::uint64_t>(rule.offset);
      return is_dead(result, frame) ? Outcome::below_copy : memory.read(result, value);
    case RegisterRule::Kind::value_offset:
      value = cfa + static_cast<std::uint64_t>(rule.offset);
      return Outcome::ok;
    case RegisterRule::Kind::in_register:
      if (!frame.has(rule.other)) return Outcome::failed;
      value = frame.value[rule.other];
      return Outcome::ok;
    case RegisterRule::Kind::at_expression: {
      Outcome outcome = evaluate(rule.expression, frame, memory, cfa, result);
      return outcome == Outcome::ok ? memory.read(result, value) : outcome;
    }
    case RegisterRule::Kind::value_expression:
      return evaluate(rule.expression, frame, memory, cfa, value);
  }
  return Outcome::failed;
}

Outcome general_step(const UnwindRow& row, const StackMemory& memory, Registers& registers) {
  const GeneralRow& general = *row.general;
  std::uint64_t cfa = 0;
  if (general.cfa_is_expression) {
    Outcome outcome = evaluate(general.cfa_expression, registers, memory, 0, cfa);
    if (outcome != Outcome::ok) return outcome;
  } else {
    if (!registers.has(general.cfa_register)) return Outcome::failed;
    cfa = registers.value[general.cfa_register] + static_cast<std::uint64_t>(general.cfa_offset);
  }
  if (!makes_progress(cfa, row, registers)) return Outcome::failed;

  Registers caller = registers;
  for (std::uint8_t number = 0; number < rip; ++number) {
    const RegisterRule& rule = general.rules[number];
    if (rule.kind == RegisterRule::Kind::same) continue;
    if (number == rsp && rule.kind == RegisterRule::Kind::undefined) {
      caller.set(rsp, cfa);  // Where nothing else is said the CFA is the caller's stack pointer.
      continue;
    }
    std::uint64_t value = 0;
    if (rule.kind == RegisterRule::Kind::undefined) {
      caller.forget(number);
    } else if (Outcome outcome = recover(rule, registers, memory, cfa, value);
               outcome == Outcome::ok) {
      caller.set(number, value);
    } else if (number == rsp) {
      return outcome;
    }
  }
  std::uint64_t return_address = 0;
  Outcome outcome = recover(general.rules[rip], registers, memory, cfa, return_address);
  caller.set(rip, return_address);
  registers = caller;
  return outcome;
}

}  // namespace

Outcome unwind_step(const UnwindRow& row, const StackMemory& memory, Registers& registers) {
  switch (row.kind) {
    case UnwindRow::Kind::simple:
      return simple_step(row, memory, registers);
    case UnwindRow::Kind::general:
      return general_step(row, memory, registers);
    case UnwindRow::Kind::outermost:
      return Outcome::root;
    case UnwindRow::Kind::none:
    case UnwindRow::Kind::not_looked_up:
      break;
  }
  return Outcome::no_rule;
}

}  // namespace cxprof
