#include "runner/analyze/program_line.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace cxprof {
namespace {

constexpr const char* naive_line =
    "naive: lines=2000 reps=70 bytes=147444 checksum=1f elapsed=2570000us (36714 us per rep)";

TEST(ProgramLine, IsReadFromItsKeys) {
  auto line = parse_program_line(naive_line);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, naive_line);
  EXPECT_EQ(line->bytes, 147444U);
  EXPECT_EQ(line->checksum, "1f");
  EXPECT_EQ(line->elapsed_us, 2570000);
  EXPECT_EQ(line->us_per_repetition, 36714);
}

TEST(ProgramLine, KnowsTheUnitsOfTime) {
  EXPECT_DOUBLE_EQ(*parse_program_line("bytes=1 elapsed=2.5s")->elapsed_us, 2.5e6);
  EXPECT_DOUBLE_EQ(*parse_program_line("bytes=1 elapsed=3ms")->elapsed_us, 3000);
  EXPECT_DOUBLE_EQ(*parse_program_line("bytes=1 elapsed=500ns")->elapsed_us, 0.5);
  EXPECT_DOUBLE_EQ(*parse_program_line("bytes=1 elapsed=1s (2.5 ms/rep)")->us_per_repetition, 2500);
  EXPECT_FALSE(parse_program_line("bytes=1 checksum=2 elapsed=12parsecs")->elapsed_us);
}

TEST(ProgramLine, NeedsTwoOfTheThreeKeys) {
  EXPECT_TRUE(parse_program_line("bytes=3 checksum=9"));
  EXPECT_FALSE(parse_program_line("bytes=3"));
  EXPECT_FALSE(parse_program_line("megabytes=3 mychecksum=9"));
  EXPECT_FALSE(parse_program_line("bytes=x elapsed=y"));
  EXPECT_FALSE(parse_program_line("bytes=-3 elapsed=nans"));
  EXPECT_FALSE(parse_program_line(""));
  EXPECT_FALSE(parse_program_line(std::string(100'000, 'x') + " bytes=3 checksum=9"));
}

class ProgramOutput : public testing::Test {
 protected:
  ~ProgramOutput() override { std::filesystem::remove(path); }
  void write(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

  std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) /
      (std::string("stdout_") + testing::UnitTest::GetInstance()->current_test_info()->name() +
       ".txt");
};

TEST_F(ProgramOutput, TheLastLineCounts) {
  write("hello\nbytes=1 checksum=a\r\nbytes=2 checksum=b\r\nbye\n");
  EXPECT_EQ(find_program_line(path)->bytes, 2U);
}

TEST_F(ProgramOutput, IsLookedForAtBothEndsOfABigFile) {
  std::string big(300'000, '\n');
  write("bytes=1 checksum=a\n" + big);
  EXPECT_EQ(find_program_line(path)->bytes, 1U);
  write(big + "bytes=2 checksum=b");
  EXPECT_EQ(find_program_line(path)->bytes, 2U);
  write(big + "bytes=3 checksum=c\n" + big);
  EXPECT_FALSE(find_program_line(path));
}

TEST_F(ProgramOutput, LinesCutByTheWindowAreNotTaken) {
  // The window of the last 64 KiB begins inside "…bytes=77".
  std::string line = "bytes=77 checksum=abc\n";
  write(std::string(200'000, 'x') + line + std::string(64 * 1024 - line.size() + 6, 'y'));
  EXPECT_FALSE(find_program_line(path));
  // The window of the first 64 KiB ends inside the checksum.
  write(std::string(64 * 1024 - line.size() + 3, '\n') + line + std::string(200'000, '\n'));
  EXPECT_FALSE(find_program_line(path));
}

TEST_F(ProgramOutput, AbsentOrBinaryFilesHaveNone) {
  EXPECT_FALSE(find_program_line(path));
  EXPECT_FALSE(find_program_line(""));
  EXPECT_FALSE(find_program_line(testing::TempDir()));
  write(std::string("\0\xFF\xFE bytes=\0 checksum=", 21));
  EXPECT_FALSE(find_program_line(path));
}

}  // namespace
}  // namespace cxprof
