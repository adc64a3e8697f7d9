#include "runner/compare/gates.h"

#include <gmock/gmock.h>

#include "runner/analyze/analyze.h"
#include "runner/merge/add_counts.h"
#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A profile where hot takes `hot` of 1000 samples (main the rest) and cold none.
Profile profile_with(std::uint64_t hot) {
  ProfileBuilder build;
  FunctionId main = build.user("main", "main");
  if (hot > 0) build.call(hot, {build.user("app::hot(int)", "_ZN3app3hotEi"), main});
  if (hot < 1000) build.call(1000 - hot, {main});
  build.profile.defined_functions = {{"app::cold(int)", "_ZN3app4coldEi", "app::cold(int)"},
                                     {"app::hot(int)", "_ZN3app3hotEi", "app::hot(int)"},
                                     {"main", "main", "main"}};
  return analyze(build.profile, {});
}

BudgetResult judged(Profile profile, BudgetKind kind, std::string name, double limit) {
  evaluate_gates(profile, {{}, {{kind, std::move(name), limit}}});
  return profile.budgets.at(0);
}

TrackedFunction tracked(Profile profile, std::string name) {
  evaluate_gates(profile, {{std::move(name)}, {}});
  return profile.tracked.at(0);
}

TEST(Budgets, WithinOverAndUndecidedByTheWholeInterval) {
  // 600 of 1000 at 99.9 %: 54.8 to 65.0 %.
  BudgetResult over = judged(profile_with(600), BudgetKind::user, "hot", 54);
  EXPECT_EQ(over.verdict, BudgetVerdict::over);
  EXPECT_EQ(over.samples, 600U);
  EXPECT_DOUBLE_EQ(over.percent, 60);
  EXPECT_NEAR(over.low_percent, 54.82, 0.01);
  EXPECT_NEAR(over.high_percent, 64.96, 0.01);
  EXPECT_EQ(over.text,
            "hot takes 60.0 % of user time (54.8 to 65.0 %), more than its budget of 54 %");
  EXPECT_EQ(judged(profile_with(600), BudgetKind::user, "hot", 66).verdict, BudgetVerdict::within);
  BudgetResult undecided = judged(profile_with(600), BudgetKind::user, "hot", 60.5);
  EXPECT_EQ(undecided.verdict, BudgetVerdict::undecided);
  EXPECT_TRUE(undecided.repeatable);
  EXPECT_EQ(undecided.text,
            "hot takes 60.0 % of user time (54.8 to 65.0 %), too near to its budget of 60.5 % to "
            "decide from 1000 samples");
}

TEST(Budgets, TheBaseIsAllProfiledSamples) {
  ProfileBuilder build;
  build.call(300, {build.user("hot()")});
  build.call(700, {build.function("memcpy", build.libc())});  // no user code on the stack
  BudgetResult result = judged(analyze(build.profile, {}), BudgetKind::user, "hot", 50);
  EXPECT_DOUBLE_EQ(result.percent, 30);
  EXPECT_EQ(result.verdict, BudgetVerdict::within);
}

TEST(Budgets, EveryKindIsOfItsRanking) {
  ProfileBuilder build;
  FunctionId outer = build.user("outer()");
  build.call(500, {build.function("memcpy", build.libc()), build.user("inner()"), outer});
  build.call(500, {outer});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(judged(profile, BudgetKind::user, "inner", 10).samples, 500U);
  EXPECT_EQ(judged(profile, BudgetKind::self, "inner", 10).samples, 0U);
  EXPECT_EQ(judged(profile, BudgetKind::self, "memcpy", 10).samples, 500U);
  EXPECT_EQ(judged(profile, BudgetKind::inclusive, "outer", 10).samples, 1000U);
}

TEST(Budgets, OverloadsAndInstantiationsAreSummed) {
  ProfileBuilder build;
  build.call(200, {build.user("app::draw(int)")});
  build.call(300, {build.user("app::draw(char)")});
  build.call(100, {build.user("void app::draw<long>(long)")});
  build.call(400, {build.user("app::redraw()")});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(judged(profile, BudgetKind::user, "draw", 10).samples, 600U);
  EXPECT_EQ(judged(profile, BudgetKind::user, "draw(char)", 10).samples, 300U);
  EXPECT_EQ(judged(profile, BudgetKind::user, "*draw", 10).samples, 1000U);
}

TEST(Budgets, OverloadsThatCallEachOtherCountOnceInInclusiveTime) {
  ProfileBuilder build;
  FunctionId one = build.user("draw(int)");
  FunctionId two = build.user("draw(char)");
  build.call(500, {one, two, one});
  build.call(100, {two});
  build.call(400, {build.user("other()")});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(judged(profile, BudgetKind::inclusive, "draw", 10).samples, 600U);
  Profile sum = profile;
  std::vector<Profile> repetitions{profile};
  add_counts(sum, profile);
  evaluate_gates(sum, {{}, {{BudgetKind::inclusive, "draw", 10}}}, repetitions);
  EXPECT_EQ(sum.budgets[0].samples, 1200U);
}

