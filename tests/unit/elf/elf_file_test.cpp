#include "runner/elf/elf_file.h"

#include <elf.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "runner/support/error.h"
#include "runner/support/text.h"
#include "tests/unit/elf/test_directory.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

TEST(ElfFile, ReadsTheBuildIdThatReadelfPrints) {
  std::string notes = output_of(std::string(TEST_READELF) + " -n " +
                                shell_quoted(test_program("marker-bfd").string()));
  auto file = ElfFile::open(test_program("marker-bfd"));
  EXPECT_EQ(file->build_id().size(), 40U);
  EXPECT_THAT(notes, HasSubstr("Build ID: " + file->build_id()));
}

TEST(ElfFile, ASeparateDebugFileHasTheSameBuildId) {
  EXPECT_EQ(ElfFile::open(test_program("marker.debug"))->build_id(),
            ElfFile::open(test_program("marker-bfd"))->build_id());
}

TEST(ElfFile, OpensDwarfOnlyWhereThereIsSome) {
  EXPECT_NE(ElfFile::open(test_program("marker-bfd"))->dwarf(), nullptr);
  EXPECT_EQ(ElfFile::open(test_program("marker-stripped"))->dwarf(), nullptr);
}

TEST(ElfFile, KnowsItsSections) {
  auto file = ElfFile::open(test_program("marker-stripped"));
  EXPECT_TRUE(file->has_section(".gnu_debuglink"));
  EXPECT_FALSE(file->has_section(".symtab"));
}

// Where `marker` is according to nm.
struct Range {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};
Range marker_range(const std::filesystem::path& program) {
  std::istringstream lines(output_of(std::string(TEST_NM) + " -S " +
                                     shell_quoted(program.string()) + " | grep ' marker$'"));
  std::uint64_t start = 0;
  std::uint64_t size = 0;
  lines >> std::hex >> start >> size;
  return {start, start + size};
}

class ElfFileLayout : public testing::TestWithParam<const char*> {};

// The constant inside `marker` is found in the file; its offset must lead back into `marker`.
TEST_P(ElfFileLayout, AnOffsetLeadsToTheAddressThatNmPrints) {
  std::filesystem::path program = test_program(std::string("marker-") + GetParam());
  if (!std::filesystem::exists(program)) GTEST_SKIP() << "linker not installed: " << GetParam();
  std::uint64_t constant = 0x5eedc0de600df00dUL;
  std::string pattern(reinterpret_cast<const char*>(&constant), sizeof constant);
  std::size_t offset = read_file(program).find(pattern);
  ASSERT_NE(offset, std::string::npos);
  Range marker = marker_range(program);
  auto address = ElfFile::open(program)->address_of_offset(offset);
  ASSERT_TRUE(address.has_value());
  EXPECT_GE(*address, marker.start);
  EXPECT_LT(*address, marker.end);
}

INSTANTIATE_TEST_SUITE_P(Linkers, ElfFileLayout, testing::Values("bfd", "lld", "mold"));

TEST(ElfFile, AnOffsetInNoSegmentHasNoAddress) {
  auto file = ElfFile::open(test_program("marker-bfd"));
  EXPECT_EQ(file->address_of_offset(std::filesystem::file_size(test_program("marker-bfd")) - 1),
            std::nullopt);
  EXPECT_EQ(file->address_of_offset(~0ULL), std::nullopt);
}

TEST(ElfFile, SaysWhatIsWrongWithAFileThatIsNone) {
  EXPECT_THAT([] { ElfFile::from_memory(bytes_of("#!/bin/sh\n"), "script"); },
              ThrowsMessage<Error>("script: this is not an ELF file"));
  EXPECT_THAT([] { ElfFile::open("/nowhere/at/all"); },
              ThrowsMessage<Error>(HasSubstr("/nowhere/at/all")));
}

TEST(ElfFile, RefusesOtherWordSizes) {
  std::string image = read_file(test_program("marker-bfd"));
  image[EI_CLASS] = ELFCLASS32;
  EXPECT_THAT([&] { ElfFile::from_memory(bytes_of(image), "x"); },
              ThrowsMessage<Error>(HasSubstr("not for a 64-bit machine")));
}

TEST(ElfFile, RefusesTablesOutsideTheFile) {
  std::string image = read_file(test_program("marker-bfd"));
  std::uint64_t huge = 0xffffffffffffff00;
  for (std::size_t field : {offsetof(Elf64_Ehdr, e_shoff), offsetof(Elf64_Ehdr, e_phoff)}) {
    std::string damaged = image;
    std::memcpy(damaged.data() + field, &huge, sizeof huge);
    EXPECT_THAT([&] { ElfFile::from_memory(bytes_of(damaged), "x"); },
                ThrowsMessage<Error>(HasSubstr("damaged or cut")));
  }
}

TEST(ElfFile, RefusesTableEntriesOfAnotherSize) {
  std::string image = read_file(test_program("marker-bfd"));
  std::uint16_t size = 1;
  std::memcpy(image.data() + offsetof(Elf64_Ehdr, e_phentsize), &size, sizeof size);
  EXPECT_THAT([&] { ElfFile::from_memory(bytes_of(image), "x"); },
              ThrowsMessage<Error>(HasSubstr("entries of 1 bytes where 56 are due")));
}

// Whatever is wrong is an Error or is read as far as it goes; a crash or a hang fails the test.
TEST(ElfFile, SurvivesEveryCutAndEveryDamagedHeaderByte) {
  std::string image = read_file(test_program("marker-stripped"));
  int refused = 0;
  int tries = 0;
  auto try_image = [&](const std::string& damaged) {
    ++tries;
    try {
      auto file = ElfFile::from_memory(bytes_of(damaged), "x");
      (void)file->has_section(".text");
      (void)file->address_of_offset(0);
      (void)file->dwarf();
    } catch (const Error&) {
      ++refused;
    }
  };
  for (std::size_t size = 0; size < image.size(); size += 1 + image.size() / 500) {
    try_image(image.substr(0, size));
  }
  int cuts = tries;
  EXPECT_EQ(refused, cuts) << "the section headers stand last: every cut loses some";
  for (std::size_t at = 0; at < 1024; ++at) {
    std::string damaged = image;
    damaged[at] = static_cast<char>(~damaged[at]);
    try_image(damaged);
  }
  EXPECT_GT(refused, cuts);
}

}  // namespace
}  // namespace cxprof
