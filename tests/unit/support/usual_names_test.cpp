#include "runner/support/usual_names.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

TEST(UsualName, StringsAreWrittenAsPeopleDo) {
  EXPECT_EQ(
      usual_name(
          "render[abi:cxx11](std::__cxx11::basic_string<char, std::char_traits<char>, "
          "std::allocator<char> > const&, std::basic_string_view<char, std::char_traits<char> >)"),
      "render(std::string const&, std::string_view)");
}

TEST(UsualName, DefaultAllocatorsAreLeftOut) {
  EXPECT_EQ(usual_name("f(std::vector<std::vector<int, std::allocator<int> >, "
                       "std::allocator<std::vector<int, std::allocator<int> > > >&)"),
            "f(std::vector<std::vector<int>>&)");
}

TEST(UsualName, AnAllocatorThatIsNotLastStays) {
  EXPECT_EQ(usual_name("g<int, std::allocator<int>, 3>()"), "g<int, std::allocator<int>, 3>()");
}

TEST(UsualName, OtherNamesStayAsTheyAre) {
  EXPECT_EQ(usual_name("operator<(S const&, S const&)"), "operator<(S const&, S const&)");
  EXPECT_EQ(usual_name("[libc.so.6]"), "[libc.so.6]");
  EXPECT_EQ(usual_name(""), "");
}

}  // namespace
}  // namespace cxprof
