// Names from .gnu_debugdata: a stripped program with one made as the GDB manual says.
#include "runner/elf/mini_debug_info.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "runner/symbolize/symbol_table.h"
#include "tests/unit/elf/test_directory.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

bool run(const std::string& script) {
  return std::system(("bash -ec '" + script + "'").c_str()) == 0;
}

std::string with_mini_debug_info(const TestDirectory& directory) {
  std::filesystem::path program = test_program("hidden");
  std::string script =
      "cd " + directory.path().string() + "; program=" + program.string() +
      R"(; nm -D $program --format=posix --defined-only | cut -d" " -f1 | sort > dynsyms
nm $program --format=posix --defined-only | grep -E "^[^ ]+ [TtD] " | cut -d" " -f1 | sort > funcsyms
comm -13 dynsyms funcsyms > keep_symbols
objcopy --only-keep-debug $program debug
objcopy -S --remove-section .gdb_index --remove-section .comment --keep-symbols=keep_symbols debug mini
objcopy --strip-all $program stripped
xz mini
objcopy --add-section .gnu_debugdata=mini.xz stripped whole)";
  return run(script) ? (directory / "whole").string() : "";
}

ModuleFile file_of(const std::string& path) {
  ModuleFiles files({{path, ModuleKind::file, ""}}, {{}, {}});
  return files.file(0);
}

class MiniDebugInfo : public testing::Test {
 protected:
  void SetUp() override {
    if (!run("command -v xz objcopy nm > /dev/null")) GTEST_SKIP() << "xz or binutils are missing";
    whole_ = with_mini_debug_info(directory_);
    ASSERT_NE(whole_, "");
  }
  TestDirectory directory_;
  std::string whole_;
};

TEST_F(MiniDebugInfo, NamesTheFunctionsThatStrippingHid) {
  SymbolTable stripped(file_of((directory_ / "stripped").string()));
  SymbolTable table(file_of(whole_));
  EXPECT_FALSE(stripped.has_symtab());
  EXPECT_TRUE(table.has_symtab());
  std::size_t hidden = 0;
  for (const NmSymbol& symbol : nm_functions("hidden")) {
    if (symbol.size == 0) continue;
    const Symbol* found = table.find(symbol.start);
    ASSERT_NE(found, nullptr) << symbol.name;
    EXPECT_EQ(found->start, symbol.start);
    if (stripped.find(symbol.start) == nullptr) ++hidden;
  }
  EXPECT_GE(hidden, 1U);
}

TEST_F(MiniDebugInfo, ADebugFileComesFirst) {
  ASSERT_TRUE(run("cd " + directory_.path().string() + "; objcopy --only-keep-debug " +
                  test_program("hidden").string() +
                  " whole.debug; objcopy --add-gnu-debuglink=whole.debug whole"));
  EXPECT_EQ(file_of(whole_).debug->path(), directory_ / "whole.debug");
}

TEST_F(MiniDebugInfo, DamagedItIsLeftAlone) {
  std::string content = read_file(directory_ / "mini.xz");
  for (std::size_t size :
       {std::size_t{0}, std::size_t{5}, content.size() / 2, content.size() - 1}) {
    write_file(directory_ / "part.xz", content.substr(0, size));
    ASSERT_TRUE(run("cd " + directory_.path().string() +
                    "; objcopy --add-section .gnu_debugdata=part.xz stripped damaged"));
    EXPECT_EQ(file_of((directory_ / "damaged").string()).debug, nullptr) << size;
  }
  for (std::size_t at = 0; at < content.size(); at += 97) {
    std::string changed = content;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    write_file(directory_ / "part.xz", changed);
    ASSERT_TRUE(run("cd " + directory_.path().string() +
                    "; objcopy --add-section .gnu_debugdata=part.xz stripped damaged"));
    EXPECT_EQ(file_of((directory_ / "damaged").string()).debug, nullptr) << at;
  }
}

// What expands a thousandfold is no symbol table.
TEST_F(MiniDebugInfo, ABombIsLeftAlone) {
  ASSERT_TRUE(run("cd " + directory_.path().string() +
                  "; head -c 300000000 /dev/zero | xz > part.xz"
                  "; objcopy --add-section .gnu_debugdata=part.xz stripped damaged"));
  EXPECT_EQ(file_of((directory_ / "damaged").string()).debug, nullptr);
}

}  // namespace
}  // namespace cxprof
