// Every instruction of call frame information (DWARF 5, section 6.4.2).
#include <dwarf.h>
#include <gmock/gmock.h>

#include "runner/unwind/cfi/frame_table.h"
#include "tests/unit/unwind/frame_builder.h"

namespace cxprof::cfi {
namespace {

using x86_64::r12;
using x86_64::rax;
using x86_64::rbp;
using x86_64::rbx;
using x86_64::rip;
using x86_64::rsp;
using Kind = RegisterRule::Kind;
using Cfa = RuleSet::Cfa;

constexpr std::uint64_t start = 0x401000;

// The row `offset` bytes into a function with this program. CIE: CFA = rsp + 8, rip at CFA - 8.
std::optional<RuleSet> row(const Bytes& program, std::uint64_t offset = 0,
                           const FrameBuilder::Cie& cie = {},
                           const RegisterTable& registers = x86_64_table) {
  FrameBuilder builder(false);
  builder.fde(builder.cie(cie), start, 0x100000, program);
  FrameTable table(builder.section(), std::nullopt, registers);
  FoundRules found;
  if (!table.find(start + offset, found)) return std::nullopt;
  return found.rules;
}

Rule rule(const Bytes& program, std::uint8_t number) {
  auto found = row(program);
  EXPECT_TRUE(found.has_value());
  return found ? found->registers[number] : Rule{};
}

MATCHER_P2(Is, kind, value, "") { return arg.kind == kind && arg.value == value; }
MATCHER_P2(CfaIs, number, offset, "") {
  return arg && arg->cfa == Cfa::register_offset && arg->cfa_register == std::uint64_t{number} &&
         arg->cfa_value == offset;
}

TEST(CfiProgram, DefaultsAreTheAbis) {
  auto found = row({});
  EXPECT_THAT(found, CfaIs(rsp, 8));
  EXPECT_THAT(found->registers[rip], Is(Kind::at_offset, -8));
  EXPECT_THAT(found->registers[rsp], Is(Kind::value_offset, 0));
  for (std::uint8_t number : x86_64::callee_saved) {
    EXPECT_THAT(found->registers[number], Is(Kind::same, 0)) << int{number};
  }
  EXPECT_THAT(found->registers[rax], Is(Kind::undefined, 0));
}

TEST(CfiProgram, DefinesTheCfa) {
  EXPECT_THAT(row(Bytes().byte(DW_CFA_def_cfa).uleb(rbp).uleb(200)), CfaIs(rbp, 200));
  EXPECT_THAT(row(Bytes().byte(DW_CFA_def_cfa_sf).uleb(rbp).sleb(-3)), CfaIs(rbp, 24));
  EXPECT_THAT(row(Bytes().byte(DW_CFA_def_cfa_register).uleb(rbp)), CfaIs(rbp, 8));
  EXPECT_THAT(row(Bytes().byte(DW_CFA_def_cfa_offset).uleb(1000)), CfaIs(rsp, 1000));
  EXPECT_THAT(row(Bytes().byte(DW_CFA_def_cfa_offset_sf).sleb(-200)), CfaIs(rsp, 1600));
  auto by_expression = row(Bytes().byte(DW_CFA_def_cfa_expression).uleb(1).byte(DW_OP_lit1));
  EXPECT_EQ(by_expression->cfa, Cfa::expression);
}

TEST(CfiProgram, HalfAChangeOfAnExpressionIsDamaged) {
  Bytes expression = Bytes().byte(DW_CFA_def_cfa_expression).uleb(1).byte(DW_OP_lit1);
  for (unsigned opcode :
       {DW_CFA_def_cfa_register, DW_CFA_def_cfa_offset, DW_CFA_def_cfa_offset_sf}) {
    EXPECT_EQ(row(Bytes().add(expression).byte(opcode).uleb(7)), std::nullopt);
  }
}

TEST(CfiProgram, SetsRules) {
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_offset | rbx).uleb(2), rbx), Is(Kind::at_offset, -16));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_offset_extended).uleb(rbx).uleb(300), rbx),
              Is(Kind::at_offset, -2400));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_offset_extended_sf).uleb(rbx).sleb(-3), rbx),
              Is(Kind::at_offset, 24));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_GNU_negative_offset_extended).uleb(rbx).uleb(3), rbx),
              Is(Kind::at_offset, 24));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_val_offset).uleb(r12).uleb(2), r12),
              Is(Kind::value_offset, -16));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_val_offset_sf).uleb(r12).sleb(-2), r12),
              Is(Kind::value_offset, 16));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_undefined).uleb(rip), rip), Is(Kind::undefined, 0));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_same_value).uleb(rax), rax), Is(Kind::same, 0));
  EXPECT_THAT(rule(Bytes().byte(DW_CFA_register).uleb(rip).uleb(rax), rip),
              Is(Kind::in_register, rax));
  EXPECT_EQ(rule(Bytes().byte(DW_CFA_register).uleb(rbx).uleb(17), rbx).kind, Kind::undefined);
  EXPECT_EQ(rule(Bytes().byte(DW_CFA_expression).uleb(rbx).uleb(1).byte(DW_OP_lit1), rbx).kind,
            Kind::at_expression);
  EXPECT_EQ(rule(Bytes().byte(DW_CFA_val_expression).uleb(rbx).uleb(1).byte(DW_OP_lit1), rbx).kind,
            Kind::value_expression);
}

