#include "runner/unwind/row_packing.h"

#include <limits>
#include <utility>

namespace cxprof {
namespace {

using Kind = RegisterRule::Kind;

bool fits(std::int64_t offset) {
  return offset >= std::numeric_limits<std::int32_t>::min() &&
         offset <= std::numeric_limits<std::int32_t>::max();
}

bool is_usual_return_address(const RegisterRule& rule) {
  return rule.kind == Kind::at_offset && rule.offset == -8;
}

bool is_usual_stack_pointer(const RegisterRule& rule) {
  return rule.kind == Kind::undefined || (rule.kind == Kind::value_offset && rule.offset == 0);
}

bool is_callee_saved(std::size_t number) {
  for (std::uint8_t saved : x86_64::callee_saved) {
    if (saved == number) return true;
  }
  return false;
}

// Fills `row`; false where something has no place in it.
bool pack_simple(const GeneralRow& rules, UnwindRow& row) {
  if (rules.cfa_is_expression || !fits(rules.cfa_offset) ||
      !is_usual_return_address(rules.rules[x86_64::rip]) ||
      !is_usual_stack_pointer(rules.rules[x86_64::rsp])) {
    return false;
  }
  for (std::size_t number = 0; number < x86_64::rip; ++number) {
    if (number == x86_64::rsp || is_callee_saved(number)) continue;
    if (rules.rules[number].kind != Kind::undefined) return false;
  }
  for (std::size_t i = 0; i < x86_64::callee_saved.size(); ++i) {
    const RegisterRule& rule = rules.rules[x86_64::callee_saved[i]];
    if (rule.kind == Kind::same) continue;
    if (rule.kind != Kind::at_offset || !fits(rule.offset)) return false;
    row.saved = static_cast<std::uint8_t>(row.saved | 1U << i);
    row.saved_offset[i] = static_cast<std::int32_t>(rule.offset);
  }
  row.kind = UnwindRow::Kind::simple;
  row.cfa_register = rules.cfa_register;
  row.cfa_offset = static_cast<std::int32_t>(rules.cfa_offset);
  return true;
}

}  // namespace

UnwindRow pack(GeneralRow rules, bool signal_frame, std::deque<GeneralRow>& general_rows) {
  UnwindRow row;
  if (!signal_frame && pack_simple(rules, row)) return row;
  row = UnwindRow{};
  row.kind = UnwindRow::Kind::general;
  row.signal_frame = signal_frame;
  row.general = &general_rows.emplace_back(std::move(rules));
  return row;
}

}  // namespace cxprof
