#include "runner/unwind/expression.h"

#include <dwarf.h>

#include <array>
#include <cstddef>

namespace cxprof {
namespace {

// More than any rule of a compiler or libc needs; both only stop damaged rules.
constexpr std::size_t max_depth = 64;
constexpr std::size_t max_operations = 1000;

class Evaluation {
 public:
  Evaluation(const Registers& registers, const StackMemory& memory, std::uint64_t cfa)
      : registers_(registers), memory_(memory), cfa_(cfa) {}

  Outcome run(const Expression& expression, std::uint64_t& result) {
    std::size_t at = 0;
    for (std::size_t count = 0; at < expression.size(); ++count) {
      if (count == max_operations) return Outcome::failed;
      const ExpressionOp& op = expression[at++];
      if (op.code == DW_OP_skip) {
        at = static_cast<std::size_t>(op.operand);
      } else if (op.code == DW_OP_bra) {
        std::uint64_t condition = 0;
        if (!pop(condition)) return Outcome::failed;
        if (condition != 0) at = static_cast<std::size_t>(op.operand);
      } else if (Outcome outcome = apply(op); outcome != Outcome::ok) {
        return outcome;
      }
    }
    return pop(result) ? Outcome::ok : Outcome::failed;
  }

 private:
  bool push(std::uint64_t value) {
    if (depth_ == stack_.size()) return false;
    stack_[depth_++] = value;
    return true;
  }
  bool pop(std::uint64_t& value) {
    if (depth_ == 0) return false;
    value = stack_[--depth_];
    return true;
  }
  static Outcome when(bool good) { return good ? Outcome::ok : Outcome::failed; }

  Outcome apply(const ExpressionOp& op) {
    if (op.code >= DW_OP_lit0 && op.code <= DW_OP_lit31) {
      return when(push(static_cast<std::uint64_t>(op.code - DW_OP_lit0)));
    }
    if (op.code >= DW_OP_breg0 && op.code <= DW_OP_breg31) {
      return push_register(static_cast<std::uint64_t>(op.code - DW_OP_breg0), op.operand);
    }
    switch (op.code) {
      case DW_OP_addr:
      case DW_OP_const1u:
      case DW_OP_const1s:
      case DW_OP_const2u:
      case DW_OP_const2s:
      case DW_OP_const4u:
      case DW_OP_const4s:
      case DW_OP_const8u:
      case DW_OP_const8s:
      case DW_OP_constu:
      case DW_OP_consts:
        return when(push(op.operand));
      case DW_OP_bregx:
        return push_register(op.operand, op.operand2);
      case DW_OP_call_frame_cfa:
        return when(push(cfa_));
      case DW_OP_deref:
        return dereference(sizeof(std::uint64_t));
      case DW_OP_deref_size:
        return dereference(op.operand);
      case DW_OP_nop:
      case DW_OP_stack_value:
        return Outcome::ok;
      case DW_OP_dup:
        return pick(0);
      case DW_OP_over:
        return pick(1);
      case DW_OP_pick:
        return pick(op.operand);
      case DW_OP_drop:
      case DW_OP_abs:
      case DW_OP_neg:
      case DW_OP_not:
      case DW_OP_plus_uconst:
        return unary(op);
      case DW_OP_swap:
      case DW_OP_rot:
        return rotate(op.code == DW_OP_swap ? 2 : 3);
      default:
        return binary(op.code);
    }
  }

  Outcome push_register(std::uint64_t number, std::uint64_t offset) {
    if (number >= x86_64::register_count || !registers_.has(static_cast<std::uint8_t>(number))) {
      return Outcome::failed;
    }
    return when(push(registers_.value[number] + offset));
  }

  Outcome dereference(std::uint64_t size) {
    std::uint64_t address = 0;
    if (size == 0 || size > sizeof(std::uint64_t) || !pop(address)) return Outcome::failed;
    std::uint64_t value = 0;
    Outcome outcome = memory_.read(address, value, static_cast<std::size_t>(size));
    return outcome == Outcome::ok ? when(push(value)) : outcome;
  }

  Outcome pick(std::uint64_t index) {
    return index < depth_ ? when(push(stack_[depth_ - 1 - index])) : Outcome::failed;
  }

  // The top entry goes below the `count` - 1 others.
  Outcome rotate(std::size_t count) {
    if (depth_ < count) return Outcome::failed;
    std::uint64_t top = stack_[depth_ - 1];
    for (std::size_t i = 1; i < count; ++i) stack_[depth_ - i] = stack_[depth_ - i - 1];
    stack_[depth_ - count] = top;
    return Outcome::ok;
  }

  Outcome unary(const ExpressionOp& op) {
    std::uint64_t value = 0;
    if (!pop(value)) return Outcome::failed;
    switch (op.code) {
      case DW_OP_drop:
        return Outcome::ok;
      case DW_OP_abs:
        return when(push(static_cast<std::int64_t>(value) < 0 ? 0 - value : value));
      case DW_OP_neg:
        return when(push(0 - value));
      case DW_OP_not:
        return when(push(~value));
      default:
        return when(push(value + op.operand));
    }
  }

  Outcome binary(std::uint8_t code) {
    std::uint64_t right = 0;
    std::uint64_t left = 0;
    if (!pop(right) || !pop(left)) return Outcome::failed;
    auto signed_left = static_cast<std::int64_t>(left);
    auto signed_right = static_cast<std::int64_t>(right);
    bool overflows = right == 0 || (signed_right == -1 && left == std::uint64_t{1} << 63);
    switch (code) {
      case DW_OP_and:
        return when(push(left & right));
      case DW_OP_or:
        return when(push(left | right));
      case DW_OP_xor:
        return when(push(left ^ right));
      case DW_OP_plus:
        return when(push(left + right));
      case DW_OP_minus:
        return when(push(left - right));
      case DW_OP_mul:
        return when(push(left * right));
      case DW_OP_div:
        return when(!overflows && push(static_cast<std::uint64_t>(signed_left / signed_right)));
      case DW_OP_mod:
        return when(right != 0 && push(left % right));
      case DW_OP_shl:
        return when(push(right < 64 ? left << right : 0));
      case DW_OP_shr:
        return when(push(right < 64 ? left >> right : 0));
      case DW_OP_shra:
        return when(push(static_cast<std::uint64_t>(signed_left >> (right < 64 ? right : 63))));
      case DW_OP_eq:
        return when(push(left == right));
      case DW_OP_ne:
        return when(push(left != right));
      case DW_OP_lt:
        return when(push(signed_left < signed_right));
      case DW_OP_le:
        return when(push(signed_left <= signed_right));
      case DW_OP_gt:
        return when(push(signed_left > signed_right));
      case DW_OP_ge:
        return when(push(signed_left >= signed_right));
      default:
        return Outcome::failed;
    }
  }

  const Registers& registers_;
  const StackMemory& memory_;
  std::uint64_t cfa_;
  std::array<std::uint64_t, max_depth> stack_{};
  std::size_t depth_ = 0;
};

}  // namespace

Outcome evaluate(const Expression& expression, const Registers& registers,
                 const StackMemory& memory, std::uint64_t cfa, std::uint64_t& result) {
  return Evaluation(registers, memory, cfa).run(expression, result);
}

}  // namespace cxprof
