#include "runner/unwind/unwind_step.h"

#include <dwarf.h>
#include <gmock/gmock.h>

#include <vector>

#include "tests/unit/unwind/fake_code.h"

namespace cxprof {
namespace {

using x86_64::r10;
using x86_64::r12;
using x86_64::rax;
using x86_64::rbp;
using x86_64::rbx;
using x86_64::rip;
using x86_64::rsp;

constexpr std::uint64_t base = 0x7ffe0000;

// Word i of the stack holds 0x1000 + i.
class UnwindStep : public testing::Test {
 protected:
  UnwindStep() {
    for (std::uint64_t i = 0; i < 16; ++i) words_.push_back(0x1000 + i);
    registers_.set(rsp, base);
    registers_.set(rip, 0x400000);
    registers_.set(rbp, base + 64);
    registers_.set(rbx, 0xb);
    registers_.set(r10, base + 32);
    registers_.set(rax, 0xa);
  }
  Outcome step(const UnwindRow& row) {
    StackMemory memory(base, std::as_bytes(std::span(words_)));
    return unwind_step(row, memory, registers_);
  }
  Outcome step(const GeneralRow& general, bool signal_frame = false) {
    UnwindRow row;
    row.kind = UnwindRow::Kind::general;
    row.signal_frame = signal_frame;
    row.general = &general;
    return step(row);
  }
  static GeneralRow usual_rules() {
    GeneralRow row;
    for (std::uint8_t saved : x86_64::callee_saved) {
      row.rules[saved].kind = RegisterRule::Kind::same;
    }
    row.rules[rip] = {RegisterRule::Kind::at_offset, 0, -8, {}};
    row.cfa_register = rsp;
    row.cfa_offset = 24;
    return row;
  }

