#include "runner/symbolize/perf_map.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/symbolize/jit_symbolizer.h"
#include "tests/unit/elf/test_directory.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(PerfMap, CodeThatIsCompiledAgainTakesTheOldOnesPlace) {
  PerfMap map("1000 10 old\n1000 40 newer\n1000 20 newest\n");
  ASSERT_NE(map.find(0x1008), nullptr);
  EXPECT_EQ(map.find(0x1008)->name, "newest");
  EXPECT_EQ(map.find(0x1030), nullptr);
}

TEST(PerfMap, NamesHaveBlanks) {
  PerfMap map("7f0000001000 20 LazyCompile:*loop one /app/a b.js:1:2\n");
  ASSERT_NE(map.find(0x7f0000001010), nullptr);
  EXPECT_EQ(map.find(0x7f0000001010)->name, "LazyCompile:*loop one /app/a b.js:1:2");
  EXPECT_EQ(map.find(0x7f0000001010)->start, 0x7f0000001000U);
  EXPECT_EQ(map.find(0x7f0000001020), nullptr);
}

TEST(PerfMap, ReplacedCodeHasTheNameWrittenLast) {
  PerfMap map("1000 20 first\n1000 20 second\n");
  EXPECT_EQ(map.find(0x1000)->name, "second");
}

TEST(PerfMap, PassesOverWhatItCannotRead) {
  PerfMap map("\nnonsense\n1000\n1000 20\n1000 zz x\nffffffffffffffff 20 wraps\n0x2000 0x10 good");
  EXPECT_EQ(map.find(0x1000), nullptr);
  EXPECT_EQ(map.find(0x2008)->name, "good");
}

TEST(PerfMap, IsNotReadThroughALinkNorFromAnotherUser) {
  TestDirectory directory;
  write_file(directory / "map", "1000 20 x\n");
  std::filesystem::create_symlink(directory / "map", directory / "link");
  EXPECT_EQ(read_perf_map((directory / "map").string()), "1000 20 x\n");
  EXPECT_EQ(read_perf_map((directory / "link").string()), "");
  EXPECT_EQ(read_perf_map((directory / "none").string()), "");
  if (geteuid() != 0) GTEST_SKIP() << "only root may give a file away";
  ASSERT_EQ(chown((directory / "map").c_str(), 65534, 65534), 0);
  EXPECT_EQ(read_perf_map((directory / "map").string()), "");
}

TEST(JitSymbolizer, ReadsTheMapOfEachProcess) {
  std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  write_file(path, "1000 20 compiled by us\n");
  JitSymbolizer symbolizer;
  const PerfMap::Symbol* symbol = symbolizer.find(getpid(), 0x1008, 3);
  std::filesystem::remove(path);
  ASSERT_NE(symbol, nullptr);
  EXPECT_EQ(symbol->name, "compiled by us");
  Findings findings;
  symbolizer.report(findings);
  EXPECT_THAT(findings, SizeIs(0));
}

TEST(JitSymbolizer, CountsSamplesWithoutAMap) {
  JitSymbolizer symbolizer;
  EXPECT_EQ(symbolizer.find(-1, 0x1000, 3), nullptr);
  EXPECT_EQ(symbolizer.find(-1, 0x2000, 4), nullptr);
  Findings findings;
  symbolizer.report(findings);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].code, "jit-map-missing");
  EXPECT_THAT(findings[0].text, HasSubstr("7 samples"));
}

TEST(JitSymbolizer, SaysNothingAboutCallersOnly) {
  JitSymbolizer symbolizer;
  symbolizer.find(-1, 0x1000, 0);
  Findings findings;
  symbolizer.report(findings);
  EXPECT_THAT(findings, SizeIs(0));
}

}  // namespace
}  // namespace cxprof
