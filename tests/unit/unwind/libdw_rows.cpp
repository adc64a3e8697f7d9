#include "tests/unit/unwind/libdw_rows.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fmt/format.h>
#include <gelf.h>

#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace cxprof {
namespace {

using Kind = RegisterRule::Kind;

struct FreeFrame {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

std::optional<Expression> translate_expression(const Dwarf_Op* ops, std::size_t count) {
  Expression expression;
  for (std::size_t i = 0; i < count; ++i) {
    ExpressionOp op{ops[i].atom, ops[i].number, ops[i].number2};
    if (op.code == DW_OP_skip || op.code == DW_OP_bra) {
      // The operand counts bytes from the end of the operation (1 + 2 bytes long).
      std::uint64_t target = ops[i].offset + 3 + ops[i].number;
      std::size_t index = 0;
      while (index < count && ops[index].offset != target) ++index;
      if (index == count && (count == 0 || target <= ops[count - 1].offset)) return std::nullopt;
      op.operand = index;
    }
    expression.push_back(op);
  }
  return expression;
}

std::optional<std::uint8_t> named_register(const Dwarf_Op& op) {
  if (op.atom != DW_OP_regx || op.number >= x86_64::register_count) return std::nullopt;
  return static_cast<std::uint8_t>(op.number);
}

RegisterRule rule_of(Dwarf_Frame* frame, std::uint8_t number) {
  RegisterRule rule;
  Dwarf_Op storage[3];
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, number, storage, &ops, &count) != 0) return rule;
  if (count == 0) {
    rule.kind = ops == nullptr ? Kind::same : Kind::undefined;
    return rule;
  }
  if (auto other = count == 1 ? named_register(ops[0]) : std::nullopt) {
    rule.kind = Kind::in_register;
    rule.other = *other;
    return rule;
  }
  bool is_value = ops[count - 1].atom == DW_OP_stack_value;
  if (auto expression = translate_expression(ops, is_value ? count - 1 : count)) {
    rule.kind = is_value ? Kind::value_expression : Kind::at_expression;
    rule.expression = std::move(*expression);
  }
  return rule;
}

bool read_cfa(Dwarf_Frame* frame, GeneralRow& row) {
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame, &ops, &count) != 0 || count == 0) return false;
  if (count == 1 && ops[0].atom == DW_OP_bregx && ops[0].number < x86_64::register_count) {
    row.cfa_register = static_cast<std::uint8_t>(ops[0].number);
    row.cfa_offset = static_cast<std::int64_t>(ops[0].number2);
    return true;
  }
  auto expression = translate_expression(ops, count);
  if (!expression) return false;
  row.cfa_is_expression = true;
  row.cfa_expression = std::move(*expression);
  return true;
}

void simplify(RegisterRule& rule) {
  bool is_value = rule.kind == Kind::value_expression;
  const Expression& ops = rule.expression;
  if ((!is_value && rule.kind != Kind::at_expression) || ops.empty() || ops.size() > 2 ||
      ops[0].code != DW_OP_call_frame_cfa ||
      (ops.size() == 2 && ops[1].code != DW_OP_plus_uconst)) {
    return;
  }
  rule.kind = is_value ? Kind::value_offset : Kind::at_offset;
  rule.offset = ops.size() == 2 ? static_cast<std::int64_t>(ops[1].operand) : 0;
  rule.expression.clear();
}

void simplify(GeneralRow& row) {
  for (RegisterRule& rule : row.rules) simplify(rule);
  RegisterRule& stack_pointer = row.rules[x86_64::rsp];
  if (stack_pointer.kind == Kind::undefined) stack_pointer.kind = Kind::value_offset;
  // libdw writes a register and an offset as an expression of one operation, too.
  const Expression& cfa = row.cfa_expression;
  if (row.cfa_is_expression && cfa.size() == 1 && cfa[0].code >= DW_OP_breg0 &&
      cfa[0].code < DW_OP_breg0 + x86_64::register_count) {
    row.cfa_is_expression = false;
    row.cfa_register = static_cast<std::uint8_t>(cfa[0].code - DW_OP_breg0);
    row.cfa_offset = static_cast<std::int64_t>(cfa[0].operand);
    row.cfa_expression.clear();
  }
}

// libdw takes register 0 for rbx, which has number 3 (elfutils' backends/x86_64_cfi.c:
// "DW_CFA_same_- value, ULEB128_7 (0), /* %rbx */"): by default it keeps rax, which calls destroy,
// and loses rbx.
void correct_defaults(GeneralRow& row) {
  if (row.rules[x86_64::rax].kind == Kind::same) row.rules[x86_64::rax].kind = Kind::undefined;
  if (row.rules[x86_64::rbx].kind == Kind::undefined) row.rules[x86_64::rbx].kind = Kind::same;
}

std::string text(const Expression& expression) {
  std::string result;
  for (const ExpressionOp& op : expression) {
    result += fmt::format(" {:x}:{:x}:{:x}", op.code, op.operand, op.operand2);
  }
  return result;
}

std::string text(const RegisterRule& rule) {
  switch (rule.kind) {
    case Kind::undefined:
      return "?";
    case Kind::same:
      return "=";
    case Kind::at_offset:
      return fmt::format("@{}", rule.offset);
    case Kind::value_offset:
      return fmt::format("cfa{:+}", rule.offset);
    case Kind::in_register:
      return fmt::format("r{}", rule.other);
    case Kind::at_expression:
      return fmt::format("@({} )", text(rule.expression));
    case Kind::value_expression:
      return fmt::format("({} )", text(rule.expression));
  }
  return "";
}

}  // namespace

