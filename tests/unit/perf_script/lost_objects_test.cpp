// Frames without object, and texts that lack a field.
#include <gmock/gmock.h>

#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::string sample(const std::string& frames, int pid = 10) {
  return "prog " + std::to_string(pid) + "/11 12781.877578: 1003009 cpu-clock: \n" + frames + "\n";
}

constexpr const char* low = "\t            1100 low+0x10 (/lib/libm.so)\n";
constexpr const char* high = "\t            9100 high+0x10 (/lib/libm.so)\n";
constexpr const char* alias = "\t            5108 alias+0x8 (inlined)\n";

TEST(LostObjects, AreTheOneAroundTheAddress) {
  SymbolizedProfile profile = read_text(sample(alias) + sample(low) + sample(high));
  EXPECT_EQ(leaf_module(profile, 0).path, "/lib/libm.so");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(LostObjects, AreTheOneWithTheSameFunction) {
  std::string other = "\t            5120 real+0x20 (/tmp/prog)\n";
  SymbolizedProfile profile = read_text(sample(alias) + sample(low) + sample(high) + sample(other));
  EXPECT_EQ(leaf_module(profile, 0).path, "/tmp/prog");
}

TEST(LostObjects, StayUnknownBetweenTwo) {
  std::string other =
      "\t            1200 a+0x10 (/tmp/prog)\n\t            9200 b+0x10 (/tmp/prog)\n";
  SymbolizedProfile profile = read_text(sample(alias) + sample(low) + sample(high) + sample(other));
  EXPECT_EQ(leaf_module(profile, 0).kind, ModuleKind::unknown);
  ASSERT_THAT(profile.findings, SizeIs(1));
  EXPECT_EQ(profile.findings[0].code, "inlined-without-object");
  EXPECT_EQ(profile.findings[0].text.substr(0, 12), "1 of 4 sampl");
}

TEST(LostObjects, AreNotThoseOfOtherProcesses) {
  SymbolizedProfile profile = read_text(sample(alias, 9) + sample(low) + sample(high));
  EXPECT_EQ(leaf_module(profile, 0).kind, ModuleKind::unknown);
}

TEST(LostFields, AreNamed) {
  SymbolizedProfile objectless = read_text("\t            1100 low\n\t            9100 high\n\n");
  ASSERT_THAT(objectless.findings, SizeIs(1));
  EXPECT_EQ(objectless.findings[0].code, "no-object-field");
  SymbolizedProfile frameless = read_text("prog 10 12781.877578: cpu-clock: \n");
  ASSERT_THAT(frameless.findings, SizeIs(1));
  EXPECT_EQ(frameless.findings[0].advice, "Run perf script again with the fields ip,sym,dso.");
}

TEST(LostFields, SourcePlacesWithoutFileAreNoFaults) {
  SymbolizedProfile profile = read_text(
      "\t            1100 low (/tmp/prog)\n  :0\n\t            9100 high (/tmp/prog)\n"
      "  prog[1170]\n\n");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(RawDump, IsKnownByItsRecords) {
  perf_script::TextReader reader;
  reader.read("prog 10/11 12781.877578: PERF_RECORD_MMAP2 10/11: [0x1000(0x10) @ 0]: r-xp /x");
  EXPECT_FALSE(reader.is_raw_dump());
  reader.read("0 0x108 [0x50]: PERF_RECORD_ID_INDEX nr: 2");
  EXPECT_TRUE(reader.is_raw_dump());
}

}  // namespace
}  // namespace cxprof
