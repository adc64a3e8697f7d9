#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/analyze/analyze.h"
#include "tests/unit/analyze/profile_builder.h"
#include "tests/unit/analyze/ranking_rows.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SelfTime, IsTheTrueLeafRuntimeAndKernelIncluded) {
  ProfileBuilder build;
  FunctionId main = build.user("main");
  FunctionId render = build.user("render(int)", "_Z6renderi");
  build.call(3, {render, main});
  build.call(5, {build.function("__memmove_avx", build.libc()), render, main});
  build.call(2, {build.function("clear_page", build.kernel()), render, main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.self_time),
              ElementsAre("__memmove_avx 5", "render(int) 3", "clear_page 2"));
  EXPECT_EQ(profile.rankings.self_time[1].mangled_symbol, "_Z6renderi");
  EXPECT_EQ(profile.rankings.self_time[1].file, "/home/me/app/src/app.cpp");
  EXPECT_EQ(profile.rankings.self_time[0].module, "/usr/lib/x86_64-linux-gnu/libc.so.6");
  EXPECT_EQ(profile.data_quality.kernel_samples, 2U);
}

TEST(SelfTime, FoldsClonesUnderTheNameOfTheOneWithMostSamples) {
  ProfileBuilder build;
  build.call(1, {build.user("work()", "_Z4workv")});
  build.call(4, {build.user("work()", "_Z4workv.constprop.0")});
  build.call(2, {build.user("work()", "_Z4workv.cold")});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.self_time), ElementsAre("work() 7"));
  EXPECT_EQ(profile.rankings.self_time[0].mangled_symbol, "_Z4workv.constprop.0");
}

TEST(SelfTime, EqualNamesOfDifferentObjectsStayApart) {
  ProfileBuilder build;
  ModuleId library = build.module("/home/me/app/build/libwork.so");
  build.call(1, {build.function("helper", build.program())});
  build.call(2, {build.function("helper", library)});
  EXPECT_THAT(rows(analyze(build.profile, {}).rankings.self_time),
              ElementsAre("helper 2", "helper 1"));
}

TEST(SelfTime, UnnamedCodeStandsAsItsObject) {
  ProfileBuilder build;
  build.call(2, {build.unnamed(build.libc())});
  build.call(1, {build.unnamed(unknown_module)});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.self_time), ElementsAre("[libc.so.6] 2", "[unknown] 1"));
  EXPECT_EQ(profile.rankings.self_time[0].mangled_symbol, "");
  EXPECT_EQ(profile.data_quality.unsymbolized_leaves, 2U);
  EXPECT_EQ(profile.data_quality.unknown_object_leaves, 1U);
}

TEST(SelfTime, InlinedFunctionsCountForThePhysicalOneAndSumUpToTheSamples) {
  ProfileBuilder build;
  FunctionId real = build.user("real_fn");
  FunctionId in1 = build.user("in1");
  FunctionId in2 = build.user("in2");
  build.sample(6, {build.address(real, {in2, in1})});
  build.sample(4, {build.address(real)});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.self_time), ElementsAre("real_fn 10"));
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("in2 6 inlined", "real_fn 4"));
  EXPECT_THAT(rows(profile.rankings.inclusive_time),
              ElementsAre("real_fn 10", "in1 6 inlined", "in2 6 inlined"));
}

TEST(UserTime, IsInlinedOnlyWhenEveryCopyWas) {
  ProfileBuilder build;
  FunctionId outer = build.user("outer");
  FunctionId escape = build.user("escape");
  build.sample(2, {build.address(outer, {escape})});
  build.call(1, {escape, outer});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("escape 3"));
  EXPECT_THAT(rows(profile.rankings.inclusive_time), ElementsAre("escape 3", "outer 3"));
}

TEST(UserTime, RuntimeInlinedIntoTheUsersFunctionIsTheUsers) {
  ProfileBuilder build;
  FunctionId render = build.user("render()");
  FunctionId push = build.function("std::vector<int>::push_back(int)", build.program(),
                                   "_ZNSt6vectorIiE9push_backEi", NameSource::debug_info,
                                   "/usr/include/c++/12/bits/stl_vector.h");
  build.sample(3, {build.address(render, {push})});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("render() 3"));
  EXPECT_THAT(profile.rankings.runtime_leaf_attributed_to_user, IsEmpty());
}