PlainRow plain(const UnwindRow& row) {
  PlainRow result;
  result.kind = row.kind == UnwindRow::Kind::simple ? UnwindRow::Kind::general : row.kind;
  result.signal_frame = row.signal_frame;
  if (row.kind == UnwindRow::Kind::general) result.rules = *row.general;
  if (row.kind == UnwindRow::Kind::simple) {
    result.rules.cfa_register = row.cfa_register;
    result.rules.cfa_offset = row.cfa_offset;
    result.rules.rules[x86_64::rip] = {Kind::at_offset, 0, -8, {}};
    for (std::size_t i = 0; i < x86_64::callee_saved.size(); ++i) {
      RegisterRule& rule = result.rules.rules[x86_64::callee_saved[i]];
      rule.kind = (row.saved >> i & 1) != 0 ? Kind::at_offset : Kind::same;
      if (rule.kind == Kind::at_offset) rule.offset = row.saved_offset[i];
    }
  }
  if (result.kind == UnwindRow::Kind::general) simplify(result.rules);
  return result;
}

std::string text(const PlainRow& row) {
  if (row.kind == UnwindRow::Kind::outermost) return "outermost";
  if (row.kind != UnwindRow::Kind::general) return "none";
  std::string result =
      row.rules.cfa_is_expression
          ? fmt::format("cfa=({} )", text(row.rules.cfa_expression))
          : fmt::format("cfa=r{}{:+}", row.rules.cfa_register, row.rules.cfa_offset);
  for (std::size_t i = 0; i < row.rules.rules.size(); ++i) {
    result += fmt::format(" r{}:{}", i, text(row.rules.rules[i]));
  }
  return row.signal_frame ? result + " signal" : result;
}

LibdwRows::LibdwRows(std::shared_ptr<ElfFile> file, Section section) : file_(std::move(file)) {
  if (section == Section::eh_frame) {
    cfi_ = dwarf_getcfi_elf(file_->elf());
    is_owned_ = true;
  } else if (Dwarf* dwarf = file_->dwarf()) {
    cfi_ = dwarf_getcfi(dwarf);
  }
}

LibdwRows::~LibdwRows() {
  if (is_owned_ && cfi_ != nullptr) dwarf_cfi_end(cfi_);
}

std::optional<LibdwRows::Found> LibdwRows::at(std::uint64_t address) {
  Dwarf_Frame* raw_frame = nullptr;
  if (dwarf_cfi_addrframe(cfi_, address, &raw_frame) != 0) return std::nullopt;
  std::unique_ptr<Dwarf_Frame, FreeFrame> frame(raw_frame);
  Found found;
  if (dwarf_frame_info(raw_frame, &found.begin, &found.end, &found.row.signal_frame) !=
      x86_64::rip) {
    return std::nullopt;
  }
  GeneralRow& rules = found.row.rules;
  rules.rules[x86_64::rip] = rule_of(raw_frame, x86_64::rip);
  if (rules.rules[x86_64::rip].kind == Kind::undefined) {
    found.row.kind = UnwindRow::Kind::outermost;
    return found;
  }
  if (!read_cfa(raw_frame, rules)) return std::nullopt;
  for (std::uint8_t number = 0; number < x86_64::rip; ++number) {
    rules.rules[number] = rule_of(raw_frame, number);
  }
  found.row.kind = UnwindRow::Kind::general;
  correct_defaults(rules);
  simplify(rules);
  return found;
}

std::vector<CodeRange> described_ranges(const ElfFile& file, LibdwRows::Section which) {
  bool is_eh_frame = which == LibdwRows::Section::eh_frame;
  const char* name = is_eh_frame ? ".eh_frame" : ".debug_frame";
  auto bytes = file.debug_section(name);
  std::vector<CodeRange> ranges;
  const ElfSection* section = file.section(name);
  if (section == nullptr || bytes.empty()) return ranges;
  Elf_Data data{};
  data.d_buf = const_cast<std::byte*>(bytes.data());
  data.d_size = bytes.size();
  data.d_type = ELF_T_BYTE;
  const auto* ident = reinterpret_cast<const unsigned char*>(file.bytes().data());
  Dwarf_CFI_Entry entry;
  for (Dwarf_Off offset = 0, next = 0;; offset = next) {
    int result = dwarf_next_cfi(ident, &data, is_eh_frame, offset, &next, &entry);
    if (result > 0 || next == offset || next == static_cast<Dwarf_Off>(-1)) break;
    if (result < 0 || entry.CIE_id == DW_CIE_ID_64) continue;
    // Every file that these tests read encodes addresses like this; others would be noticed by
    // there being no rows.
    CodeRange range;
    if (is_eh_frame) {
      std::int32_t distance = 0;
      std::uint32_t size = 0;
      std::memcpy(&distance, entry.fde.start, sizeof distance);
      std::memcpy(&size, entry.fde.start + 4, sizeof size);
      auto position = static_cast<std::uint64_t>(entry.fde.start -
                                                 static_cast<const std::uint8_t*>(data.d_buf));
      range.begin =
          section->address + position + static_cast<std::uint64_t>(std::int64_t{distance});
      range.end = range.begin + size;
    } else {
      std::memcpy(&range.begin, entry.fde.start, 8);
      std::memcpy(&range.end, entry.fde.start + 8, 8);
      range.end += range.begin;
    }
    if (range.begin != 0 && range.end > range.begin) ranges.push_back(range);
  }
  return ranges;
}

}  // namespace cxprof
