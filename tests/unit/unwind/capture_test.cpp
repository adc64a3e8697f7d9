// Stacks of real programs, interrupted anywhere, against what libgcc's unwinder saw at the same
// moment in the program itself.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/unwind/unwind.h"
#include "tests/unit/unwind/stack_capture.h"

namespace cxprof {
namespace {

using Addresses = std::vector<std::uint64_t>;

std::filesystem::path workload(const std::string& variant) {
  return std::filesystem::path(CXPROF_WORKLOADS) / ("stack_capture_" + variant);
}

// An absolute address as an address of its module's file.
std::uint64_t file_address(const AddressSpace& space, ModuleFiles& files, std::uint64_t pc) {
  const Mapping* mapping = space.find(pc - 1);
  if (mapping == nullptr) return pc;
  const ModuleFile& file = files.file(mapping->module);
  if (!file.image) return pc;
  return file.image->address_of_offset(pc - 1 - mapping->start + mapping->file_offset).value_or(0) +
         1;
}

struct Compared {
  Addresses ours;
  Addresses expected;  ///< libgcc's, as addresses of their files.
  StackEnd end = StackEnd::root;
  ModuleKind leaf_kind = ModuleKind::unknown;
};

std::vector<Compared> compare(const std::string& variant, const std::string& mode,
                              UnwindOptions options = {}, std::size_t stack_bytes = 32768) {
  StackCapture capture = capture_stacks(workload(variant), mode, stack_bytes);
  AddressSpace space = capture.raw.address_spaces.front();
  UnwoundProfile profile = unwind(std::move(capture.raw), options);
  EXPECT_EQ(profile.samples.size(), capture.expected.size());
  std::vector<Compared> all;
  for (std::size_t i = 0; i < profile.samples.size(); ++i) {
    const UnwoundSample& sample = profile.samples[i];
    Compared& compared = all.emplace_back();
    compared.end = sample.end;
    const FrameAddress& leaf = profile.addresses[profile.stacks.nodes[sample.stack].address];
    compared.leaf_kind = profile.modules[leaf.module].kind;
    for (StackId id = sample.stack; id != empty_stack; id = profile.stacks.nodes[id].caller) {
      compared.ours.push_back(profile.addresses[profile.stacks.nodes[id].address].address);
    }
    for (std::uint64_t pc : capture.expected[i]) {
      compared.expected.push_back(file_address(space, *profile.files, pc));
    }
  }
  return all;
}

bool is_prefix(const Addresses& shorter, const Addresses& longer) {
  return shorter.size() <= longer.size() &&
         std::equal(shorter.begin(), shorter.end(), longer.begin());
}

// Equal and complete. libgcc gives up in PLT stubs without CFI: there ours may go on.
MATCHER(AgreesToTheRoot, "") {
  const Compared& compared = arg;
  *result_listener << "ours " << testing::PrintToString(compared.ours) << " libgcc's "
                   << testing::PrintToString(compared.expected) << " end "
                   << static_cast<int>(compared.end);
  return compared.end == StackEnd::root && is_prefix(compared.expected, compared.ours) &&
         (compared.expected.size() == compared.ours.size() || compared.expected.size() == 1);
}

class Capture : public testing::TestWithParam<std::string> {};

TEST_P(Capture, MixedProgramAgreesWithLibgcc) {
  if (!std::filesystem::exists(workload(GetParam()))) GTEST_SKIP() << "no such linker here";
  EXPECT_THAT(compare(GetParam(), "mixed"), testing::Each(AgreesToTheRoot()));
}

INSTANTIATE_TEST_SUITE_P(Linkers, Capture,
                         testing::Values("pie", "no_pie", "static", "gold_pie", "gold_no_pie",
                                         "gold_static", "lld_pie", "lld_no_pie", "lld_static",
                                         "mold_pie", "mold_no_pie", "mold_static"),
                         [](const auto& variant) { return variant.param; });

TEST(CaptureModes, ThreadsEndAtTheirStart) {
  EXPECT_THAT(compare("pie", "threads"), testing::Each(AgreesToTheRoot()));
}

TEST(CaptureModes, DeepRecursionIsComplete) {
  auto all = compare("pie", "recursion");
  EXPECT_THAT(all, testing::Each(AgreesToTheRoot()));
  EXPECT_THAT(
      all, testing::Contains(testing::Field(&Compared::ours, testing::SizeIs(testing::Gt(400)))));
}

TEST(CaptureModes, DepthLimitCutsRecursion) {
  UnwindOptions options;
  options.max_depth = 100;
  std::size_t cut = 0;
  for (const Compared& sample : compare("pie", "recursion", options)) {
    EXPECT_TRUE(is_prefix(sample.ours, sample.expected));
    EXPECT_EQ(sample.end == StackEnd::depth_limit, sample.expected.size() > 100);
    cut += sample.end == StackEnd::depth_limit ? 1 : 0;
  }
  EXPECT_GT(cut, 0U);
}

TEST(CaptureModes, VdsoHasCallers) {
  auto all = compare("pie", "clock");
  EXPECT_THAT(all, testing::Each(AgreesToTheRoot()));
  EXPECT_THAT(all, testing::Contains(testing::Field(&Compared::leaf_kind, ModuleKind::vdso)));
}

TEST(CaptureModes, ShortCopiesAreTruncatedNeverWrong) {
  std::size_t truncated = 0;
  for (const Compared& sample : compare("pie", "mixed", {}, 512)) {
    EXPECT_TRUE(is_prefix(sample.ours, sample.expected));
    bool complete = sample.ours.size() == sample.expected.size();
    EXPECT_EQ(sample.end, complete ? StackEnd::root : StackEnd::truncated_copy);
    truncated += complete ? 0 : 1;
  }
  EXPECT_GT(truncated, 0U);
}

TEST(CaptureModes, HandlersOnTheirOwnStackShowWhatTheyInterrupted) {
  std::size_t in_handler = 0;
  for (const Compared& sample : compare("pie", "signals")) {
    EXPECT_TRUE(is_prefix(sample.ours, sample.expected));
    if (sample.ours.size() == sample.expected.size()) {
      EXPECT_EQ(sample.end, StackEnd::root);
      continue;
    }
    EXPECT_EQ(sample.end, StackEnd::truncated_copy);
    EXPECT_GE(sample.ours.size(), 3U);  // on_alarm, __restore_rt, what was interrupted
    ++in_handler;
  }
  EXPECT_GT(in_handler, 0U);
}

}  // namespace
}  // namespace cxprof