TEST(InclusiveTime, CountsRecursionOncePerStack) {
  ProfileBuilder build;
  FunctionId main = build.user("main");
  FunctionId recurse = build.user("recurse");
  FunctionId burn = build.user("burn");
  build.call(4, {burn, recurse, recurse, recurse, main});
  build.call(1, {recurse, recurse, main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.inclusive_time), ElementsAre("recurse 5", "burn 4"));
  EXPECT_THAT(profile.data_quality.inclusive_symbols_suppressed_from_ranking, ElementsAre("main"));
}

TEST(InclusiveTime, CountsMutualRecursionThroughInlinedCopiesOnce) {
  ProfileBuilder build;
  FunctionId even = build.user("even");
  FunctionId odd = build.user("odd");
  AddressId both = build.address(even, {odd});
  build.sample(5, {both, both, build.address(odd)});
  EXPECT_THAT(rows(analyze(build.profile, {}).rankings.inclusive_time),
              ElementsAre("even 5", "odd 5"));
}

TEST(InclusiveTime, LeavesEntryPointsAndTestRunnersOutAndListsThem) {
  ProfileBuilder build;
  std::vector<FunctionId> stack{build.user("work()")};
  for (const char* name :
       {"WorkTest_Small_Test::TestBody()",
        "void testing::internal::HandleExceptionsInMethodIfSupported<testing::Test, void>"
        "(testing::Test*, void (testing::Test::*)(), char const*)",
        "testing::Test::Run()", "RUN_ALL_TESTS()", "main"}) {
    stack.push_back(build.user(name));
  }
  for (const char* name : {"__libc_start_call_main", "__libc_start_main@@GLIBC_2.34", "_start"}) {
    stack.push_back(build.function(name, build.libc()));
  }
  build.call(2, stack);
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.inclusive_time),
              ElementsAre("WorkTest_Small_Test::TestBody() 2", "work() 2"));
  EXPECT_THAT(profile.data_quality.inclusive_symbols_suppressed_from_ranking,
              ElementsAre("RUN_ALL_TESTS()", "__libc_start_call_main",
                          "__libc_start_main@@GLIBC_2.34", "_start", "main", "testing::Test::Run()",
                          "void testing::internal::HandleExceptionsInMethodIfSupported<"
                          "testing::Test, void>(testing::Test*, void (testing::Test::*)(), char "
                          "const*)"));
}

TEST(InclusiveTime, TakesStacksOfAnyDepth) {
  ProfileBuilder build;
  std::vector<FunctionId> stack(20'000, build.user("recurse"));
  stack.push_back(build.user("top"));
  build.call(1, stack);
  EXPECT_THAT(rows(analyze(build.profile, {}).rankings.inclusive_time),
              ElementsAre("recurse 1", "top 1"));
}

TEST(HotLines, AreTheLinesOfTheInnermostUserFrames) {
  ProfileBuilder build;
  FunctionId main = build.user("main");
  FunctionId render = build.user("render");
  FunctionId push = build.function("std::push", build.program());
  AddressId memmove = build.address(build.function("memmove", build.libc()));
  AddressId at_main = build.address(main, {}, 50);
  build.sample(4, {memmove, build.address(render, {push}, 20), at_main});  // render stands at 21
  build.sample(3, {build.address(render, {}, 21), at_main});
  build.sample(3, {build.address(render, {}, 12), at_main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(
      rows(profile.rankings.hot_lines),
      ElementsAre("/home/me/app/src/app.cpp:21 render 7", "/home/me/app/src/app.cpp:12 render 3"));
}

TEST(Order, EqualCountsStandByNameInByteOrder) {
  ProfileBuilder build;
  for (const char* name : {"b", "a", "B", "\xC3\xA4", "a1"}) build.call(2, {build.user(name)});
  build.call(3, {build.user("z")});
  EXPECT_THAT(rows(analyze(build.profile, {}).rankings.self_time),
              ElementsAre("z 3", "B 2", "a 2", "a1 2", "b 2", "\xC3\xA4 2"));
}

}  // namespace
}  // namespace cxprof
