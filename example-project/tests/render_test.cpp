#include <gtest/gtest.h>

#include <string>

#include "work/checksum.h"
#include "work/document.h"
#include "work/render_fast.h"
#include "work/render_naive.h"

TEST(Render, SmallDocument) {
  const Document document{{"## Title", "a & \"c\" 'd'", "", "x < y > z", "##no heading", "## "}};
  const std::string expected =
      "<h2>Title</h2>\n"
      "<p>a &amp; &quot;c&quot; &#39;d&#39;</p>\n"
      "<p></p>\n"
      "<p>x &lt; y &gt; z</p>\n"
      "<p>##no heading</p>\n"
      "<h2></h2>\n";
  EXPECT_EQ(render_naive(document), expected);
  EXPECT_EQ(render_fast(document), expected);
}

TEST(Render, EmptyDocument) {
  EXPECT_EQ(render_naive(Document{}), "");
  EXPECT_EQ(render_fast(Document{}), "");
}

TEST(Render, FastEqualsNaiveOnALargeDocument) {
  const Document document = generate_document(2000);
  EXPECT_TRUE(render_fast(document) == render_naive(document));
}

// Worked out once by a program of its own. They change only when the document, the rule or the
// formula of the checksum does.
TEST(Render, PinnedBytesAndChecksum) {
  const std::string html = render_fast(generate_document(2000));
  EXPECT_EQ(html.size(), 178825U);
  EXPECT_EQ(checksum(html), 0x1875643b19fd3d05U);
}

// So a shorter run measures the same work, only less of it.
TEST(Render, EveryLengthIsAPrefixOfALongerOne) {
  const std::string longest = render_naive(generate_document(1000));
  for (const std::size_t lines : {0U, 1U, 7U, 100U, 500U, 999U}) {
    EXPECT_TRUE(longest.starts_with(render_naive(generate_document(lines)))) << lines << " lines";
  }
}
