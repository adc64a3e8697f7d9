#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "work/checksum.h"
#include "work/document.h"
#include "work/workload_args.h"

namespace {

// The sentence that is thrown, or "" when the arguments are accepted.
std::string complaint_about(const std::vector<std::string>& arguments) {
  try {
    parse_workload_args(arguments, {.lines = 10, .reps = 20});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(WorkloadArgs, DefaultsStandForWhatIsLeftOut) {
  const WorkloadArgs none = parse_workload_args({}, {.lines = 10, .reps = 20});
  EXPECT_EQ(none.lines, 10U);
  EXPECT_EQ(none.reps, 20U);
  const WorkloadArgs lines_only = parse_workload_args({"3"}, {.lines = 10, .reps = 20});
  EXPECT_EQ(lines_only.lines, 3U);
  EXPECT_EQ(lines_only.reps, 20U);
  const WorkloadArgs both = parse_workload_args({"3", "4"}, {.lines = 10, .reps = 20});
  EXPECT_EQ(both.lines, 3U);
  EXPECT_EQ(both.reps, 4U);
}

TEST(WorkloadArgs, AWrongArgumentIsNamed) {
  EXPECT_EQ(complaint_about({"many"}),
            "LINES must be a whole number from 1 to 10000000, not 'many'.");
  EXPECT_EQ(complaint_about({"5", "0"}),
            "REPS must be a whole number from 1 to 10000000, not '0'.");
  EXPECT_EQ(complaint_about({"1", "2", "3"}),
            "At most two arguments are taken, LINES and REPS, not 3.");
  for (const std::string wrong :
       {"", " 5", "5 ", "-5", "+5", "5x", "1e3", "10000001", "99999999999999999999999"}) {
    EXPECT_NE(complaint_about({wrong}), "") << "'" << wrong << "'";
  }
}

TEST(GenerateDocument, OneLineInSevenIsAHeading) {
  const Document document = generate_document(2000);
  ASSERT_EQ(document.lines.size(), 2000U);
  const auto headings =
      std::count_if(document.lines.begin(), document.lines.end(),
                    [](const std::string& line) { return line.starts_with("## "); });
  EXPECT_EQ(headings, 286);
}

TEST(GenerateDocument, LinesArePlainAsciiOfAboutTheSameLength) {
  std::string all;
  for (const std::string& line : generate_document(2000).lines) {
    EXPECT_GE(line.size(), 60U) << line;
    EXPECT_LE(line.size(), 69U) << line;
    all += line;
  }
  EXPECT_TRUE(std::all_of(all.begin(), all.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  for (const char special : {'<', '>', '&', '"', '\''}) {
    EXPECT_NE(all.find(special), std::string::npos) << special;
  }
}

// The published test vectors of FNV-1a.
TEST(Checksum, KnownAnswers) {
  EXPECT_EQ(checksum(""), 0xcbf29ce484222325U);
  EXPECT_EQ(checksum("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(checksum("foobar"), 0x85944171f73967e8U);
}
