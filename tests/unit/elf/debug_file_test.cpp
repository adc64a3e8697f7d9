#include <gmock/gmock.h>

#include "runner/elf/debug_link.h"
#include "runner/elf/module_files.h"
#include "tests/unit/elf/test_directory.h"

namespace cxprof {
namespace {

// A stripped program alone in a directory, and its module.
class DebugFile : public testing::Test {
 protected:
  DebugFile() {
    copy_to(test_program("marker-stripped"), program);
    id = ElfFile::open(program)->build_id();
  }
  std::shared_ptr<ElfFile> debug_of_program(const FileSearch& search) {
    ModuleFiles files({Module{}, Module{program.string(), ModuleKind::file, id}}, search);
    return files.file(1).debug;
  }
  std::filesystem::path by_id(const std::string& root) const {
    return directory / (root + "/.build-id/" + id.substr(0, 2) + "/" + id.substr(2) + ".debug");
  }
  // Another file with the same build id would be accepted for its id.
  void write_damaged_debug(const std::filesystem::path& to) const {
    std::string content = read_file(test_program("marker.debug"));
    std::string raw_id;
    for (std::size_t i = 0; i < id.size(); i += 2) {
      raw_id += static_cast<char>(std::stoi(id.substr(i, 2), nullptr, 16));
    }
    std::size_t at = content.find(raw_id);
    ASSERT_NE(at, std::string::npos);
    content[at] = static_cast<char>(~content[at]);
    write_file(to, content);
  }

  TestDirectory directory;
  std::filesystem::path program = directory / "bin/marker";
  BuildId id;
  const FileSearch none{{}, {}};
};

TEST_F(DebugFile, IsAbsentWhereThereIsNone) { EXPECT_EQ(debug_of_program(none), nullptr); }

TEST_F(DebugFile, IsFoundByBuildId) {
  copy_to(test_program("marker.debug"), by_id("debug"));
  auto debug = debug_of_program({{}, {directory / "debug"}});
  ASSERT_NE(debug, nullptr);
  EXPECT_TRUE(debug->has_section(".symtab"));
}

TEST_F(DebugFile, OfAnotherBuildIsNotTakenByBuildId) {
  write_damaged_debug(by_id("debug"));
  EXPECT_EQ(debug_of_program({{}, {directory / "debug"}}), nullptr);
}

TEST_F(DebugFile, IsFoundByDebugLinkBesideTheProgram) {
  copy_to(test_program("marker.debug"), directory / "bin/marker.debug");
  EXPECT_NE(debug_of_program(none), nullptr);
}

TEST_F(DebugFile, IsFoundByDebugLinkInDotDebug) {
  copy_to(test_program("marker.debug"), directory / "bin/.debug/marker.debug");
  EXPECT_NE(debug_of_program(none), nullptr);
}

TEST_F(DebugFile, IsFoundByDebugLinkBelowTheDebugDirectory) {
  std::filesystem::path root = directory / "debug";
  copy_to(test_program("marker.debug"),
          root / (directory / "bin").relative_path() / "marker.debug");
  EXPECT_NE(debug_of_program({{}, {root}}), nullptr);
}

TEST_F(DebugFile, WithAnotherChecksumIsNotTaken) {
  write_damaged_debug(directory / "bin/marker.debug");
  EXPECT_EQ(debug_of_program(none), nullptr);
}

TEST_F(DebugFile, IsNotSoughtForAProgramThatHasAllItself) {
  copy_to(test_program("marker.debug"), by_id("debug"));
  ModuleFiles files({Module{}, Module{test_program("marker-bfd").string(), ModuleKind::file, id}},
                    {{}, {directory / "debug"}});
  EXPECT_NE(files.file(1).image, nullptr);
  EXPECT_EQ(files.file(1).debug, nullptr);
}

TEST(DebugLink, HoldsTheChecksumOfTheFile) {
  auto link = read_debug_link(ElfFile::open(test_program("marker-stripped"))->elf());
  ASSERT_TRUE(link.has_value());
  EXPECT_EQ(link->name, "marker.debug");
  EXPECT_EQ(link->crc, file_crc(test_program("marker.debug")));
  EXPECT_EQ(read_debug_link(ElfFile::open(test_program("marker-bfd"))->elf()), std::nullopt);
}

// The check value of CRC-32 (zlib, ISO-HDLC) for "123456789".
TEST(DebugLink, UsesTheCommonCrc) {
  TestDirectory directory;
  write_file(directory / "digits", "123456789");
  EXPECT_EQ(file_crc(directory / "digits"), 0xcbf43926U);
}

}  // namespace
}  // namespace cxprof
