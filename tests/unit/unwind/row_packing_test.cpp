#include "runner/unwind/row_packing.h"

#include <dwarf.h>
#include <gmock/gmock.h>

#include "runner/unwind/cfi/expression_bytes.h"
#include "tests/unit/unwind/frame_builder.h"

namespace cxprof {
namespace {

using x86_64::r12;
using x86_64::rax;
using x86_64::rbp;
using x86_64::rbx;
using x86_64::rip;
using x86_64::rsp;
using Kind = RegisterRule::Kind;
using Cfa = cfi::RuleSet::Cfa;

cfi::FoundRules usual() {
  cfi::FoundRules found;
  found.rules = cfi::x86_64_table.defaults;
  found.rules.cfa = Cfa::register_offset;
  found.rules.cfa_register = rsp;
  found.rules.cfa_value = 24;
  found.rules.registers[rip] = {Kind::at_offset, -8};
  return found;
}

TEST(RowPacking, RowsAreSmall) { EXPECT_LE(sizeof(UnwindRow), 32U); }

TEST(RowPacking, UsualRulesAreSimple) {
  cfi::FoundRules found = usual();
  found.rules.registers[rbp] = {Kind::at_offset, -16};
  found.rules.registers[r12] = {Kind::at_offset, -32768};
  auto row = pack_simple(found);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->kind, UnwindRow::Kind::simple);
  EXPECT_EQ(row->cfa_register, rsp);
  EXPECT_EQ(row->cfa_offset, 24);
  EXPECT_EQ(row->saved, 0b110);
  EXPECT_EQ(row->saved_offset[1], -16);
  EXPECT_EQ(row->saved_offset[2], -32768);
  found.rules.registers[rsp] = {};
  EXPECT_TRUE(pack_simple(found));
}

TEST(RowPacking, EverythingElseIsNot) {
  auto is_simple = [](const auto& change) {
    cfi::FoundRules found = usual();
    change(found);
    return pack_simple(found).has_value();
  };
  EXPECT_TRUE(is_simple([](auto&) {}));
  EXPECT_FALSE(is_simple([](auto& found) { found.signal_frame = true; }));
  EXPECT_FALSE(is_simple([](auto& found) { found.rules.cfa = Cfa::expression; }));
  EXPECT_FALSE(is_simple([](auto& found) { found.rules.cfa = Cfa::undefined; }));
  EXPECT_FALSE(is_simple([](auto& found) { found.rules.cfa_register = 17; }));
  EXPECT_FALSE(is_simple([](auto& found) { found.rules.cfa_value = INT64_MAX; }));
  auto rule = [&](std::uint8_t number, cfi::Rule changed) {
    return is_simple([&](auto& found) { found.rules.registers[number] = changed; });
  };
  EXPECT_FALSE(rule(rip, {Kind::at_offset, -16}));
  EXPECT_FALSE(rule(rip, {Kind::in_register, rax}));
  EXPECT_FALSE(rule(rsp, {Kind::value_offset, 8}));
  EXPECT_FALSE(rule(rsp, {Kind::same, 0}));
  EXPECT_FALSE(rule(rax, {Kind::same, 0}));
  EXPECT_FALSE(rule(rbx, {Kind::undefined, 0}));
  EXPECT_FALSE(rule(rbx, {Kind::at_offset, -32769}));
}

TEST(RowPacking, GeneralRowsHoldEverything) {
  Bytes section = Bytes().byte(0).uleb(2).byte(DW_OP_breg7).sleb(-8);
  cfi::FoundRules found = usual();
  found.rules.cfa = Cfa::expression;
  found.rules.cfa_value = 1;
  found.rules.registers[rbx] = {Kind::at_expression, 1};
  found.rules.registers[rbp] = {Kind::in_register, rax};
  found.rules.registers[r12] = {Kind::at_offset, -100000};
  found.rules.registers[rax] = {Kind::value_expression, 4};  // Out of the section: lost.
  auto row = general_row(found, {section.data, 0, true, true});
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->cfa_is_expression);
  ASSERT_EQ(row->cfa_expression.size(), 1U);
  EXPECT_EQ(row->cfa_expression[0].operand, static_cast<std::uint64_t>(-8));
  ASSERT_EQ(row->rules[rbx].expression.size(), 2U);
  EXPECT_EQ(row->rules[rbx].expression[0].code, DW_OP_call_frame_cfa);
  EXPECT_EQ(row->rules[rbp].other, rax);
  EXPECT_EQ(row->rules[r12].offset, -100000);
  EXPECT_EQ(row->rules[rax].kind, Kind::undefined);
}

TEST(RowPacking, WithoutCfaOrReturnAddressThereIsNoRow) {
  cfi::FoundRules found = usual();
  found.rules.cfa_register = 17;
  EXPECT_FALSE(general_row(found, {}));
  found.rules.cfa = Cfa::undefined;
  EXPECT_FALSE(general_row(found, {}));
  found.rules.cfa = Cfa::expression;
  EXPECT_FALSE(general_row(found, {}));
  found = usual();
  found.rules.registers[rip] = {Kind::at_expression, 0};
  EXPECT_FALSE(general_row(found, {}));
}

