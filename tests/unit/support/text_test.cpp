#include "runner/support/text.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

TEST(Text, InvalidUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(valid_utf8("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
  EXPECT_EQ(valid_utf8("a\xFC"
                       "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong '/'
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // surrogate
}

TEST(Text, PrintableLeavesNoControlCharacters) {
  EXPECT_EQ(printable("a\x1B[31mb\nc\td\x7F"), "a?[31mb?c\td?");
}

TEST(Text, ShellQuotingKeepsEveryArgumentWhole) {
  EXPECT_EQ(shell_quoted({"./a.out", "", "two words", "it's", "a;b", "$x"}),
            "./a.out '' 'two words' 'it'\\''s' 'a;b' '$x'");
}

TEST(Text, FileNamesAreSafe) {
  EXPECT_EQ(file_name_from("a/b c"), "a_b_c");
  EXPECT_EQ(file_name_from(".."), "profile");
  EXPECT_EQ(file_name_from(""), "profile");
  EXPECT_EQ(file_name_from("profile.naive-1_2"), "profile.naive-1_2");
}

TEST(Text, SentencesBeginLargeAndEndWithAStop) {
  EXPECT_EQ(as_sentence("perf is not installed"), "Perf is not installed.");
  EXPECT_EQ(as_sentence("Ends already."), "Ends already.");
  EXPECT_EQ(as_sentence("/usr/bin/perf hangs"), "/usr/bin/perf hangs.");
  EXPECT_EQ(as_sentence("perf.data: the file is cut"), "perf.data: the file is cut.");
  EXPECT_EQ(as_sentence("recording: it is cut"), "recording: it is cut.");
  EXPECT_EQ(as_sentence(""), "");
}

TEST(Text, DisplayWidthCountsColumns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("\xD1\x8E\xD0\xBD"), 2U);  // two Cyrillic letters
  EXPECT_EQ(display_width("\xE6\xBC\xA2"), 2U);      // one CJK character
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);         // e + combining acute
}

}  // namespace
}  // namespace cxprof