TEST(Budgets, LiteralNamesComeBeforeGlobs) {
  ProfileBuilder build;
  build.call(200, {build.user("M::operator*(M const&)")});
  build.call(800, {build.user("M::operator==(M const&)")});
  Profile profile = analyze(build.profile, {});
  EXPECT_EQ(judged(profile, BudgetKind::user, "operator*", 10).samples, 200U);
  // A cold function of that name is still no glob.
  ProfileBuilder cold;
  cold.call(1000, {cold.user("M::operator==(M const&)")});
  cold.profile.defined_functions = {{"M::operator*(M)", "_ZN1MmlES_", "M::operator*(M)"}};
  EXPECT_EQ(judged(analyze(cold.profile, {}), BudgetKind::user, "operator*", 10).samples, 0U);
  cold.profile.defined_functions.clear();
  EXPECT_EQ(judged(analyze(cold.profile, {}), BudgetKind::user, "operator*", 10).samples, 1000U);
}

TEST(Budgets, AColdFunctionKeepsItsBudget) {
  BudgetResult result = judged(profile_with(600), BudgetKind::user, "cold", 5);
  EXPECT_EQ(result.verdict, BudgetVerdict::within);
  EXPECT_EQ(result.percent, 0);
}

TEST(Budgets, ALimitOfZeroIsKeptByNoSampleOnly) {
  EXPECT_EQ(judged(profile_with(600), BudgetKind::user, "cold", 0).verdict, BudgetVerdict::within);
  EXPECT_EQ(judged(profile_with(1), BudgetKind::user, "hot", 0).verdict, BudgetVerdict::over);
}

TEST(Budgets, ALimitOfHundredIsAlwaysKept) {
  EXPECT_EQ(judged(profile_with(1000), BudgetKind::user, "hot", 100).verdict,
            BudgetVerdict::within);
}

TEST(Budgets, AnUnknownNameIsAFailureWithTheNearestOnes) {
  BudgetResult result = judged(profile_with(600), BudgetKind::user, "hott", 40);
  EXPECT_EQ(result.verdict, BudgetVerdict::no_such_function);
  EXPECT_EQ(
      result.text,
      "there is no function hott, so its budget of 40 % of user time could never be exceeded; "
      "the nearest names are app::hot, app::cold, main");
}

TEST(Budgets, MaxSelfOfAFunctionThatIsOnlyInlinedCouldNeverBeExceeded) {
  ProfileBuilder build;
  FunctionId inlined = build.user("escape()");
  FunctionId around = build.user("render()");
  build.sample(1000, {build.address(around, {inlined}, 10)});
  Profile profile = analyze(build.profile, {});
  BudgetResult self = judged(profile, BudgetKind::self, "escape", 40);
  EXPECT_EQ(self.verdict, BudgetVerdict::no_such_function);
  EXPECT_THAT(self.text, HasSubstr("escape has samples only where it was inlined"));
  EXPECT_THAT(self.text, HasSubstr("--max-user"));
  EXPECT_EQ(judged(profile, BudgetKind::user, "escape", 40).verdict, BudgetVerdict::over);
  EXPECT_EQ(judged(profile, BudgetKind::self, "render", 40).verdict, BudgetVerdict::over);
}

TEST(Budgets, MaxUserOfAFunctionThatOthersWereInlinedIntoMustNotPassUnseen) {
  ProfileBuilder build;
  FunctionId inlined = build.user("escape()");
  FunctionId around = build.user("render()");
  build.sample(990, {build.address(around, {inlined}, 10)});
  build.call(10, {build.user("main", "main")});
  Profile profile = analyze(build.profile, {});
  BudgetResult result = judged(profile, BudgetKind::user, "render", 40);
  EXPECT_EQ(result.verdict, BudgetVerdict::no_such_function);
  EXPECT_THAT(result.text, HasSubstr("inlined into it"));
  EXPECT_THAT(result.text, HasSubstr("--max-self"));
  EXPECT_EQ(judged(profile, BudgetKind::user, "render", 99.9).verdict, BudgetVerdict::within)
      << "it keeps its budget in any ranking";
}

TEST(Budgets, MaxUserOfRuntimeCodeAndMaxInclusiveOfEntryPointsCouldNeverBeExceeded) {
  ProfileBuilder build;
  FunctionId main = build.user("main", "main");
  build.call(900, {build.function("memcpy", build.libc()), main});
  build.call(100, {main});
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(judged(profile, BudgetKind::user, "memcpy", 40).text,
              HasSubstr("memcpy is not user code"));
  BudgetResult result = judged(profile, BudgetKind::inclusive, "main", 40);
  EXPECT_EQ(result.verdict, BudgetVerdict::no_such_function);
  EXPECT_THAT(result.text, HasSubstr("main is an entry point"));
  EXPECT_EQ(judged(profile, BudgetKind::user, "main", 40).verdict, BudgetVerdict::over);
}

