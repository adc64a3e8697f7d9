#include "runner/symbolize/symbol_preference.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

// Each pair: the better first.
void expect_order(const SymbolRank& better, const SymbolRank& worse) {
  EXPECT_TRUE(is_better_name(better, worse)) << better.name << " before " << worse.name;
  EXPECT_FALSE(is_better_name(worse, better)) << worse.name << " before " << better.name;
}

TEST(SymbolPreference, ASizeCountsBeforeEverything) {
  expect_order({true, true, false, "__local_weak"}, {false, false, true, "global"});
}

TEST(SymbolPreference, StrongBeforeWeak) {
  expect_order({true, false, false, "___local"}, {true, true, false, "weak_long_name"});
}

TEST(SymbolPreference, GlobalBeforeLocal) {
  expect_order({true, false, true, "__global"}, {true, false, false, "local_long_name"});
}

TEST(SymbolPreference, FewerLeadingUnderscores) {
  expect_order({true, false, true, "free"}, {true, false, true, "__libc_free"});
}

TEST(SymbolPreference, ThenTheLongerName) {
  expect_order({true, false, true, "cfree@GLIBC_2.2.5"}, {true, false, true, "free"});
}

TEST(SymbolPreference, OtherwiseNeitherIsBetter) {
  SymbolRank complete{true, false, true, "_ZN1AC1Ev"};
  SymbolRank base{true, false, true, "_ZN1AC2Ev"};
  EXPECT_FALSE(is_better_name(complete, base));
  EXPECT_FALSE(is_better_name(base, complete));
}

}  // namespace
}  // namespace cxprof
