#include "runner/unwind/cfi/expression_bytes.h"

#include <dwarf.h>

#include <algorithm>
#include <array>

#include "runner/unwind/cfi/byte_cursor.h"

namespace cxprof::cfi {
namespace {

// Bytes. The longest known (the PLT's, signal trampolines') have about 15.
constexpr std::uint64_t max_length = 256;

template <typename T>
std::uint64_t extended(ByteCursor& cursor) {
  return static_cast<std::uint64_t>(std::int64_t{cursor.fixed<T>()});
}

// Reads the operands of `op`. False: it is none that evaluate() knows.
bool read_operands(ByteCursor& cursor, std::uint8_t address_size, ExpressionOp& op) {
  if (op.code >= DW_OP_lit0 && op.code <= DW_OP_lit31) return true;
  if (op.code >= DW_OP_breg0 && op.code <= DW_OP_breg31) {
    op.operand = static_cast<std::uint64_t>(cursor.sleb128());
    return true;
  }
  switch (op.code) {
    case DW_OP_addr:
      if (address_size != 4 && address_size != 8) return false;
      op.operand =
          address_size == 4 ? cursor.fixed<std::uint32_t>() : cursor.fixed<std::uint64_t>();
      return true;
    case DW_OP_const1u:
    case DW_OP_pick:
    case DW_OP_deref_size:
      op.operand = cursor.byte();
      return true;
    case DW_OP_const1s:
      op.operand = extended<std::int8_t>(cursor);
      return true;
    case DW_OP_const2u:
      op.operand = cursor.fixed<std::uint16_t>();
      return true;
    case DW_OP_const2s:
    case DW_OP_skip:
    case DW_OP_bra:
      op.operand = extended<std::int16_t>(cursor);
      return true;
    case DW_OP_const4u:
      op.operand = cursor.fixed<std::uint32_t>();
      return true;
    case DW_OP_const4s:
      op.operand = extended<std::int32_t>(cursor);
      return true;
    case DW_OP_const8u:
    case DW_OP_const8s:
      op.operand = cursor.fixed<std::uint64_t>();
      return true;
    case DW_OP_constu:
    case DW_OP_plus_uconst:
      op.operand = cursor.uleb128();
      return true;
    case DW_OP_consts:
      op.operand = static_cast<std::uint64_t>(cursor.sleb128());
      return true;
    case DW_OP_bregx:
      op.operand = cursor.uleb128();
      op.operand2 = static_cast<std::uint64_t>(cursor.sleb128());
      return true;
    case DW_OP_call_frame_cfa:
    case DW_OP_deref:
    case DW_OP_nop:
    case DW_OP_stack_value:
      return true;
    default:
      return (op.code >= DW_OP_dup && op.code <= DW_OP_over) ||
             (op.code >= DW_OP_swap && op.code <= DW_OP_rot) ||
             (op.code >= DW_OP_abs && op.code <= DW_OP_xor) ||
             (op.code >= DW_OP_eq && op.code <= DW_OP_ne);
  }
}

bool is_branch(const ExpressionOp& op) { return op.code == DW_OP_skip || op.code == DW_OP_bra; }

}  // namespace

std::optional<Expression> read_expression(std::span<const std::byte> section, std::uint64_t offset,
                                          std::uint8_t address_size, bool begins_with_cfa) {
  if (offset >= section.size()) return std::nullopt;
  ByteCursor block(section, static_cast<std::size_t>(offset));
  auto bytes = block.bytes(block.uleb128());
  if (!block.good() || bytes.size() > max_length) return std::nullopt;

  Expression expression;
  if (begins_with_cfa) expression.push_back({DW_OP_call_frame_cfa, 0, 0});
  // The index of the operation that begins at a byte, 0 where none does; branches' targets.
  std::array<std::uint16_t, max_length + 1> index_at{};
  std::array<std::uint16_t, max_length + 1> end_of{};
  constexpr std::uint16_t first = 1;
  std::uint16_t number = first;
  ByteCursor cursor(bytes);
  for (; !cursor.at_end(); ++number) {
    index_at[cursor.position()] = number;
    ExpressionOp op;
    op.code = cursor.byte();
    if (!read_operands(cursor, address_size, op) || !cursor.good()) return std::nullopt;
    end_of[number] = static_cast<std::uint16_t>(cursor.position());
    expression.push_back(op);
  }
  index_at[bytes.size()] = number;
  std::size_t shift = begins_with_cfa ? 1 : 0;
  for (number = first; number - first + shift < expression.size(); ++number) {
    ExpressionOp& op = expression[number - first + shift];
    if (!is_branch(op)) continue;
    std::uint64_t target = end_of[number] + op.operand;
    if (target > bytes.size() || index_at[target] == 0) return std::nullopt;
    op.operand = index_at[target] - first + shift;
  }
  return expression;
}

}  // namespace cxprof::cfi
