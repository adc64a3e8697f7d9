#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/analyze/analyze.h"
#include "tests/unit/analyze/profile_builder.h"
#include "tests/unit/analyze/ranking_rows.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Attribution, PairsTheUsersFunctionWithTheRuntimeLeaf) {
  ProfileBuilder build;
  FunctionId main = build.user("main");
  FunctionId copy = build.user("copy_user");
  FunctionId sort = build.user("sort_user");
  FunctionId memmove = build.function("__memmove_avx", build.libc());
  FunctionId malloc = build.function("malloc", build.libc());
  FunctionId new_ = build.function("operator new(unsigned long)",
                                   build.module("/usr/lib/libstdc++.so.6"), "_Znwm");
  build.call(5, {memmove, copy, main});
  build.call(3, {malloc, new_, sort, main});
  build.call(2, {build.function("page_fault", build.kernel()), memmove, copy, main});
  build.call(1, {build.function("clear_page", build.kernel()), memmove, copy, main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.runtime_leaf_attributed_to_user),
              ElementsAre("copy_user <- __memmove_avx 5", "copy_user <- [kernel] 3",
                          "sort_user <- malloc 3"));
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("copy_user 8", "sort_user 3"));
}

TEST(Attribution, TheVdsoServesItsCaller) {
  ProfileBuilder build;
  ModuleId vdso = build.module("[vdso]", ModuleKind::vdso);
  build.call(4, {build.function("__vdso_clock_gettime", vdso),
                 build.function("clock_gettime", build.libc()), build.user("now_loop")});
  EXPECT_THAT(rows(analyze(build.profile, {}).rankings.runtime_leaf_attributed_to_user),
              ElementsAre("now_loop <- __vdso_clock_gettime 4"));
}

TEST(Attribution, SignalTrampolinesAreNobodysCaller) {
  ProfileBuilder build;
  FunctionId trampoline = build.function("__restore_rt", build.libc());
  FunctionId interrupted = build.user("interrupted");
  build.call(8, {build.user("in_handler"), build.user("handler"), trampoline, interrupted});
  build.call(1, {trampoline, interrupted});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("in_handler 8", "interrupted 1"));
  EXPECT_THAT(rows(profile.rankings.runtime_leaf_attributed_to_user),
              ElementsAre("interrupted <- __restore_rt 1"));
}

TEST(Attribution, CountsStacksWithoutAUserWhetherCompleteOrNot) {
  ProfileBuilder build;
  FunctionId loader = build.function("_dl_relocate_object", build.module("/usr/lib/ld-linux.so.2"));
  FunctionId memset = build.function("memset", build.libc());
  build.call(2, {loader}, StackEnd::root);
  build.call(3, {memset}, StackEnd::truncated_copy);
  build.call(1, {memset}, StackEnd::no_unwind_info);
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(profile.rankings.user_time, IsEmpty());
  EXPECT_THAT(profile.rankings.runtime_leaf_attributed_to_user, IsEmpty());
  EXPECT_EQ(profile.data_quality.without_user_frame, 2U);
  EXPECT_EQ(profile.data_quality.user_frame_unknown, 4U);
  EXPECT_EQ(profile.summary.profiled_samples, 6U);
}

TEST(FramePointers, DoNotTellTheCallerOfARuntimeLeaf) {
  ProfileBuilder build;
  build.profile.recording.call_graph = "fp";
  FunctionId main = build.user("main");
  FunctionId level2 = build.user("level2");  // Called copy_user, which the chain leaves out.
  build.call(5, {build.function("__memmove_avx", build.libc()), level2, main});
  build.call(3, {build.user("busy"), level2, main});
  build.call(2, {build.function("clear_page", build.kernel()), level2, main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("busy 3", "level2 2"));
  EXPECT_THAT(rows(profile.rankings.runtime_leaf_attributed_to_user),
              ElementsAre("level2 <- [kernel] 2"));
  EXPECT_EQ(profile.data_quality.user_frame_unknown, 5U);
  EXPECT_EQ(profile.data_quality.without_user_frame, 0U);
}

TEST(FramePointers, AreKnownFromTheEventOfARecordingMadeElsewhere) {
  ProfileBuilder build;
  build.profile.recording.call_graph.clear();
  build.profile.events[0].has_user_stack = false;
  build.call(5, {build.function("memmove", build.libc()), build.user("level2")});
  EXPECT_EQ(analyze(build.profile, {}).data_quality.user_frame_unknown, 5U);
}

TEST(NoCallGraph, KnowsTheUserOnlyWhereItWasTheLeaf) {
  ProfileBuilder build;
  build.profile.recording.call_graph = "none";
  build.call(3, {build.user("busy")}, StackEnd::not_recorded);
  build.call(2, {build.function("memmove", build.libc())}, StackEnd::not_recorded);
  Profile profile = analyze(build.profile, {});
  EXPECT_FALSE(profile.rankings.callers_available);
  EXPECT_THAT(rows(profile.rankings.user_time), ElementsAre("busy 3"));
  EXPECT_THAT(rows(profile.rankings.self_time), ElementsAre("busy 3", "memmove 2"));
  EXPECT_THAT(profile.rankings.inclusive_time, IsEmpty());
  EXPECT_EQ(profile.data_quality.user_frame_unknown, 2U);
}

}  // namespace
}  // namespace cxprof
