// Stacks of real programs, interrupted anywhere, against what libgcc's unwinder saw at the same
// moment in the program itself.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "runner/unwind/unwind.h"
#include "tests/unit/unwind/stack_capture.h"

namespace cxprof {
namespace {

std::filesystem::path workload(const std::string& variant) {
  return std::filesystem::path(CXPROF_WORKLOADS) / ("stack_capture_" + variant);
}

std::vector<FrameAddress> frames_of(const UnwoundProfile& profile, StackId stack) {
  std::vector<FrameAddress> frames;
  for (; stack != empty_stack; stack = profile.stacks.nodes[stack].caller) {
    frames.push_back(profile.addresses[profile.stacks.nodes[stack].address]);
  }
  return frames;
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

struct Agreement {
  std::size_t samples = 0;
  std::size_t oracle_complete = 0;  ///< libgcc reached a frame without caller.
  std::size_t equal = 0;            ///< Of these: frame by frame the same, and root.
  std::map<StackEnd, std::size_t> ends;
  std::string first_difference;
};

Agreement compare(const std::string& variant, const std::string& mode) {
  StackCapture capture = capture_stacks(workload(variant), mode);
  AddressSpace space = capture.raw.address_spaces.front();
  UnwoundProfile profile = unwind(std::move(capture.raw), {});
  Agreement agreement;
  for (std::size_t i = 0; i < profile.samples.size(); ++i) {
    const UnwoundSample& sample = profile.samples[i];
    ++agreement.samples;
    ++agreement.ends[sample.end];
    std::vector<std::uint64_t> ours;
    for (const FrameAddress& frame : frames_of(profile, sample.stack)) {
      ours.push_back(frame.address);
    }
    std::vector<std::uint64_t> expected;
    for (std::uint64_t pc : capture.expected[i]) {
      expected.push_back(file_address(space, *profile.files, pc));
    }
    ++agreement.oracle_complete;
    if (ours == expected && sample.end == StackEnd::root) {
      ++agreement.equal;
    } else if (agreement.first_difference.empty()) {
      agreement.first_difference = "sample " + std::to_string(i) + " ours " +
                                   testing::PrintToString(ours) + " expected " +
                                   testing::PrintToString(expected);
    }
  }
  std::string ends;
  for (auto [end, count] : agreement.ends) {
    ends += " " + std::to_string(static_cast<int>(end)) + ":" + std::to_string(count);
  }
  std::printf("%s %s: %zu of %zu equal, ends%s\n", variant.c_str(), mode.c_str(), agreement.equal,
              agreement.samples, ends.c_str());
  return agreement;
}

class Capture : public testing::TestWithParam<std::string> {};

TEST_P(Capture, MixedProgramAgreesWithLibgcc) {
  if (!std::filesystem::exists(workload(GetParam()))) GTEST_SKIP() << "no such linker here";
  Agreement agreement = compare(GetParam(), "mixed");
  EXPECT_EQ(agreement.equal, agreement.samples) << agreement.first_difference;
}

INSTANTIATE_TEST_SUITE_P(Linkers, Capture,
                         testing::Values("pie", "no_pie", "static", "gold_pie", "gold_static",
                                         "lld_pie", "lld_no_pie", "lld_static", "mold_pie",
                                         "mold_no_pie", "mold_static"),
                         [](const auto& variant) { return variant.param; });

}  // namespace
}  // namespace cxprof
