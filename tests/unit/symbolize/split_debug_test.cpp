// Debug information that stands in other files than the program's.
#include <gmock/gmock.h>

#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

std::vector<std::uint64_t> addresses_of(const std::string& program) {
  std::vector<std::uint64_t> addresses;
  for (const NmSymbol& symbol : nm_functions(program)) {
    for (std::uint64_t i = 0; i < symbol.size; i += 8) addresses.push_back(symbol.start + i);
  }
  return addresses;
}

std::vector<std::vector<std::string>> chains(const SymbolizedProfile& profile) {
  std::vector<std::vector<std::string>> all;
  for (std::size_t i = 0; i < profile.frames.size(); ++i) {
    auto& chain = all.emplace_back(names_at(profile, i));
    for (const Frame& frame : profile.frames[i]) {
      chain.push_back(profile.source_files[frame.file] + ":" + std::to_string(frame.line));
    }
  }
  return all;
}

std::size_t inlined_frames(const SymbolizedProfile& profile) {
  std::size_t count = 0;
  for (const auto& frames : profile.frames) count += frames.size() - 1;
  return count;
}

TEST(SplitDebugInformation, APackageHasWhatTheFilesHave) {
  if (!has_program("packed/inlines-split")) GTEST_SKIP() << "dwp is not installed";
  auto addresses = addresses_of("inlines-split");
  auto whole = symbolize_program("inlines-split", addresses);
  auto packed = symbolize_program("packed/inlines-split", addresses);
  EXPECT_GT(inlined_frames(whole), addresses.size());
  EXPECT_EQ(chains(packed), chains(whole));
  EXPECT_EQ(packed.module_facts[1].missing_reason, "");
}

TEST(SplitDebugInformation, WhatIsMissingIsNamed) {
  for (const char* program : {"inlines-split", "inlines-split4"}) {
    auto addresses = addresses_of(program);
    std::filesystem::path split = test_program(program);
    split += "-inlines.dwo";
    std::filesystem::path hidden = split;
    hidden += ".hidden";
    ASSERT_TRUE(std::filesystem::exists(split)) << split;
    std::filesystem::rename(split, hidden);
    auto profile = symbolize_program(program, addresses);
    std::filesystem::rename(hidden, split);
    EXPECT_EQ(inlined_frames(profile), 0U);
    EXPECT_THAT(profile.module_facts[1].missing_reason,
                testing::MatchesRegex("its split debug information .*-inlines.dwo. is missing"));
    // Lines and names are in the program itself.
    std::uint64_t main_address = nm_address(program, "main");
    auto at_main = symbolize_program(program, {main_address});
    EXPECT_EQ(physical_at(at_main, 0).name, "main");
    EXPECT_GT(at_main.frames[0].back().line, 0U);
  }
}

TEST(SplitDebugInformation, FilesOfAnotherBuildAreNotTaken) {
  std::filesystem::path split = test_program("inlines-split");
  split += "-inlines.dwo";
  std::filesystem::path other = test_program("inlines-split4");
  other += "-inlines.dwo";
  std::filesystem::path hidden = split;
  hidden += ".hidden";
  std::filesystem::rename(split, hidden);
  std::filesystem::copy_file(other, split);
  auto profile = symbolize_program("inlines-split", addresses_of("inlines-split"));
  std::filesystem::rename(hidden, split);
  EXPECT_EQ(inlined_frames(profile), 0U);
  EXPECT_NE(profile.module_facts[1].missing_reason, "");
}

TEST(AlternateDebugFile, MakesNoDifference) {
  if (!has_program("dwz/inlines-dwarf4")) GTEST_SKIP() << "dwz is not installed";
  auto addresses = addresses_of("inlines-dwarf4");
  EXPECT_EQ(chains(symbolize_program("dwz/inlines-dwarf4", addresses)),
            chains(symbolize_program("inlines-dwarf4", addresses)));
}

// -g1 has functions and lines, but of inlined calls neither names nor places in every version.
TEST(DebugInformationOfLevel1, HasLines) {
  std::uint64_t main_address = nm_address("inlines-g1", "main");
  auto profile = symbolize_program("inlines-g1", {main_address});
  EXPECT_EQ(physical_at(profile, 0).name, "main");
  EXPECT_GT(profile.frames[0].back().line, 0U);
}

}  // namespace
}  // namespace cxprof