TEST(CfiProgram, PassesOverWhatUnwindingDoesNotNeed) {
  Bytes program;
  program.byte(DW_CFA_nop).byte(DW_CFA_GNU_args_size).uleb(200);
  program.byte(DW_CFA_offset | 33).uleb(2);                       // a vector register
  program.byte(DW_CFA_offset_extended).uleb(UINT64_MAX).uleb(2);  // none at all
  program.byte(DW_CFA_restore | 33).byte(DW_CFA_def_cfa_offset).uleb(16);
  EXPECT_THAT(row(program), CfaIs(rsp, 16));
}

TEST(CfiProgram, RestoresWhatTheCieSaid) {
  Bytes change = Bytes().byte(DW_CFA_undefined).uleb(rip).byte(DW_CFA_offset | rbx).uleb(2);
  EXPECT_THAT(rule(Bytes().add(change).byte(DW_CFA_restore | rip), rip), Is(Kind::at_offset, -8));
  EXPECT_THAT(rule(Bytes().add(change).byte(DW_CFA_restore_extended).uleb(rbx), rbx),
              Is(Kind::same, 0));
}

TEST(CfiProgram, RemembersStatesNested) {
  Bytes remember = Bytes().byte(DW_CFA_remember_state);
  Bytes restore = Bytes().byte(DW_CFA_restore_state);
  Bytes program;
  for (unsigned i = 2; i < 12; ++i) {
    program.byte(DW_CFA_def_cfa_offset).uleb(i * 8).byte(DW_CFA_offset | rbx).uleb(i);
    program.add(remember);
  }
  program.byte(DW_CFA_def_cfa).uleb(rbp).uleb(1);
  for (unsigned i = 11; i >= 2; --i) {
    program.add(restore);
    auto found = row(program);
    ASSERT_THAT(found, CfaIs(rsp, static_cast<std::int64_t>(i * 8)));
    EXPECT_THAT(found->registers[rbx], Is(Kind::at_offset, -8 * static_cast<int>(i)));
  }
  EXPECT_EQ(row(program.add(restore)), std::nullopt);
}

