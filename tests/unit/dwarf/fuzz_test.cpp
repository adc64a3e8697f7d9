// Real debug information with damage of every kind: what is read may be wrong, nothing may crash,
// hang or fill the memory.
#include <dwarf.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "runner/dwarf/address_table.h"
#include "runner/dwarf/line_table.h"
#include "runner/dwarf/ranges.h"
#include "runner/dwarf/walk.h"

namespace cxprof::dwarf {
namespace {

struct Tally {
  std::size_t dies = 0;
  std::size_t named = 0;
  std::size_t ranges = 0;
};

// Reads all that there is to read of a DIE.
struct ReadAll {
  Tally& tally;
  std::vector<Range> ranges;

  bool visit(const Die& die) {
    ++tally.dies;
    ranges_of(die, ranges);
    tally.ranges += ranges.size();
    if (die.tag() == DW_TAG_subprogram || die.tag() == DW_TAG_inlined_subroutine) {
      Die abstract = abstract_instance(die);
      tally.named += plain_name(abstract).empty() && linkage_name(abstract).empty() ? 0 : 1;
      inherited_attribute(abstract, DW_AT_decl_line);
      referenced(die, DW_AT_type);
    }
    return true;
  }
  void enter(const Die&) {}
  void leave(const std::byte*) {}
};

Tally read_all(const Sections& sections) {
  File file(nullptr, sections, false);
  Tally tally;
  read_address_table(sections.aranges, file.budget());
  for (Unit& unit : file.units()) {
    const UnitRoot* root = root_of(unit);
    if (root == nullptr) continue;
    ReadAll visitor{tally, {}};
    walk(root->die, visitor, 500);
    if (!root->lines) continue;
    const LineHeader* header = file.line_header(*root->lines);
    if (header == nullptr) continue;
    LineTable lines(*header, file.budget(), [](std::uint64_t) { return true; });
    for (std::uint64_t address = 0x1000; address < 0x4000; address += 64) (void)lines.find(address);
    for (std::uint64_t i = 0; i < header->files.size(); ++i) (void)header->path(i);
  }
  return tally;
}

class Fuzz : public testing::TestWithParam<const char*> {};

TEST_P(Fuzz, DamagedBytesAreSurvived) {
  auto elf = ElfFile::open(std::filesystem::path(TEST_PROGRAMS) / GetParam());
  const Sections whole = sections_of(*elf);
  Tally undamaged = read_all(whole);
  ASSERT_GT(undamaged.dies, 1000U);
  ASSERT_GT(undamaged.named, 100U);
  ASSERT_GT(undamaged.ranges, 100U);
  std::mt19937 random(11);
  using Clock = std::chrono::steady_clock;
  for (int round = 0; round < 150; ++round) {
    Sections damaged = whole;
    std::vector<std::vector<std::byte>> copies;
    for (Bytes* section : {&damaged.info, &damaged.abbrev, &damaged.line, &damaged.ranges,
                           &damaged.rnglists, &damaged.aranges, &damaged.str_offsets}) {
      auto& copy = copies.emplace_back(section->begin(), section->end());
      if (copy.empty()) continue;
      for (int i = 0; i < 1 << (round % 6); ++i) {
        std::byte& byte = copy[random() % copy.size()];
        byte = round % 2 == 0 ? static_cast<std::byte>(random())
                              : byte ^ static_cast<std::byte>(1U << (random() % 8));
      }
      if (round % 10 == 9) copy.resize(random() % copy.size());
      *section = copy;
    }
    auto start = Clock::now();
    read_all(damaged);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(10)) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Fuzz, testing::Values("inlines", "inlines-dwarf4"));

// Every unit with an abbreviation table and a line table of its own that overlaps all others: what
// is read over and over is bounded.
TEST(Hostile, OverlappingTablesAreNotReadOverAndOver) {
  constexpr std::size_t count = 20000;
  std::vector<std::byte> abbreviations;
  for (std::size_t i = 0; i < count; ++i) {
    // Code 1, 0x11 DW_TAG_compile_unit, no children, no attributes.
    for (unsigned byte : {1U, 0x11U, 0U, 0U, 0U}) abbreviations.push_back(std::byte(byte));
  }
  std::vector<std::byte> info;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t offset = i * 5;
    for (std::uint64_t word : {std::uint64_t{8}, std::uint64_t{4}}) {
      unsigned size = word == 8 ? 4 : 2;
      for (unsigned k = 0; k < size; ++k) info.push_back(std::byte((word >> (8 * k)) & 0xff));
    }
    for (unsigned k = 0; k < 4; ++k) info.push_back(std::byte((offset >> (8 * k)) & 0xff));
    info.push_back(std::byte{8});
    info.push_back(std::byte{1});
  }
  Sections sections;
  sections.info = info;
  sections.abbrev = abbreviations;
  auto start = std::chrono::steady_clock::now();
  read_all(sections);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace cxprof::dwarf
