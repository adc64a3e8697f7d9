// Our interpreter against libdw's, row by row, over the files of this machine.
#include <elf.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "runner/elf/own_vdso.h"
#include "runner/unwind/cfi_source.h"
#include "tests/unit/unwind/libdw_rows.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using Section = LibdwRows::Section;

// Files with more functions are sampled, so that a test takes a second or two.
constexpr std::size_t most_functions = 4000;

std::shared_ptr<ElfFile> open_if_there(const fs::path& path) {
  return fs::exists(path) ? ElfFile::open(path) : nullptr;
}

class Comparison {
 public:
  Comparison(std::shared_ptr<ElfFile> image, std::shared_ptr<ElfFile> described, Section section)
      : libdw_(described, section), ours_(std::move(image), described) {
    auto ranges = described_ranges(*described, section);
    std::size_t step = ranges.size() / most_functions + 1;
    for (std::size_t i = 0; i < ranges.size(); i += step) compare(ranges[i]);
  }

  void compare(const CodeRange& range) {
    std::uint64_t next = range.begin;
    while (next < range.end) {
      auto expected = libdw_.at(next);
      compare(next, expected);
      if (!expected || expected->end <= next) break;
      std::uint64_t last = std::min(expected->end, range.end) - 1;
      compare(next + (last - next) / 2, expected);
      compare(last, expected);
      next = last + 1;
    }
  }

  [[nodiscard]] std::size_t compared() const { return compared_; }

 private:
  void compare(std::uint64_t address, const std::optional<LibdwRows::Found>& expected) {
    if (!expected) return;
    ++compared_;
    std::string theirs = text(expected->row);
    std::string ours = text(plain(ours_.row(address)));
    if (ours == theirs || ++different_ > 5) return;
    ADD_FAILURE() << fmt::format("at {:#x}\nlibdw {}\nours  {}", address, theirs, ours);
  }

  LibdwRows libdw_;
  CfiSource ours_;
  std::size_t compared_ = 0;
  std::size_t different_ = 0;
};

class CfiOracle : public testing::TestWithParam<const char*> {};

TEST_P(CfiOracle, EveryRowIsLibdws) {
  auto image = open_if_there(GetParam());
  if (!image) GTEST_SKIP() << GetParam() << " is not installed";
  Comparison comparison(image, image, Section::eh_frame);
  EXPECT_GT(comparison.compared(), 20U);
}

INSTANTIATE_TEST_SUITE_P(Files, CfiOracle,
                         testing::Values("/proc/self/exe", "/lib64/ld-linux-x86-64.so.2",
                                         "/lib/x86_64-linux-gnu/libc.so.6",
                                         "/lib/x86_64-linux-gnu/libm.so.6",
                                         "/lib/x86_64-linux-gnu/libgcc_s.so.1",
                                         "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
                                         "/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
                                         "/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1",
                                         "/usr/lib/x86_64-linux-gnu/libclang-cpp.so.14"));

TEST(CfiOracleVdso, EveryRowIsLibdws) {
  auto vdso = own_vdso();
  if (!vdso) GTEST_SKIP() << "this kernel maps no vdso";
  Comparison comparison(vdso, vdso, Section::eh_frame);
  EXPECT_GT(comparison.compared(), 5U);
}

// What every linker makes of the same program. Without .eh_frame_hdr, or with one that has no
// table, libdw walks the section, and so do we.
TEST(CfiOracleLayouts, EveryRowIsLibdws) {
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(CXPROF_WORKLOADS)) {
    SCOPED_TRACE(entry.path().filename());
    auto image = ElfFile::open(entry.path());
    Comparison comparison(image, image, Section::eh_frame);
    EXPECT_GT(comparison.compared(), 20U);
    ++files;
  }
  EXPECT_GE(files, 3U);
}

// The same program's rules in .debug_frame, compressed and not, in the file and in a debug file.
TEST(CfiOracleDebugFrame, EveryRowIsLibdws) {
  for (const char* name : {"debug_frame", "debug_frame_compressed"}) {
    SCOPED_TRACE(name);
    auto image = ElfFile::open(fs::path(CXPROF_CFI_PROGRAMS) / name);
    ASSERT_TRUE(image->has_section(".debug_frame"));
    Comparison comparison(image, image, Section::debug_frame);
    EXPECT_GT(comparison.compared(), 20U);
  }
  auto stripped = ElfFile::open(fs::path(CXPROF_CFI_PROGRAMS) / "stripped");
  auto debug = ElfFile::open(fs::path(CXPROF_CFI_PROGRAMS) / "debug_frame.debug");
  ASSERT_FALSE(stripped->has_section(".debug_frame"));
  Comparison comparison(stripped, debug, Section::debug_frame);
  EXPECT_GT(comparison.compared(), 20U);
}

// Section headers may be cut off; the program header of .eh_frame_hdr stays.
TEST(CfiSourceWithoutSectionHeaders, FindsTheSameRows) {
  auto path = fs::path(CXPROF_WORKLOADS) / "stack_capture_pie";
  auto whole = ElfFile::open(path);
  std::vector<std::byte> bytes(whole->bytes().begin(), whole->bytes().end());
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.e_shoff = 0;
  header.e_shnum = 0;
  header.e_shstrndx = 0;
  std::memcpy(bytes.data(), &header, sizeof header);
  auto cut = ElfFile::from_memory(bytes, "cut");
  ASSERT_TRUE(cut->sections().empty());
  CfiSource expected(whole, nullptr);
  CfiSource actual(cut, nullptr);
  std::size_t count = 0;
  for (const CodeRange& range : described_ranges(*whole, Section::eh_frame)) {
    for (std::uint64_t at = range.begin; at < range.end; ++at, ++count) {
      ASSERT_EQ(text(plain(actual.row(at))), text(plain(expected.row(at)))) << at;
    }
  }
  EXPECT_GT(count, 100U);
}

}  // namespace
}  // namespace cxprof
