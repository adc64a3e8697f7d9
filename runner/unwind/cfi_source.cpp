#include "runner/unwind/cfi_source.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "runner/unwind/code_without_cfi.h"
#include "runner/unwind/row_packing.h"

namespace cxprof {
namespace {

struct FreeFrame {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

// libdw's operations as ours. Absent: a branch that leads to no operation.
std::optional<Expression> translate_expression(const Dwarf_Op* ops, std::size_t count) {
  Expression expression;
  expression.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    ExpressionOp op{ops[i].atom, ops[i].number, ops[i].number2};
    if (op.code == DW_OP_skip || op.code == DW_OP_bra) {
      // The operand counts bytes from the end of the operation (1 + 2 bytes long).
      constexpr std::uint64_t operation_size = 3;
      std::uint64_t target = ops[i].offset + operation_size + ops[i].number;
      std::size_t index = 0;
      while (index < count && ops[index].offset != target) ++index;
      if (index == count && (count == 0 || target <= ops[count - 1].offset)) return std::nullopt;
      op.operand = index;
    }
    expression.push_back(op);
  }
  return expression;
}

// Register-name operations stand for the register itself (DWARF 5, section 2.6.1.1.3).
std::optional<std::uint8_t> named_register(const Dwarf_Op& op) {
  std::uint64_t number = x86_64::register_count;
  if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31) {
    number = static_cast<std::uint64_t>(op.atom - DW_OP_reg0);
  } else if (op.atom == DW_OP_regx) {
    number = op.number;
  }
  if (number >= x86_64::register_count) return std::nullopt;
  return static_cast<std::uint8_t>(number);
}

RegisterRule rule_of(Dwarf_Frame* frame, std::uint8_t number) {
  using Kind = RegisterRule::Kind;
  RegisterRule rule;
  Dwarf_Op storage[3];
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, number, storage, &ops, &count) != 0) return rule;
  if (count == 0) {
    rule.kind = ops == nullptr ? Kind::same : Kind::undefined;
    return rule;
  }
  if (count == 1) {
    if (auto other = named_register(ops[0])) {
      rule.kind = Kind::in_register;
      rule.other = *other;
      return rule;
    }
  }
  bool is_value = ops[count - 1].atom == DW_OP_stack_value;
  std::size_t length = is_value ? count - 1 : count;
  if (length >= 1 && length <= 2 && ops[0].atom == DW_OP_call_frame_cfa &&
      (length == 1 || ops[1].atom == DW_OP_plus_uconst)) {
    rule.kind = is_value ? Kind::value_offset : Kind::at_offset;
    rule.offset = length == 2 ? static_cast<std::int64_t>(ops[1].number) : 0;
    return rule;
  }
  if (auto expression = translate_expression(ops, count)) {
    rule.kind = is_value ? Kind::value_expression : Kind::at_expression;
    rule.expression = std::move(*expression);
  }
  return rule;
}

// False: the frame has no usable CFA rule.
bool read_cfa(Dwarf_Frame* frame, GeneralRow& row) {
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame, &ops, &count) != 0 || count == 0) return false;
  if (count == 1 && ops[0].atom >= DW_OP_breg0 &&
      ops[0].atom < DW_OP_breg0 + x86_64::register_count) {
    row.cfa_register = static_cast<std::uint8_t>(ops[0].atom - DW_OP_breg0);
    row.cfa_offset = static_cast<std::int64_t>(ops[0].number);
    return true;
  }
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

Dwarf_CFI* debug_frame_of(const std::shared_ptr<ElfFile>& file) {
  // Opening DWARF inflates compressed sections, which is dear: only where there is something.
  if (!file || !file->has_section(".debug_frame")) return nullptr;
  Dwarf* dwarf = file->dwarf();
  return dwarf != nullptr ? dwarf_getcfi(dwarf) : nullptr;
}

}  // namespace

CfiSource::CfiSource(std::shared_ptr<ElfFile> image, std::shared_ptr<ElfFile> debug)
    : image_(std::move(image)), debug_(std::move(debug)) {
  if (!image_) return;
  eh_frame_ = dwarf_getcfi_elf(image_->elf());
  debug_frame_ = debug_frame_of(image_);
  debug_file_frame_ = debug_frame_of(debug_);
}

CfiSource::~CfiSource() {
  if (eh_frame_ != nullptr) dwarf_cfi_end(eh_frame_);
}

UnwindRow CfiSource::row(std::uint64_t address) {
  std::lock_guard lock(mutex_);  // libdw is for one thread at a time
  UnwindRow row;
  for (Dwarf_CFI* cfi : {eh_frame_, debug_frame_, debug_file_frame_}) {
    if (cfi != nullptr && read_row(cfi, address, row)) return row;
  }
  if (auto known = image_ ? row_without_cfi(*image_, address) : std::nullopt) return *known;
  row.kind = UnwindRow::Kind::none;
  return row;
}

bool CfiSource::read_row(Dwarf_CFI* cfi, std::uint64_t address, UnwindRow& row) {
  Dwarf_Frame* raw_frame = nullptr;
  if (dwarf_cfi_addrframe(cfi, address, &raw_frame) != 0) return false;
  std::unique_ptr<Dwarf_Frame, FreeFrame> frame(raw_frame);
  bool signal_frame = false;
  if (dwarf_frame_info(frame.get(), nullptr, nullptr, &signal_frame) != x86_64::rip) return false;

  GeneralRow general;
  general.rules[x86_64::rip] = rule_of(frame.get(), x86_64::rip);
  if (general.rules[x86_64::rip].kind == RegisterRule::Kind::undefined) {
    row.kind = UnwindRow::Kind::outermost;
    return true;
  }
  if (!read_cfa(frame.get(), general)) return false;
  for (std::uint8_t number = 0; number < x86_64::rip; ++number) {
    general.rules[number] = rule_of(frame.get(), number);
  }
  row = pack(std::move(general), signal_frame, general_rows_);
  return true;
}

}  // namespace cxprof
