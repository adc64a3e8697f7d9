// One function under one name, inlined or not.
#include <gmock/gmock.h>

#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

using testing::HasSubstr;

// All addresses of a function, by nm.
std::vector<std::uint64_t> addresses_of(const std::string& program, const std::string& name) {
  std::vector<std::uint64_t> addresses;
  for (const NmSymbol& symbol : nm_functions(program)) {
    if (symbol.name != name) continue;
    for (std::uint64_t i = 0; i < symbol.size; ++i) addresses.push_back(symbol.start + i);
  }
  EXPECT_FALSE(addresses.empty()) << name;
  return addresses;
}

// Ids of the functions inlined somewhere in `name` whose name contains `part`.
std::set<FunctionId> inlined_in(const SymbolizedProfile& profile, const std::string& part) {
  std::set<FunctionId> ids;
  for (const auto& frames : profile.frames) {
    for (const Frame& frame : frames) {
      if (frame.inlined && profile.functions[frame.function].name.find(part) != std::string::npos) {
        ids.insert(frame.function);
      }
    }
  }
  return ids;
}

void expect_same_function(const std::string& program, const std::string& where_inlined,
                          const std::string& copy, const std::string& name) {
  std::vector<std::uint64_t> addresses = addresses_of(program, where_inlined);
  std::uint64_t copy_address = nm_address(program, copy);
  addresses.push_back(copy_address);
  auto profile = symbolize_program(program, addresses);
  FunctionId physical = profile.frames.back().back().function;
  EXPECT_EQ(profile.functions[physical].name, name);
  EXPECT_EQ(profile.functions[physical].source, NameSource::symbol);
  EXPECT_THAT(inlined_in(profile, name.substr(0, name.find('('))), testing::ElementsAre(physical));
}

TEST(FunctionIdentity, AStaticFunctionAndItsCopyAreOne) {
  for (const char* program : {"inlines", "inlines-dwarf4", "inlines-clang"}) {
    if (!has_program(program)) continue;
    expect_same_function(program, "_Z10inlines_itm", "_ZL18copied_and_inlinedm",
                         "copied_and_inlined(unsigned long)");
  }
}

TEST(FunctionIdentity, AnExternCFunctionAndItsCopyAreOne) {
  expect_same_function("inlines", "_Z9inlines_cm", "c_helper", "c_helper");
}

TEST(FunctionIdentity, FunctionsThatExistOnlyInlinedHaveQualifiedNames) {
  auto profile = symbolize_program("inlines", addresses_of("inlines", "_ZN6shapes7VisitorC2Em"));
  EXPECT_EQ(inlined_in(profile, "shapes::(anonymous namespace)::hidden").size(), 1U);
  EXPECT_EQ(inlined_in(profile, "shapes::(anonymous namespace)::Square::area").size(), 1U);
}

TEST(FunctionIdentity, MembersOfLocalClassesBearTheFunctionAroundThem) {
  auto profile = symbolize_program("inlines", addresses_of("inlines", "_Z11local_classm"));
  std::set<FunctionId> twice = inlined_in(profile, "twice");
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_THAT(profile.functions[*twice.begin()].name, HasSubstr("local_class"));
  EXPECT_THAT(profile.functions[*twice.begin()].name, HasSubstr("Local::twice"));
}

// GCC leaves the call operator of a closure without a declaration; its class has one.
TEST(FunctionIdentity, LambdasBearTheFunctionAroundThemAndAreDeclaredThere) {
  auto profile = symbolize_program("inlines", addresses_of("inlines", "_Z10inlines_itm"));
  std::set<FunctionId> lambdas = inlined_in(profile, "inlines_it::{lambda}::operator()");
  ASSERT_EQ(lambdas.size(), 1U);
  const Function& lambda = profile.functions[*lambdas.begin()];
  EXPECT_THAT(lambda.declaration_file, testing::EndsWith("/programs/inlines.cpp"));
  EXPECT_EQ(lambda.declaration_line, 30U);
}

TEST(FunctionIdentity, NoInlinedFunctionIsNameless) {
  std::vector<std::uint64_t> addresses;
  for (const NmSymbol& symbol : nm_functions("inlines")) {
    for (std::uint64_t i = 0; i < symbol.size; i += 4) addresses.push_back(symbol.start + i);
  }
  auto profile = symbolize_program("inlines", addresses);
  std::size_t inlined = 0;
  for (const auto& frames : profile.frames) {
    ASSERT_FALSE(frames.empty());
    EXPECT_FALSE(frames.back().inlined);
    for (const Frame& frame : frames) {
      inlined += frame.inlined ? 1 : 0;
      EXPECT_THAT(profile.functions[frame.function].name, testing::Not(HasSubstr("(anonymous f")));
      EXPECT_NE(profile.functions[frame.function].name, "");
    }
  }
  EXPECT_GT(inlined, 1000U);
}

}  // namespace
}  // namespace cxprof
