// Damaged call frame information ends nowhere but in no row. The same damage in each run.
#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "runner/unwind/cfi_source.h"
#include "runner/unwind/unwind_step.h"
#include "tests/unit/unwind/libdw_rows.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using Section = LibdwRows::Section;

void damage(std::vector<std::byte>& file, const ElfSection& section, std::mt19937_64& random) {
  std::uint64_t bytes = 1 + random() % 64;
  for (std::uint64_t i = 0; i < bytes && section.size > 8; ++i) {
    std::byte* at = file.data() + section.file_offset + random() % (section.size - 8);
    switch (random() % 4) {
      case 0:
        *at = static_cast<std::byte>(random());
        break;
      case 1:
        *at ^= static_cast<std::byte>(1U << random() % 8);
        break;
      case 2:
        std::memset(at, random() % 2 == 0 ? 0xff : 0x00, 4);
        break;
      default:
        std::memcpy(at, file.data() + section.file_offset + random() % (section.size - 8), 8);
    }
  }
}

// Every row is usable: what it points to can be evaluated.
void use(const UnwindRow& row) {
  static const std::vector<std::byte> stack(4096);
  Registers registers;
  for (std::uint8_t i = 0; i < x86_64::register_count; ++i) registers.set(i, 0x7000 + i * 16);
  (void)unwind_step(row, StackMemory(0x7000, stack), registers);
}

void run(const fs::path& path, const char* name, Section kind, int rounds) {
  auto sound = ElfFile::open(path);
  const ElfSection* section = sound->section(name);
  ASSERT_NE(section, nullptr);
  auto ranges = described_ranges(*sound, kind);
  std::mt19937_64 random(20240229);  // NOLINT(cert-msc51-cpp): the same damage each time
  std::size_t rows = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::byte> bytes(sound->bytes().begin(), sound->bytes().end());
    damage(bytes, *section, random);
    auto file = ElfFile::from_memory(std::move(bytes), "damaged");
    CfiSource source(file, nullptr);
    for (int i = 0; i < 200; ++i) {
      const CodeRange& range = ranges[random() % ranges.size()];
      UnwindRow row = source.row(range.begin + random() % (range.end - range.begin));
      ASSERT_NE(row.kind, UnwindRow::Kind::not_looked_up);
      rows += row.kind != UnwindRow::Kind::none ? 1 : 0;
      use(row);
      use(source.row(random()));
    }
  }
  EXPECT_GT(rows, 0U);
}

TEST(CfiMutation, EhFrame) {
  run(fs::path(CXPROF_WORKLOADS) / "stack_capture_pie", ".eh_frame", Section::eh_frame, 1500);
}

TEST(CfiMutation, SearchHeader) {
  run(fs::path(CXPROF_WORKLOADS) / "stack_capture_pie", ".eh_frame_hdr", Section::eh_frame, 500);
}

TEST(CfiMutation, DebugFrame) {
  run(fs::path(CXPROF_CFI_PROGRAMS) / "debug_frame", ".debug_frame", Section::debug_frame, 1500);
}

}  // namespace
}  // namespace cxprof
