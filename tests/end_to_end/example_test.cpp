// The example project's naive renderer: what the README promises about its profile.
#include <set>

#include "tests/end_to_end/harness/cxprof.h"

namespace cxprof::test {
namespace {

struct Size {
  const char* lines;
  const char* repetitions;
};

class Example : public testing::TestWithParam<Size> {
 protected:
  void expect_renderer_leads(const std::string& program) {
    CXPROF_REQUIRE_RECORDING();
    TemporaryDirectory root;
    ProfiledRun run = profile_program(
        root.path(), {"--user-root", CXPROF_EXAMPLE_DIRECTORY, "--user-root", CXPROF_WORKLOADS},
        {CXPROF_WORKLOADS "/" + program, GetParam().lines, GetParam().repetitions});
    ASSERT_EQ(run.result.exit_code, 0) << run.result.err;
    const auto& rankings = run.profile["rankings"];
    ASSERT_GE(rankings["user_time"].size(), 2U) << run.result.out;
    EXPECT_GE(share_of(run.profile, "user_time", "render_naive") +
                  share_of(run.profile, "user_time", "escape_naive"),
              90.0)
        << run.result.out;
    // Both lead; which of them a small document is spent in is a matter of the processor's memory.
    std::set<std::string> leaders;
    for (std::size_t rank : {0U, 1U}) {
      std::string symbol = rankings["user_time"][rank]["symbol"];
      leaders.insert(symbol.substr(0, std::string("render_naive").size()));
    }
    EXPECT_THAT(leaders, testing::ElementsAre("escape_naive", "render_naive")) << run.result.out;

    // The first row of self time that is not the kernel's.
    std::string leader;
    for (const auto& row : rankings["self_time"]) {
      if (row["module"].get<std::string>().rfind("[kernel", 0) == 0) continue;
      leader = row["symbol"];
      break;
    }
    bool copying =
        leader.find("memmove") != std::string::npos || leader.find("memcpy") != std::string::npos;
    EXPECT_TRUE(copying || leader == "[libc.so.6]") << leader;

    const auto& pair = rankings["runtime_leaf_attributed_to_user"][0];
    EXPECT_EQ(pair["user_symbol"].get<std::string>().rfind("render_naive", 0), 0U) << pair;
    EXPECT_EQ(pair["runtime_symbol"], leader) << pair;
  }
};

TEST_P(Example, NaiveIsLedByItsRenderer) { expect_renderer_leads("naive"); }
TEST_P(Example, NaiveIsLedByItsRendererWhenItIsInlined) { expect_renderer_leads("naive_inlined"); }

/// What GoogleTest prints of a parameter: without it, the bytes of its pointers, other ones in each
/// run.
void PrintTo(const Size& size, std::ostream* out) { *out << size.lines << " lines"; }

INSTANTIATE_TEST_SUITE_P(
    Sizes, Example, testing::Values(Size{"500", "1000"}, Size{"2000", "60"}, Size{"8000", "4"}),
    [](const auto& test_case) { return std::string("Lines") + test_case.param.lines; });

}  // namespace
}  // namespace cxprof::test
