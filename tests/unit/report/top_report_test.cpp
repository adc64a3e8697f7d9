#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "runner/analyze/analyze.h"
#include "runner/report/report.h"
#include "tests/unit/report/example_profile.h"
#include "tests/unit/report/golden.h"

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string top(const Profile& profile, const ReportOptions& options = {}) {
  std::ostringstream out;
  write_report(profile, ReportFormat::top, options, out);
  return out.str();
}

TEST(TopReport, ByFunction) { expect_golden("top.txt", top(example_profile())); }

TEST(TopReport, ByInstruction) {
  ReportOptions options;
  options.offsets = true;
  options.top = 4;
  expect_golden("top-offsets.txt", top(example_profile(), options));
}

TEST(TopReport, OfNothing) {
  EXPECT_EQ(top(empty_profile()),
            "samples: 0\nresolved to object: 0\nresolved to function: 0\nunresolved: 0\n\n"
            "  self%  samples  symbol\n");
}

TEST(TopReport, ShowsTheWholeHotFunctionFromTheSnapshot) {
  ProfileBuilder build;
  build.profile.recording.snapshots.push_back(
      {"/home/me/app/build/app", "/snap shots/app", "00aa11bb", 1});
  FunctionId hot = build.user("hot");
  AddressId first = build.address(hot);
  AddressId last = build.address(hot);
  build.profile.addresses[first].address = 0x4010;
  build.profile.frames[first].back().offset = 0x10;
  build.profile.addresses[last].address = 0x4080;
  build.profile.frames[last].back().offset = 0x80;
  build.sample(9, {first});
  build.sample(2, {last});
  ReportOptions options;
  options.offsets = true;
  std::string report = top(analyze(build.profile, {}), options);
  EXPECT_THAT(report, HasSubstr(" 81.82%        9  hot+0x10\n 18.18%        2  hot+0x80\n"));
  EXPECT_THAT(report, HasSubstr("objdump -d --start-address=0x4000 --stop-address=0x4090 "
                                "'/snap shots/app'\n"));
}

TEST(TopReport, CountsOnlyItsEvent) {
  ProfileBuilder build;
  build.profile.events.push_back(build.profile.events[0]);
  build.profile.events[1].name = "cycles";
  AddressId work = build.address(build.user("work"));
  AddressId other = build.address(build.user("other"));
  build.sample(3, {work}, StackEnd::root, 0);
  build.sample(5, {other}, StackEnd::root, 1);
  ReportOptions options;
  options.offsets = true;
  std::string report = top(analyze(build.profile, {}), options);
  EXPECT_THAT(report, HasSubstr("100.00%        3  work+0x"));
  EXPECT_THAT(report, Not(HasSubstr("other")));
}

}  // namespace
}  // namespace cxprof
