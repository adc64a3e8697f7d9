#include "runner/unwind/sample_stack.h"

#include <gmock/gmock.h>

#include <initializer_list>
#include <vector>

#include "tests/unit/unwind/fake_code.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using x86_64::rbp;
using x86_64::rsp;

constexpr std::uint64_t base = 0x7ffe0000;
constexpr std::uint64_t program = 0x400000;
constexpr std::uint64_t jit = 0x900000;
constexpr std::uint64_t kernel_text = 0xffffffff81000000;
constexpr std::uint64_t context_kernel = static_cast<std::uint64_t>(-128);
constexpr std::uint64_t context_user = static_cast<std::uint64_t>(-512);
constexpr auto ip = AddressKind::instruction_pointer;
constexpr auto ra = AddressKind::return_address;
constexpr ModuleId file_module = 1, jit_module = 2, kernel_module = 3;

// perf's registers bp, sp, ip.
constexpr std::uint64_t mask = 1U << 6 | 1U << 7 | 1U << 8;

class SampleStackTest : public testing::Test {
 protected:
  SampleStackTest() {
    modules_ = {{"", ModuleKind::unknown, ""},
                {"/bin/program", ModuleKind::file, ""},
                {"//anon", ModuleKind::anonymous, ""},
                {"[kernel.kallsyms]", ModuleKind::kernel, ""}};
    spaces_.resize(1);
    spaces_[0].insert({program, program + 0x10000, 0, file_module});
    spaces_[0].insert({jit, jit + 0x10000, 0, jit_module});
  }

  Sample user_sample(std::uint64_t pc, std::vector<std::uint64_t> stack, std::uint64_t bp = 0) {
    registers_ = {bp, base, pc};
    stack_ = std::move(stack);
    Sample sample;
    sample.ip = pc;
    sample.pid = 7;
    sample.cpu_mode = CpuMode::user;
    sample.user_abi = RegisterAbi::bits64;
    sample.user_register_mask = mask;
    sample.user_registers = {std::as_bytes(std::span(registers_)).data(), registers_.size()};
    sample.user_stack = std::as_bytes(std::span(stack_));
    return sample;
  }

  void set_chain(Sample& sample, std::initializer_list<std::uint64_t> chain) {
    chain_ = chain;
    sample.call_chain = {std::as_bytes(std::span(chain_)).data(), chain_.size()};
  }

  StackEnd walk(const Sample& sample, std::size_t max_depth = 1024, bool knows_registers = true) {
    CodeAddresses addresses(code_);
    KnownCode known{modules_, {}, ""};
    for (const AddressSpace& space : spaces_) {
      known.address_spaces.push_back(std::make_shared<const AddressSpace>(space));
    }
    addresses.know(std::make_shared<const KnownCode>(std::move(known)));
    SampleStack stack(addresses, {max_depth, knows_registers});
    StackEnd end = stack.walk(sample);
    std::vector<AddressId> ids(stack.frames().begin(), stack.frames().end());
    const std::vector<FrameAddress>& all = addresses.addresses();
    frames_.clear();
    for (AddressId id : ids) frames_.push_back(all.at(id));
    return end;
  }

  FakeCode code_;
  std::vector<Module> modules_;
  std::vector<AddressSpace> spaces_;
  std::vector<std::uint64_t> registers_, stack_, chain_;
  std::vector<FrameAddress> frames_;
};

FrameAddress at(std::uint64_t address, AddressKind kind) {
  return {file_module, kind, address, -1};
}

TEST_F(SampleStackTest, ReachesTheRootLookingCallersUpOneByteBefore) {
  code_.rows[0x100] = simple_row(rsp, 8);
  code_.rows[0x1ff] = simple_row(rsp, 16);  // Only there: 0x200 is another function's.
  code_.rows[0x2ff] = outermost_row();
  EXPECT_EQ(walk(user_sample(program + 0x100, {program + 0x200, 0, program + 0x300})),
            StackEnd::root);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip), at(0x200, ra), at(0x300, ra)));
}

TEST_F(SampleStackTest, CopyEndsBeforeTheRoot) {
  code_.rows[0x100] = simple_row(rsp, 8);
  code_.rows[0x1ff] = simple_row(rsp, 40000);
  EXPECT_EQ(walk(user_sample(program + 0x100, {program + 0x200, 0})), StackEnd::truncated_copy);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip), at(0x200, ra)));
}

