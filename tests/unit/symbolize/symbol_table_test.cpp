#include "runner/symbolize/symbol_table.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "runner/symbolize/code_sections.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

using testing::Contains;

SymbolTable table_of(const std::string& image, const std::string& debug = "") {
  ModuleFile file;
  file.image = ElfFile::open(test_program(image));
  if (!debug.empty()) file.debug = ElfFile::open(test_program(debug));
  return SymbolTable(file);
}

std::string name_at(const SymbolTable& table, std::uint64_t address) {
  const Symbol* symbol = table.find(address);
  return symbol == nullptr ? "" : std::string(symbol->name);
}

class SymbolTableOf : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_program(GetParam())) GTEST_SKIP() << "its tools are not installed: " << GetParam();
  }
};

// Every function that nm gives a size, looked up at its first and last byte and one past it.
TEST_P(SymbolTableOf, AgreesWithNmAboutEverySizedFunction) {
  std::map<std::uint64_t, std::set<std::string>> names;
  std::map<std::uint64_t, std::uint64_t> ends;
  for (const NmSymbol& symbol : nm_functions(GetParam())) {
    if (symbol.size == 0) continue;
    names[symbol.start].insert(symbol.name);
    ends[symbol.start] = symbol.start + symbol.size;
  }
  ASSERT_GE(names.size(), 5U);
  SymbolTable table = table_of(GetParam());
  for (const auto& [start, aliases] : names) {
    const Symbol* symbol = table.find(start);
    ASSERT_NE(symbol, nullptr) << std::hex << start;
    EXPECT_EQ(symbol->start, start);
    EXPECT_THAT(aliases, Contains(std::string(symbol->name)));
    EXPECT_EQ(table.find(start)->source, NameSource::symbol);
    auto next = names.upper_bound(start);
    bool nested = next != names.end() && next->first < ends[start];
    if (!nested) {
      const Symbol* last = table.find(ends[start] - 1);
      ASSERT_NE(last, nullptr);
      EXPECT_EQ(last->start, start);
    }
    const Symbol* behind = table.find(ends[start]);
    if (behind != nullptr) {
      EXPECT_NE(behind->start, start) << symbol->name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SymbolTableOf,
                         testing::Values("inlines", "inlines-clang", "hidden", "hidden-static",
                                         "hidden-nopie", "hidden-gold", "hidden-lld",
                                         "hidden-mold"));

TEST(SymbolTable, FunctionsWithoutSizeReachToTheNextSymbol) {
  SymbolTable table = table_of("labels");
  std::uint64_t hot = nm_address("labels", "untyped_hot");
  std::uint64_t typed = nm_address("labels", "typed_without_size");
  std::uint64_t sized = nm_address("labels", "sized");
  EXPECT_EQ(name_at(table, hot - 1), "untyped_before");
  for (std::uint64_t at = hot; at < typed; ++at) EXPECT_EQ(name_at(table, at), "untyped_hot");
  for (std::uint64_t at = typed; at < sized; ++at) {
    EXPECT_EQ(name_at(table, at), "typed_without_size");
  }
}

TEST(SymbolTable, ALabelInsideASizedFunctionIsNotAFunction) {
  SymbolTable table = table_of("labels");
  std::uint64_t sized = nm_address("labels", "sized");
  EXPECT_GT(nm_address("labels", "global_label_inside_sized"), sized);
  EXPECT_EQ(name_at(table, nm_address("labels", "global_label_inside_sized")), "sized");
  const Symbol* symbol = table.find(sized);
  ASSERT_NE(symbol, nullptr);
  EXPECT_EQ(name_at(table, symbol->end), "") << "the gap behind a sized function has no name";
}

TEST(SymbolTable, ALocalLabelNamesWhatNothingElseDoes) {
  SymbolTable table = table_of("labels");
  EXPECT_EQ(name_at(table, nm_address("labels", "only_a_local_label")), "only_a_local_label");
}

TEST(SymbolTable, AFunctionWithoutSizeEndsWithItsSection) {
  SymbolTable table = table_of("labels");
  auto file = ElfFile::open(test_program("labels"));
  for (const CodeSection& section : read_code_sections(*file)) {
    if (section.name != ".init" && section.name != ".fini") continue;
    const Symbol* symbol = table.find(section.start);
    ASSERT_NE(symbol, nullptr) << section.name;
    EXPECT_EQ(symbol->end, section.end) << section.name;
  }
}

TEST(SymbolTable, DataAndAbsoluteSymbolsAreNoFunctions) {
  SymbolTable table = table_of("labels");
  for (const Symbol& symbol : table.symbols()) {
    EXPECT_NE(symbol.name, "data_label");
    EXPECT_NE(symbol.name, "_end");
    EXPECT_NE(symbol.name, "labels.S");
  }
}

// The stripped program still exports its neighbours; hidden_hot is neither of them.
TEST(SymbolTable, NeverNamesTheNearestSymbol) {
  std::uint64_t hot = nm_address("hidden", "_ZL10hidden_hotm");
  SymbolTable stripped = table_of("hidden-stripped");
  EXPECT_FALSE(stripped.has_symtab());
  EXPECT_EQ(name_at(stripped, hot), "");
  std::uint64_t first = nm_address("hidden", "exported_first");
  ASSERT_EQ(name_at(stripped, first), "exported_first");
  EXPECT_EQ(stripped.find(first)->source, NameSource::dynamic);
}

TEST(SymbolTable, ReadsASeparateDebugFile) {
  SymbolTable table = table_of("hidden-stripped", "hidden.debug");
  EXPECT_TRUE(table.has_symtab());
  EXPECT_EQ(name_at(table, nm_address("hidden", "_ZL10hidden_hotm")), "_ZL10hidden_hotm");
}

// At one address: the constructor of complete objects and that of base objects.
TEST(SymbolTable, AliasesLeadToOneSymbol) {
  SymbolTable table = table_of("inlines");
  const Symbol* complete = table.find_name("_ZN6shapes7VisitorC1Em");
  ASSERT_NE(complete, nullptr);
  EXPECT_EQ(complete, table.find_name("_ZN6shapes7VisitorC2Em"));
  EXPECT_EQ(table.find_name("no_such_function"), nullptr);
}

}  // namespace
}  // namespace cxprof