TEST(Budgets, WithoutCallStacksInclusiveTimeIsUndecidedForGood) {
  ProfileBuilder build;
  build.profile.recording.call_graph = "none";
  build.call(1000, {build.user("work()")}, StackEnd::not_recorded);
  Profile profile = analyze(build.profile, {});
  evaluate_gates(profile, {{}, {{BudgetKind::inclusive, "work", 40}}});
  EXPECT_EQ(profile.budgets[0].verdict, BudgetVerdict::undecided);
  EXPECT_THAT(profile.budgets[0].text, HasSubstr("no call stacks"));
  EXPECT_FALSE(more_samples_needed(profile));
}

TEST(Budgets, WithoutSamplesEverythingIsUndecided) {
  ProfileBuilder build;
  Profile profile = analyze(build.profile, {});
  evaluate_gates(profile, {{"a"}, {{BudgetKind::user, "b", 40}}});
  EXPECT_EQ(profile.budgets[0].verdict, BudgetVerdict::undecided);
  EXPECT_EQ(profile.budgets[0].high_percent, 100);
  EXPECT_FALSE(more_samples_needed(profile));
  GateOutcome outcome = gate_outcome(profile);
  EXPECT_THAT(outcome.failures, IsEmpty());
  EXPECT_THAT(outcome.undecided, SizeIs(2));
}

TEST(Tracked, SharesOfEveryRanking) {
  TrackedFunction hot = tracked(profile_with(600), "hot");
  EXPECT_TRUE(hot.found);
  EXPECT_THAT(hot.symbols, ElementsAre("app::hot(int)"));
  EXPECT_EQ(hot.user_samples, 600U);
  EXPECT_EQ(hot.self_samples, 600U);
  EXPECT_EQ(hot.inclusive_samples, 600U);
  EXPECT_THAT(hot.nearest, IsEmpty());
}

TEST(Tracked, AColdFunctionIsFoundAndAMisspeltOneIsNot) {
  TrackedFunction cold = tracked(profile_with(600), "app::cold");
  EXPECT_TRUE(cold.found);
  EXPECT_THAT(cold.symbols, IsEmpty());
  EXPECT_EQ(cold.user_samples, 0U);
  TrackedFunction misspelt = tracked(profile_with(600), "app::hat");
  EXPECT_FALSE(misspelt.found);
  EXPECT_THAT(misspelt.nearest, ElementsAre("app::hot", "main", "app::cold"));
}

TEST(Tracked, RuntimeNamesAreOfferedOnlyWhereTheyAreVeryAlike) {
  ProfileBuilder build;
  build.call(100, {build.function("memcpy", build.libc()), build.user("app::work()")});
  build.call(100, {build.function("escape_into_kernel", build.kernel())});
  build.profile.defined_functions = {{"_start", "_start", "_start"},
                                     {"std::escape(int)", "_ZSt6escapei", "std::escape(int)"},
                                     {"app::escape_all()", "_ZN3app10escape_allEv", ""}};
  Profile profile = analyze(build.profile, {});
  EXPECT_THAT(tracked(profile, "escape_int").nearest, ElementsAre("app::escape_all", "app::work"));
  EXPECT_THAT(tracked(profile, "memcpyy").nearest.at(0), "memcpy");
}

TEST(Tracked, SamplesOfAnAliasStandUnderTheOtherName) {
  ProfileBuilder build;
  build.call(1000, {build.user("first()", "_Z5firstv")});
  build.profile.defined_functions = {{"first()", "_Z5firstv", "first()"},
                                     {"second()", "_Z6secondv", "first()"}};
  TrackedFunction second = tracked(analyze(build.profile, {}), "second");
  EXPECT_THAT(second.symbols, ElementsAre("first()"));
  EXPECT_EQ(second.self_samples, 1000U);
}

TEST(GateOutcome, FailuresAndUndecidedBudgetsApart) {
  Profile profile = profile_with(600);
  evaluate_gates(profile, {{"hott", "hot"},
                           {{BudgetKind::user, "hot", 50},
                            {BudgetKind::user, "hot", 60},
                            {BudgetKind::user, "hot", 70},
                            {BudgetKind::self, "nothing", 70}}});
  GateOutcome outcome = gate_outcome(profile);
  EXPECT_THAT(outcome.failures,
              ElementsAre(HasSubstr("there is no function hott to track; the nearest names are "
                                    "app::hot"),
                          HasSubstr("more than its budget of 50 %"),
                          HasSubstr("there is no function nothing")));
  EXPECT_THAT(outcome.undecided, ElementsAre(HasSubstr("budget of 60 %")));
  EXPECT_FALSE(more_samples_needed(profile)) << "it fails anyway";
  evaluate_gates(profile, {{}, {{BudgetKind::user, "hot", 60}, {BudgetKind::user, "hot", 70}}});
  EXPECT_TRUE(more_samples_needed(profile));
}

}  // namespace
}  // namespace cxprof