std::optional<Expression> expression(const Bytes& operations, bool begins_with_cfa = false) {
  Bytes section = Bytes().uleb(operations.data.size()).add(operations);
  return cfi::read_expression(section.data, 0, 8, begins_with_cfa);
}

TEST(ExpressionBytes, EveryKindOfOperand) {
  struct Case {
    Bytes bytes;
    std::uint64_t operand;
    std::uint64_t operand2 = 0;
  };
  constexpr auto minus = [](int value) { return static_cast<std::uint64_t>(-std::int64_t{value}); };
  const Case cases[] = {
      {Bytes().byte(DW_OP_lit31), 0},
      {Bytes().byte(DW_OP_addr).fixed(UINT64_MAX), UINT64_MAX},
      {Bytes().byte(DW_OP_const1u).byte(0xff), 0xff},
      {Bytes().byte(DW_OP_const1s).byte(0xff), minus(1)},
      {Bytes().byte(DW_OP_const2u).fixed(std::uint16_t{0xffff}), 0xffff},
      {Bytes().byte(DW_OP_const2s).fixed(std::int16_t{-2}), minus(2)},
      {Bytes().byte(DW_OP_const4u).fixed(UINT32_MAX), UINT32_MAX},
      {Bytes().byte(DW_OP_const4s).fixed(-3), minus(3)},
      {Bytes().byte(DW_OP_const8u).fixed(UINT64_MAX), UINT64_MAX},
      {Bytes().byte(DW_OP_const8s).fixed(std::int64_t{-4}), minus(4)},
      {Bytes().byte(DW_OP_constu).uleb(300), 300},
      {Bytes().byte(DW_OP_consts).sleb(-300), minus(300)},
      {Bytes().byte(DW_OP_plus_uconst).uleb(300), 300},
      {Bytes().byte(DW_OP_breg0 + 16).sleb(-300), minus(300)},
      {Bytes().byte(DW_OP_bregx).uleb(300).sleb(-1), 300, minus(1)},
      {Bytes().byte(DW_OP_pick).byte(3), 3},
      {Bytes().byte(DW_OP_deref_size).byte(4), 4},
      {Bytes().byte(DW_OP_deref), 0},
      {Bytes().byte(DW_OP_xor), 0},
      {Bytes().byte(DW_OP_ne), 0},
      {Bytes().byte(DW_OP_call_frame_cfa), 0},
  };
  for (const Case& one : cases) {
    auto read = expression(one.bytes);
    ASSERT_TRUE(read) << std::to_integer<int>(one.bytes.data[0]);
    ASSERT_EQ(read->size(), 1U);
    EXPECT_EQ(read->front().code, std::to_integer<std::uint8_t>(one.bytes.data[0]));
    EXPECT_EQ(read->front().operand, one.operand) << int{read->front().code};
    EXPECT_EQ(read->front().operand2, one.operand2);
    Bytes cut = one.bytes;
    cut.data.pop_back();
    EXPECT_TRUE(cut.data.empty() || !expression(cut)) << int{read->front().code};
  }
}

TEST(ExpressionBytes, BranchesLeadToOperations) {
  auto branching = [](std::int16_t distance) {
    return Bytes().byte(DW_OP_bra).fixed(distance).byte(DW_OP_const1u).byte(7).byte(DW_OP_dup);
  };
  auto target = [&](std::int16_t distance, bool begins_with_cfa) -> std::optional<std::uint64_t> {
    auto read = expression(branching(distance), begins_with_cfa);
    if (!read) return std::nullopt;
    return (*read)[begins_with_cfa ? 1 : 0].operand;
  };
  using testing::Optional;
  EXPECT_THAT(target(0, false), Optional(1U));
  EXPECT_THAT(target(2, false), Optional(2U));
  EXPECT_THAT(target(3, false), Optional(3U));  // The end.
  EXPECT_THAT(target(-3, false), Optional(0U));
  EXPECT_THAT(target(-3, true), Optional(1U));
  EXPECT_THAT(target(2, true), Optional(3U));
  for (int nowhere : {1, 4, -1, -4, 32767, -32768}) {
    EXPECT_EQ(target(static_cast<std::int16_t>(nowhere), false), std::nullopt) << nowhere;
  }
}

TEST(ExpressionBytes, UnknownOrHugeOnesAreRefused) {
  EXPECT_FALSE(expression(Bytes().byte(DW_OP_push_object_address)));
  EXPECT_FALSE(expression(Bytes().byte(DW_OP_xderef)));
  EXPECT_FALSE(expression(Bytes().byte(DW_OP_reg0)));
  EXPECT_FALSE(expression(Bytes().byte(DW_OP_piece).byte(1)));
  EXPECT_FALSE(expression(Bytes().byte(0)));
  EXPECT_FALSE(expression(Bytes().byte(0xff)));
  Bytes longest;
  longest.data.resize(256, std::byte{DW_OP_nop});
  EXPECT_TRUE(expression(longest));
  EXPECT_FALSE(expression(longest.byte(DW_OP_nop)));
  EXPECT_TRUE(expression({})->empty());
}

}  // namespace
}  // namespace cxprof