  std::vector<std::uint64_t> words_;
  Registers registers_;
};

TEST_F(UnwindStep, FollowsStackPointerRule) {
  ASSERT_EQ(step(simple_row(rsp, 24)), Outcome::ok);
  EXPECT_EQ(registers_.instruction_pointer(), 0x1002U);
  EXPECT_EQ(registers_.stack_pointer(), base + 24);
  EXPECT_EQ(registers_.value[rbx], 0xbU);
}

TEST_F(UnwindStep, FollowsOtherRegistersAndForgetsWhatCallsDestroy) {
  ASSERT_EQ(step(simple_row(r10, 8)), Outcome::ok);
  EXPECT_EQ(registers_.stack_pointer(), base + 40);
  EXPECT_EQ(registers_.instruction_pointer(), 0x1004U);
  EXPECT_FALSE(registers_.has(rax));
  EXPECT_FALSE(registers_.has(r10));
  EXPECT_TRUE(registers_.has(rbx));
}

TEST_F(UnwindStep, RestoresSavedRegisters) {
  ASSERT_EQ(step(saving(saving(simple_row(rsp, 48), 1, -16), 5, -40)), Outcome::ok);
  EXPECT_EQ(registers_.value[rbp], 0x1004U);
  EXPECT_EQ(registers_.value[x86_64::r15], 0x1001U);
  EXPECT_TRUE(registers_.has(x86_64::r15));
}

TEST_F(UnwindStep, EpilogueSlotBelowTheCopyKeepsTheRegister) {
  // "pop %rbx" is done, the rule still says CFA - 16, which is below the stack pointer.
  ASSERT_EQ(step(saving(simple_row(rsp, 8), 0, -16)), Outcome::ok);
  EXPECT_EQ(registers_.value[rbx], 0xbU);
}

TEST_F(UnwindStep, SlotFarBelowTheStackPointerIsNotRead) {
  registers_.set(rsp, base + 136);  // An interrupted frame: memory below is the handler's now.
  words_.resize(64, 0x77);
  registers_.set(rbp, base + 256);
  ASSERT_EQ(step(saving(saving(simple_row(rbp, 8), 0, -264), 2, -144)), Outcome::ok);
  EXPECT_EQ(registers_.value[rbx], 0xbU);     // Was saved at base, 136 bytes below.
  EXPECT_EQ(registers_.value[r12], 0x100fU);  // Was saved at base + 120, in the red zone.
}

TEST_F(UnwindStep, ReturnAddressAboveTheCopy) {
  EXPECT_EQ(step(simple_row(rsp, 16 * 8 + 8)), Outcome::beyond_copy);
}

TEST_F(UnwindStep, ReturnAddressHalfInTheCopy) {
  EXPECT_EQ(step(simple_row(rsp, 16 * 8 + 4)), Outcome::beyond_copy);
}

TEST_F(UnwindStep, CfaMustRise) {
  EXPECT_EQ(step(simple_row(rsp, 0)), Outcome::failed);
  EXPECT_EQ(step(simple_row(rbp, -64)), Outcome::failed);
}

TEST_F(UnwindStep, UnknownCfaRegister) { EXPECT_EQ(step(simple_row(r12, 8)), Outcome::failed); }

TEST_F(UnwindStep, UndefinedReturnAddressIsTheRoot) {
  EXPECT_EQ(step(outermost_row()), Outcome::root);
}

TEST_F(UnwindStep, NoRow) {
  UnwindRow none;
  none.kind = UnwindRow::Kind::none;
  EXPECT_EQ(step(none), Outcome::no_rule);
}

TEST_F(UnwindStep, PltExpression) {
  // ld's rule for lazy PLT stubs: CFA = rsp + 8 + ((rip & 15) >= 11) * 8.
  GeneralRow row = usual_rules();
  row.cfa_is_expression = true;
  row.cfa_expression = {{DW_OP_breg7, 8, 0}, {DW_OP_breg16, 0, 0}, {DW_OP_lit15, 0, 0},
                        {DW_OP_and, 0, 0},   {DW_OP_lit11, 0, 0},  {DW_OP_ge, 0, 0},
                        {DW_OP_lit3, 0, 0},  {DW_OP_shl, 0, 0},    {DW_OP_plus, 0, 0}};
  Registers before = registers_;
  ASSERT_EQ(step(row), Outcome::ok);
  EXPECT_EQ(registers_.instruction_pointer(), 0x1000U);
  registers_ = before;
  registers_.set(rip, 0x40000b);
  ASSERT_EQ(step(row), Outcome::ok);
  EXPECT_EQ(registers_.instruction_pointer(), 0x1001U);
}

TEST_F(UnwindStep, SignalFrameRestoresEverythingAndMayGoDown) {
  // As in glibc's __restore_rt: each register is saved at an address computed from rsp.
  GeneralRow row = usual_rules();
  row.cfa_is_expression = true;
  row.cfa_expression = {{DW_OP_breg7, 32, 0}, {DW_OP_deref, 0, 0}};
  words_[4] = base - 0x1000;
  words_[5] = 0x5555;
  auto at = [](std::uint64_t offset) {
    return RegisterRule{RegisterRule::Kind::at_expression, 0, 0, {{DW_OP_breg7, offset, 0}}};
  };
  row.rules[rsp] = at(32);
  row.rules[rax] = at(40);
  row.rules[rip] = at(48);
  ASSERT_EQ(step(row, true), Outcome::ok);
  EXPECT_EQ(registers_.stack_pointer(), base - 0x1000);
  EXPECT_EQ(registers_.value[rax], 0x5555U);
  EXPECT_EQ(registers_.instruction_pointer(), 0x1006U);
}

TEST_F(UnwindStep, RegisterInRegisterAndValueRules) {
  GeneralRow row = usual_rules();
  row.rules[rbx] = {RegisterRule::Kind::in_register, rax, 0, {}};
  row.rules[r12] = {RegisterRule::Kind::value_offset, 0, -24, {}};
  row.rules[rbp] = {RegisterRule::Kind::undefined, 0, 0, {}};
  ASSERT_EQ(step(row), Outcome::ok);
  EXPECT_EQ(registers_.value[rbx], 0xaU);
  EXPECT_EQ(registers_.value[r12], base);
  EXPECT_FALSE(registers_.has(rbp));
}

}  // namespace
}  // namespace cxprof