TEST_F(SampleStackTest, RegistersWithoutStackGiveTheLeaf) {
  code_.rows[0x100] = simple_row(rsp, 8);
  EXPECT_EQ(walk(user_sample(program + 0x100, {})), StackEnd::truncated_copy);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

TEST_F(SampleStackTest, GarbageReturnAddressIsCutOff) {
  code_.rows[0x100] = simple_row(rsp, 8);
  EXPECT_EQ(walk(user_sample(program + 0x100, {0x123456, 0})), StackEnd::unreadable);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

TEST_F(SampleStackTest, ReturnAddressZeroIsTheRoot) {
  code_.rows[0x100] = simple_row(rsp, 8);
  EXPECT_EQ(walk(user_sample(program + 0x100, {0, 0})), StackEnd::root);
}

TEST_F(SampleStackTest, RecursionStopsAtTheDepthLimit) {
  code_.rows[0x100] = simple_row(rsp, 8);
  code_.rows[0x1ff] = simple_row(rsp, 8);
  EXPECT_EQ(walk(user_sample(program + 0x100, std::vector(100, program + 0x200)), 10),
            StackEnd::depth_limit);
  EXPECT_EQ(frames_.size(), 10U);
}

TEST_F(SampleStackTest, CodeInterruptedByASignalIsLookedUpWhereItWas) {
  GeneralRow trampoline;
  trampoline.cfa_register = rsp;
  trampoline.cfa_offset = 16;
  trampoline.rules[x86_64::rip] = {RegisterRule::Kind::at_offset, 0, -16, {}};
  UnwindRow signal;
  signal.kind = UnwindRow::Kind::general;
  signal.signal_frame = true;
  signal.general = &trampoline;
  code_.rows[0x100] = simple_row(rsp, 8);  // the handler
  code_.rows[0x4ff] = signal;              // found at return address - 1, as glibc provides for
  code_.rows[0x200] = outermost_row();     // interrupted: no minus one
  EXPECT_EQ(walk(user_sample(program + 0x100, {program + 0x500, program + 0x200, 0})),
            StackEnd::root);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip), at(0x500, ip), at(0x200, ip)));
}

TEST_F(SampleStackTest, HandlerOnItsOwnStackIsTruncatedNotUnreadable) {
  GeneralRow trampoline;
  trampoline.cfa_register = rsp;
  trampoline.rules[rsp] = {RegisterRule::Kind::at_offset, 0, 8, {}};
  trampoline.rules[x86_64::rip] = {RegisterRule::Kind::at_offset, 0, 0, {}};
  UnwindRow signal;
  signal.kind = UnwindRow::Kind::general;
  signal.signal_frame = true;
  signal.general = &trampoline;
  code_.rows[0x100] = simple_row(rsp, 8);
  code_.rows[0x4ff] = signal;
  code_.rows[0x200] = simple_row(rsp, 8);
  EXPECT_EQ(
      walk(user_sample(program + 0x100, {program + 0x500, program + 0x200, base - 0x100000, 0})),
      StackEnd::truncated_copy);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip), at(0x500, ip), at(0x200, ip)));
}

TEST_F(SampleStackTest, CodeWithoutInformationFollowsAFramePointerThatLeavesNoDoubt) {
  code_.after_calls = {0x200};
  code_.rows[0x1ff] = outermost_row();
  auto sample = user_sample(jit + 5, {1, 2, base + 64, program + 0x200, 0}, base + 16);
  EXPECT_EQ(walk(sample), StackEnd::root);
  EXPECT_THAT(frames_, ElementsAre(FrameAddress{jit_module, ip, jit + 5, 7}, at(0x200, ra)));
}

TEST_F(SampleStackTest, FramePointerIsNotTrustedWhereACallerWouldBeSkipped) {
  // The leaf kept no frame: rbp is its caller's, whose return address lies below it.
  code_.after_calls = {0x200, 0x300};
  auto sample =
      user_sample(jit + 5, {program + 0x300, 2, base + 64, program + 0x200, 0}, base + 16);
  EXPECT_EQ(walk(sample), StackEnd::no_unwind_info);
  EXPECT_EQ(frames_.size(), 1U);
}

TEST_F(SampleStackTest, FramePointerMustRiseAndLeadToACallSite) {
  code_.after_calls = {0x200};
  EXPECT_EQ(walk(user_sample(jit + 5, {base, program + 0x200}, base)), StackEnd::no_unwind_info);
  EXPECT_EQ(walk(user_sample(jit + 5, {base + 8, program + 0x201}, base)),
            StackEnd::no_unwind_info);
  EXPECT_EQ(walk(user_sample(jit + 5, {base + 8, program + 0x200}, base + 80)),
            StackEnd::no_unwind_info);
  EXPECT_EQ(walk(user_sample(jit + 5, {base + 8, program + 0x200}, 12345)),
            StackEnd::no_unwind_info);
}

