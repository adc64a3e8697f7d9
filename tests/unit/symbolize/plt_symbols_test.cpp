#include <gtest/gtest.h>

#include <sstream>

#include "runner/support/text.h"
#include "runner/symbolize/symbol_table.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

struct Stub {
  std::uint64_t start = 0;
  std::string name;
};

// objdump works the names of stubs out by itself: "0000000000001030 <tiny1@plt>:".
std::vector<Stub> objdump_stubs(const std::string& program) {
  std::vector<Stub> stubs;
  std::istringstream lines(output_of(std::string(TEST_OBJDUMP) + " -d " +
                                     shell_quoted(test_program(program).string()) +
                                     " | grep '@plt>:$'"));
  for (std::string line; std::getline(lines, line);) {
    std::size_t open = line.find('<');
    stubs.push_back(
        {std::stoull(line, nullptr, 16), line.substr(open + 1, line.size() - open - 3)});
  }
  return stubs;
}

class PltStubs : public testing::TestWithParam<const char*> {};

TEST_P(PltStubs, AreNamedAfterTheFunctionsTheyLeadTo) {
  std::string program = std::string("tiny-") + GetParam();
  if (!has_program(program)) GTEST_SKIP() << "its linker is not installed";
  ModuleFile file;
  file.image = ElfFile::open(test_program(program));
  SymbolTable table(file);
  std::set<std::string> names;
  for (const Symbol& symbol : table.symbols()) {
    if (symbol.source == NameSource::plt) names.insert(std::string(symbol.name));
  }
  EXPECT_EQ(names.count("tiny1@plt"), 1U);
  EXPECT_EQ(names.count("tiny2@plt"), 1U);
  EXPECT_EQ(names.count("_ZN4tiny5thirdEi@plt"), 1U);
  std::size_t checked = 0;  // objdump does not know all stubs of all linkers
  for (const Stub& stub : objdump_stubs(program)) {
    for (std::uint64_t at : {stub.start, stub.start + 7}) {
      const Symbol* symbol = table.find(at);
      ASSERT_NE(symbol, nullptr) << stub.name;
      EXPECT_EQ(symbol->name, stub.name);
      EXPECT_EQ(symbol->start, stub.start);
      EXPECT_EQ(symbol->source, NameSource::plt);
    }
    ++checked;
  }
  EXPECT_GE(checked, 1U);
}

INSTANTIATE_TEST_SUITE_P(Layouts, PltStubs,
                         testing::Values("lazy", "now", "ibt", "ibtnow", "nopie", "gold", "lld",
                                         "mold", "lazy-stripped", "now-stripped", "ibt-stripped",
                                         "ibtnow-stripped", "nopie-stripped"));

// A static program calls the C library's optimised functions through stubs of its own.
TEST(PltStubs, OfAStaticProgramHaveTheNamesOfTheResolvers) {
  ModuleFile file;
  file.image = ElfFile::open(test_program("hidden-static"));
  SymbolTable table(file);
  std::set<std::string> names;
  for (const Symbol& symbol : table.symbols()) {
    if (symbol.source == NameSource::plt) names.insert(std::string(symbol.name));
  }
  if (names.empty()) GTEST_SKIP() << "this C library has no indirect functions";
  std::set<std::string> functions;
  for (const NmSymbol& symbol : nm_functions("hidden-static")) functions.insert(symbol.name);
  for (const std::string& name : names) {
    ASSERT_TRUE(name.ends_with("@plt")) << name;
    EXPECT_EQ(functions.count(name.substr(0, name.size() - 4)), 1U) << name;
  }
}

}  // namespace
}  // namespace cxprof
