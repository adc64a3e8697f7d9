#include "runner/symbolize/defined_functions.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> defined_by(const std::string& program, SymbolizeOptions options) {
  if (!options.defined_functions_below) options.defined_functions_below.emplace();
  auto profile = symbolize_program(program, {}, options);
  std::vector<std::string> names;
  for (const DefinedFunction& function : profile.defined_functions) names.push_back(function.name);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  return names;
}

SymbolizeOptions below(const std::filesystem::path& directory) {
  SymbolizeOptions options;
  options.defined_functions_below = {directory};
  return options;
}

TEST(DefinedFunctions, AreHandedOnOnlyWhenAskedFor) {
  EXPECT_THAT(symbolize_program("inlines", {}, {}).defined_functions, IsEmpty());
}

TEST(DefinedFunctions, OutOfLineOnesAndNotThoseThatAreInlinedAway) {
  std::vector<std::string> names = defined_by("inlines", below(TEST_PROGRAMS "/"));
  EXPECT_THAT(names, Contains("main"));
  EXPECT_THAT(names, Contains("physical(unsigned long)"));
  EXPECT_THAT(names, Contains("copied_and_inlined(unsigned long)"));
  EXPECT_THAT(names, Contains("shapes::Visitor::operator<(shapes::Visitor const&) const"));
  EXPECT_THAT(names, Not(Contains(testing::HasSubstr("innermost"))));
  EXPECT_THAT(names, Not(Contains(testing::HasSubstr("@plt"))));
}

TEST(DefinedFunctions, AStrippedProgramsStandInItsDebugInformation) {
  std::vector<std::string> names = defined_by("inlines-without-symbols", below(TEST_PROGRAMS));
  EXPECT_THAT(names, Contains("physical(unsigned long)"));
  EXPECT_THAT(names, Contains("shapes::Visitor::operator<(shapes::Visitor const&) const"));
  EXPECT_THAT(names, Not(Contains(testing::HasSubstr("innermost"))));
}

TEST(DefinedFunctions, OfOtherPeoplesModulesThereAreNone) {
  EXPECT_THAT(defined_by("inlines", below("/somewhere/else")), IsEmpty());
  EXPECT_THAT(defined_by("inlines", below(std::string(TEST_PROGRAMS) + "/inl")), IsEmpty());
}

TEST(DefinedFunctions, SeveralNamesOfOneAddressSayUnderWhichItsSamplesStand) {
  auto profile = symbolize_program("inlines", {}, below(TEST_PROGRAMS));
  // Constructors of complete and base objects are one function with two symbols.
  std::vector<DefinedFunction> constructors;
  for (const DefinedFunction& function : profile.defined_functions) {
    EXPECT_FALSE(function.ranked_as.empty()) << function.name;
    if (function.name == "shapes::Visitor::Visitor(unsigned long)") {
      constructors.push_back(function);
    }
  }
  ASSERT_EQ(constructors.size(), 2U);
  EXPECT_NE(constructors[0].raw_name, constructors[1].raw_name);
  EXPECT_EQ(constructors[0].ranked_as, constructors[1].ranked_as);
}

TEST(ProjectBinaries, TheProgramItsSnapshotsAndWhatLiesBelowTheDirectories) {
  Recording recording;
  recording.snapshots.push_back({"/home/me/app/build/app", "/store/elf", "", 1});
  auto is_one = [&](const char* path, ModuleKind kind = ModuleKind::file) {
    return is_project_binary({path, kind, ""}, recording, {"/home/me/app/build/lib/"});
  };
  EXPECT_TRUE(is_one("/home/me/app/build/app"));
  EXPECT_TRUE(is_one("/home/me/app/build/lib/deep/libx.so"));
  EXPECT_FALSE(is_one("/home/me/app/build/libx.so"));
  EXPECT_FALSE(is_one("/usr/lib/libc.so.6"));
  EXPECT_FALSE(is_one("[vdso]", ModuleKind::vdso));
  recording = {};
  recording.command = {{"build/app"}, "/home/me/app"};
  EXPECT_TRUE(is_one("/home/me/app/build/app")) << "no snapshot could be made";
}

}  // namespace
}  // namespace cxprof
