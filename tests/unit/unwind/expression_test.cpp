#include "runner/unwind/expression.h"

#include <dwarf.h>
#include <gmock/gmock.h>

#include <array>
#include <optional>

namespace cxprof {
namespace {

constexpr std::uint64_t base = 0x1000;
constexpr std::array<std::uint64_t, 2> words{0x1122334455667788, 0x1008};

std::optional<std::uint64_t> value_of(const Expression& expression, std::uint64_t cfa = 0) {
  Registers registers;
  registers.set(x86_64::rsp, base);
  std::uint64_t result = 0;
  StackMemory memory(base, std::as_bytes(std::span(words)));
  if (evaluate(expression, registers, memory, cfa, result) != Outcome::ok) return std::nullopt;
  return result;
}

Expression on(std::uint64_t left, std::uint64_t right, std::uint8_t code) {
  return {{DW_OP_constu, left, 0}, {DW_OP_constu, right, 0}, {code, 0, 0}};
}

constexpr auto minus_seven = static_cast<std::uint64_t>(-7);

TEST(Expression, Arithmetic) {
  EXPECT_EQ(value_of(on(7, 3, DW_OP_minus)), 4U);
  EXPECT_EQ(value_of(on(minus_seven, 2, DW_OP_div)), static_cast<std::uint64_t>(-3));
  EXPECT_EQ(value_of(on(7, 4, DW_OP_mod)), 3U);
  EXPECT_EQ(value_of(on(minus_seven, 1, DW_OP_shra)), static_cast<std::uint64_t>(-4));
  EXPECT_EQ(value_of(on(1, 64, DW_OP_shl)), 0U);
  EXPECT_EQ(value_of(on(minus_seven, 2, DW_OP_lt)), 1U);
  EXPECT_EQ(value_of({{DW_OP_lit5, 0, 0}, {DW_OP_neg, 0, 0}, {DW_OP_abs, 0, 0}}), 5U);
}

TEST(Expression, DivisionThatHasNoResultFails) {
  EXPECT_EQ(value_of(on(7, 0, DW_OP_div)), std::nullopt);
  EXPECT_EQ(value_of(on(7, 0, DW_OP_mod)), std::nullopt);
  EXPECT_EQ(value_of(on(std::uint64_t{1} << 63, UINT64_MAX, DW_OP_div)), std::nullopt);
}

TEST(Expression, StackOperations) {
  Expression three{{DW_OP_lit1, 0, 0}, {DW_OP_lit2, 0, 0}, {DW_OP_lit3, 0, 0}};
  auto with = [&](ExpressionOp op, std::size_t drops) {
    Expression all = three;
    all.push_back(op);
    for (std::size_t i = 0; i < drops; ++i) all.push_back({DW_OP_drop, 0, 0});
    return value_of(all);
  };
  EXPECT_EQ(with({DW_OP_rot, 0, 0}, 0), 2U);
  EXPECT_EQ(with({DW_OP_rot, 0, 0}, 2), 3U);
  EXPECT_EQ(with({DW_OP_swap, 0, 0}, 0), 2U);
  EXPECT_EQ(with({DW_OP_pick, 2, 0}, 0), 1U);
  EXPECT_EQ(with({DW_OP_pick, 3, 0}, 0), std::nullopt);
  EXPECT_EQ(with({DW_OP_over, 0, 0}, 0), 2U);
}

TEST(Expression, MemoryRegistersAndCfa) {
  EXPECT_EQ(value_of({{DW_OP_breg7, 8, 0}, {DW_OP_deref, 0, 0}}), 0x1008U);
  EXPECT_EQ(value_of({{DW_OP_bregx, 7, 1}, {DW_OP_deref_size, 2, 0}}), 0x6677U);
  EXPECT_EQ(value_of({{DW_OP_call_frame_cfa, 0, 0}, {DW_OP_plus_uconst, 2, 0}}, 40), 42U);
  EXPECT_EQ(value_of({{DW_OP_breg3, 0, 0}}), std::nullopt);
  EXPECT_EQ(value_of({{DW_OP_breg7, 16, 0}, {DW_OP_deref, 0, 0}}), std::nullopt);
}

TEST(Expression, Branches) {
  Expression choose{{DW_OP_lit1, 0, 0},
                    {DW_OP_bra, 4, 0},
                    {DW_OP_lit8, 0, 0},
                    {DW_OP_skip, 5, 0},
                    {DW_OP_lit9, 0, 0}};
  EXPECT_EQ(value_of(choose), 9U);
  choose[0].code = DW_OP_lit0;
  EXPECT_EQ(value_of(choose), 8U);
}

TEST(Expression, EndlessLoopsAndOverflowsEnd) {
  EXPECT_EQ(value_of({{DW_OP_skip, 0, 0}}), std::nullopt);
  EXPECT_EQ(value_of({{DW_OP_lit1, 0, 0}, {DW_OP_skip, 0, 0}}), std::nullopt);
  EXPECT_EQ(value_of({}), std::nullopt);
  EXPECT_EQ(value_of({{DW_OP_plus, 0, 0}}), std::nullopt);
  EXPECT_EQ(value_of({{DW_OP_push_object_address, 0, 0}}), std::nullopt);
}

}  // namespace
}  // namespace cxprof