TEST_F(SampleStackTest, KernelPartStandsBelowTheUserPart) {
  code_.rows[0x100] = outermost_row();
  Sample sample = user_sample(program + 0x100, {0});
  sample.ip = kernel_text + 1;
  sample.cpu_mode = CpuMode::kernel;
  set_chain(sample, {context_kernel, kernel_text + 1, kernel_text + 2, context_user, 0x1234});
  EXPECT_EQ(walk(sample), StackEnd::root);
  EXPECT_THAT(frames_,
              ElementsAre(FrameAddress{kernel_module, ip, kernel_text + 1, -1},
                          FrameAddress{kernel_module, ra, kernel_text + 2, -1}, at(0x100, ip)));
}

TEST_F(SampleStackTest, KernelThreadHasOnlyItsChain) {
  Sample sample;
  sample.ip = kernel_text + 1;
  sample.cpu_mode = CpuMode::kernel;
  set_chain(sample, {context_kernel, kernel_text + 1, kernel_text + 2});
  EXPECT_EQ(walk(sample), StackEnd::root);
  EXPECT_EQ(frames_.size(), 2U);
}

TEST_F(SampleStackTest, CallChainOfBothParts) {
  Sample sample;
  sample.ip = kernel_text + 1;
  sample.cpu_mode = CpuMode::kernel;
  set_chain(sample, {context_kernel, kernel_text + 1, context_user, program + 0x100,
                     program + 0x200, 0x123456});
  EXPECT_EQ(walk(sample), StackEnd::root);
  EXPECT_THAT(frames_,
              ElementsAre(FrameAddress{kernel_module, ip, kernel_text + 1, -1}, at(0x100, ip),
                          at(0x200, ra), FrameAddress{unknown_module, ra, 0x123456, -1}));
}

TEST_F(SampleStackTest, FullCallChainIsDepthLimited) {
  Sample sample;
  sample.ip = program + 0x100;
  sample.cpu_mode = CpuMode::user;
  chain_.assign(128, program + 0x200);
  chain_[0] = context_user;
  sample.call_chain = {std::as_bytes(std::span(chain_)).data(), chain_.size()};
  EXPECT_EQ(walk(sample), StackEnd::depth_limit);
  EXPECT_EQ(frames_.size(), 127U);
  EXPECT_EQ(frames_.front(), at(0x100, ip));
}

TEST_F(SampleStackTest, LeafAloneWhereNoStackWasRecorded) {
  Sample sample;
  sample.ip = program + 0x100;
  sample.cpu_mode = CpuMode::user;
  EXPECT_EQ(walk(sample), StackEnd::not_recorded);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

TEST_F(SampleStackTest, LeafOutsideAllMappingsIsKept) {
  Sample sample = user_sample(0xffffffffff600000, {0});
  EXPECT_EQ(walk(sample), StackEnd::no_unwind_info);
  EXPECT_THAT(frames_, ElementsAre(FrameAddress{unknown_module, ip, 0xffffffffff600000, -1}));
}

TEST_F(SampleStackTest, NothingRecordedIsTheEmptyStack) {
  EXPECT_EQ(walk(Sample{}), StackEnd::not_recorded);
  EXPECT_THAT(frames_, IsEmpty());
}

TEST_F(SampleStackTest, ThirtyTwoBitCodeGivesItsLeaf) {
  Sample sample = user_sample(program + 0x100, {program + 0x200});
  sample.user_abi = RegisterAbi::bits32;
  EXPECT_EQ(walk(sample), StackEnd::no_unwind_info);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

TEST_F(SampleStackTest, RegistersOfAnotherMachineAreNotRead) {
  code_.rows[0x100] = simple_row(rsp, 8);
  EXPECT_EQ(walk(user_sample(program + 0x100, {program + 0x200}), 1024, false),
            StackEnd::no_unwind_info);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

TEST_F(SampleStackTest, RegistersShorterThanTheirMask) {
  Sample sample = user_sample(program + 0x100, {program + 0x200});
  sample.user_registers = {std::as_bytes(std::span(registers_)).data(), 1};
  EXPECT_EQ(walk(sample), StackEnd::no_unwind_info);
  EXPECT_THAT(frames_, ElementsAre(at(0x100, ip)));
}

}  // namespace
}  // namespace cxprof
