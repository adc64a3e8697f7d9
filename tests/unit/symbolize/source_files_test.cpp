#include "runner/symbolize/source_files.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

TEST(SourcePath, IsAbsoluteAndNormal) {
  EXPECT_EQ(source_path("src/../lib/a.cpp", "/home/user/build"), "/home/user/build/lib/a.cpp");
  EXPECT_EQ(source_path("/usr/include/./c++/12/../12/vector", "/x"), "/usr/include/c++/12/vector");
}

TEST(SourcePath, OfAnUnknownFileIsEmpty) {
  EXPECT_EQ(source_path("", "/x"), "");
  EXPECT_EQ(source_path("???", "/x"), "");
  EXPECT_EQ(source_path("/x/<built-in>", "/x"), "");
  EXPECT_EQ(source_path("<artificial>", "/x"), "");
}

TEST(SourceFiles, HoldsEachPathOnceAndTheEmptyOneFirst) {
  SourceFiles files;
  EXPECT_EQ(files.id(""), 0U);
  SourceFileId a = files.id("/a.cpp");
  EXPECT_EQ(files.id("/b.cpp"), a + 1);
  EXPECT_EQ(files.id("/a.cpp"), a);
  EXPECT_EQ(files.take(), (std::vector<std::string>{"", "/a.cpp", "/b.cpp"}));
}

}  // namespace
}  // namespace cxprof