TEST(CfiProgram, EndlessRememberingIsDamaged) {
  Bytes program;
  program.data.resize(100'000, std::byte{DW_CFA_remember_state});
  EXPECT_EQ(row(program), std::nullopt);
}

TEST(CfiProgram, EndlessProgramsAreLeft) {
  Bytes program;
  program.data.resize(10'000'000, std::byte{DW_CFA_nop});
  EXPECT_EQ(row(program), std::nullopt);
}

TEST(CfiProgram, RowsBeginWhereTheLocationMoves) {
  FrameBuilder::Cie cie;
  cie.code_alignment = 4;
  Bytes program;
  auto next_row = [&](std::uint64_t cfa) { program.byte(DW_CFA_def_cfa_offset).uleb(cfa); };
  program.byte(DW_CFA_advance_loc | 1);  // 4
  next_row(16);
  program.byte(DW_CFA_advance_loc1).byte(0xff);  // 4 + 0x3fc = 0x400
  next_row(24);
  program.byte(DW_CFA_advance_loc2).fixed(std::uint16_t{0x300});  // 0x1000
  next_row(32);
  program.byte(DW_CFA_advance_loc4).fixed(std::uint32_t{0x400});  // 0x2000
  next_row(40);
  program.byte(0x1d).fixed(std::uint64_t{0x400});  // DW_CFA_MIPS_advance_loc8: 0x3000
  next_row(48);
  program.byte(DW_CFA_set_loc).fixed(start + 0x5000);
  next_row(56);
  const std::pair<std::uint64_t, std::int64_t> begins[] = {{0, 8},       {4, 16},      {0x400, 24},
                                                           {0x1000, 32}, {0x2000, 40}, {0x3000, 48},
                                                           {0x5000, 56}, {0x100000, 0}};
  for (std::size_t i = 0; i + 1 < std::size(begins); ++i) {
    EXPECT_THAT(row(program, begins[i].first, cie), CfaIs(rsp, begins[i].second)) << i;
    EXPECT_THAT(row(program, begins[i + 1].first - 1, cie), CfaIs(rsp, begins[i].second)) << i;
  }
  EXPECT_EQ(row(program, 0x100000, cie), std::nullopt);
}

TEST(CfiProgram, DamageBehindTheRowDoesNotMatter) {
  Bytes program = Bytes().byte(DW_CFA_advance_loc | 8).byte(0x3f);
  EXPECT_THAT(row(program, 7), CfaIs(rsp, 8));
  EXPECT_EQ(row(program, 8), std::nullopt);
}

TEST(CfiProgram, UnknownAndCutInstructionsAreDamaged) {
  for (unsigned opcode : {0x17U, 0x1cU, 0x2cU, 0x30U, 0x3fU}) {
    EXPECT_EQ(row(Bytes().byte(opcode).uleb(1).uleb(1)), std::nullopt) << opcode;
  }
  EXPECT_EQ(row(Bytes().byte(DW_CFA_advance_loc4).byte(1)), std::nullopt);
  EXPECT_EQ(row(Bytes().byte(DW_CFA_def_cfa).uleb(7)), std::nullopt);
  EXPECT_EQ(row(Bytes().byte(DW_CFA_offset | 3)), std::nullopt);
  EXPECT_EQ(row(Bytes().byte(DW_CFA_expression).uleb(3).uleb(9).byte(0)), std::nullopt);
  EXPECT_EQ(row(Bytes().byte(DW_CFA_set_loc).byte(1)), std::nullopt);
}

TEST(CfiProgram, CiesNeitherMoveNorRestore) {
  FrameBuilder::Cie cie;
  cie.program.byte(DW_CFA_restore | rbx);
  EXPECT_EQ(row({}, 0, cie), std::nullopt);
  cie = {};
  cie.program.byte(DW_CFA_advance_loc | 1);
  EXPECT_EQ(row({}, 0, cie), std::nullopt);
}

TEST(CfiProgram, SignedReturnAddressesAreOfArchitecturesThatHaveThem) {
  Bytes program = Bytes().byte(DW_CFA_GNU_window_save);
  EXPECT_EQ(row(program), std::nullopt);
  RegisterTable signing = x86_64_table;
  signing.signs_return_address = true;
  EXPECT_THAT(row(program, 0, {}, signing), CfaIs(rsp, 8));
}

}  // namespace
}  // namespace cxprof::cfi
