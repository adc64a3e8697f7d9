#include "runner/unwind/row_packing.h"

#include <dwarf.h>

#include <limits>
#include <utility>

#include "runner/unwind/cfi/expression_bytes.h"

namespace cxprof {
namespace {

using Kind = RegisterRule::Kind;
using Cfa = cfi::RuleSet::Cfa;

template <typename T>
bool fits(std::int64_t offset) {
  return offset >= std::numeric_limits<T>::min() && offset <= std::numeric_limits<T>::max();
}

bool is_usual_return_address(const cfi::Rule& rule) {
  return rule.kind == Kind::at_offset && rule.value == -8;
}

bool is_usual_stack_pointer(const cfi::Rule& rule) {
  return rule.kind == Kind::undefined || (rule.kind == Kind::value_offset && rule.value == 0);
}

constexpr std::uint32_t destroyed_by_calls = [] {
  std::uint32_t mask = (1U << x86_64::rip) - 1;
  for (std::uint8_t number : x86_64::callee_saved) mask &= ~(1U << number);
  return mask & ~(1U << x86_64::rsp);
}();

RegisterRule general_rule(const cfi::Rule& rule, const cfi::FoundRules& found,
                          const cfi::FrameSection& section) {
  RegisterRule general;
  general.kind = rule.kind;
  switch (rule.kind) {
    case Kind::undefined:
    case Kind::same:
      break;
    case Kind::at_offset:
    case Kind::value_offset:
      general.offset = rule.value;
      break;
    case Kind::in_register:
      general.other = static_cast<std::uint8_t>(rule.value);
      break;
    case Kind::at_expression:
    case Kind::value_expression: {
      auto expression = cfi::read_expression(section.bytes, static_cast<std::uint64_t>(rule.value),
                                             found.address_size, true);
      if (!expression) {
        general.kind = Kind::undefined;
      } else {
        general.expression = std::move(*expression);
      }
      break;
    }
  }
  return general;
}

}  // namespace

std::optional<UnwindRow> pack_simple(const cfi::FoundRules& found) {
  const cfi::RuleSet& rules = found.rules;
  if (found.signal_frame || rules.cfa != Cfa::register_offset ||
      rules.cfa_register >= x86_64::register_count || !fits<std::int32_t>(rules.cfa_value) ||
      !is_usual_return_address(rules.registers[x86_64::rip]) ||
      !is_usual_stack_pointer(rules.registers[x86_64::rsp])) {
    return std::nullopt;
  }
  for (std::uint32_t rest = destroyed_by_calls; rest != 0; rest &= rest - 1) {
    auto number = static_cast<std::size_t>(__builtin_ctz(rest));
    if (rules.registers[number].kind != Kind::undefined) return std::nullopt;
  }
  UnwindRow row;
  for (std::size_t i = 0; i < x86_64::callee_saved.size(); ++i) {
    const cfi::Rule& rule = rules.registers[x86_64::callee_saved[i]];
    if (rule.kind == Kind::same) continue;
    if (rule.kind != Kind::at_offset || !fits<std::int16_t>(rule.value)) return std::nullopt;
    row.saved = static_cast<std::uint8_t>(row.saved | 1U << i);
    row.saved_offset[i] = static_cast<std::int16_t>(rule.value);
  }
  row.kind = UnwindRow::Kind::simple;
  row.cfa_register = static_cast<std::uint8_t>(rules.cfa_register);
  row.cfa_offset = static_cast<std::int32_t>(rules.cfa_value);
  return row;
}

std::optional<GeneralRow> general_row(const cfi::FoundRules& found,
                                      const cfi::FrameSection& section) {
  const cfi::RuleSet& rules = found.rules;
  GeneralRow row;
  if (rules.cfa == Cfa::register_offset && rules.cfa_register < x86_64::register_count) {
    row.cfa_register = static_cast<std::uint8_t>(rules.cfa_register);
    row.cfa_offset = rules.cfa_value;
  } else if (rules.cfa == Cfa::expression) {
    auto expression = cfi::read_expression(
        section.bytes, static_cast<std::uint64_t>(rules.cfa_value), found.address_size, false);
    if (!expression) return std::nullopt;
    row.cfa_is_expression = true;
    row.cfa_expression = std::move(*expression);
  } else {
    return std::nullopt;
  }
  for (std::size_t number = 0; number < row.rules.size(); ++number) {
    row.rules[number] = general_rule(rules.registers[number], found, section);
  }
  if (row.rules[x86_64::rip].kind == Kind::undefined) return std::nullopt;
  return row;
}

}  // namespace cxprof
