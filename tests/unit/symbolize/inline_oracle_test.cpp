// Inline chains and lines against tools that read DWARF with other code than ours.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "runner/support/text.h"
#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/demangle.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

// One level as "base name of the file:line"; "?" where the file or the line is not known.
using Positions = std::vector<std::string>;

std::string position(const std::string& file, std::uint64_t line) {
  if (file.empty() || line == 0) return "?";
  return std::filesystem::path(file).filename().string() + ":" + std::to_string(line);
}

// "/a/b.cpp:12", "/a/b.cpp:12:7", "??:0", "b.cpp:12 (discriminator 3)"
std::string position_in(std::string text) {
  text = text.substr(0, text.find(" ("));
  std::vector<std::string> parts;
  std::istringstream pieces(text);
  for (std::string part; std::getline(pieces, part, ':');) parts.push_back(part);
  if (parts.size() < 2 || parts[0].empty() || parts[0][0] == '?') return "?";
  return position(parts[0], std::stoull(parts[1]));
}

std::vector<std::uint64_t> every_16th_address(const std::string& program) {
  std::vector<std::uint64_t> addresses;
  for (const CodeSection& section : read_code_sections(*ElfFile::open(test_program(program)))) {
    if (section.name != ".text") continue;
    for (std::uint64_t at = section.start; at < section.end; at += 16) addresses.push_back(at);
  }
  return addresses;
}

std::vector<Positions> ours(const std::string& program,
                            const std::vector<std::uint64_t>& addresses) {
  auto profile = symbolize_program(program, addresses);
  std::vector<Positions> all;
  for (const auto& frames : profile.frames) {
    Positions positions;
    for (const Frame& frame : frames) {
      positions.push_back(position(profile.source_files[frame.file], frame.line));
    }
    all.push_back(positions);
  }
  return all;
}

std::string address_file(const TestDirectory& directory,
                         const std::vector<std::uint64_t>& addresses) {
  std::ostringstream text;
  for (std::uint64_t address : addresses) text << "0x" << std::hex << address << "\n";
  write_file(directory / "addresses", text.str());
  return (directory / "addresses").string();
}

// Function and position on alternate lines, an empty line behind each address.
std::vector<Positions> by_llvm(const std::string& program,
                               const std::vector<std::uint64_t>& addresses) {
  TestDirectory directory;
  std::istringstream lines(
      output_of("llvm-symbolizer --obj=" + shell_quoted(test_program(program).string()) + " < " +
                address_file(directory, addresses)));
  std::vector<Positions> all(1);
  bool is_position = false;
  for (std::string line; std::getline(lines, line); is_position = !is_position) {
    if (line.empty()) {
      all.emplace_back();
      is_position = true;  // flips to a function's line
    } else if (is_position) {
      all.back().push_back(position_in(line));
    }
  }
  all.resize(addresses.size());
  return all;
}

// With -a the address first, then function (with " inlined at POSITION in FUNCTION" or not) and
// position on alternate lines.
std::vector<Positions> by_elfutils(const std::string& program,
                                   const std::vector<std::uint64_t>& addresses) {
  TestDirectory directory;
  std::istringstream lines(output_of("eu-addr2line -i -a -e " +
                                     shell_quoted(test_program(program).string()) + " < " +
                                     address_file(directory, addresses)));
  std::vector<Positions> all;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0x", 0) == 0) {
      all.emplace_back();
    } else if (!all.empty()) {
      all.back().push_back(position_in(line));
    }
  }
  all.resize(addresses.size());
  return all;
}

double agreement(const std::string& program, const std::vector<Positions>& mine,
                 const std::vector<Positions>& theirs) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) equal += mine[i] == theirs[i] ? 1 : 0;
  double share = static_cast<double>(equal) / static_cast<double>(mine.size());
  std::cout << program << ": " << equal << " of " << mine.size() << " addresses equal\n";
  return share;
}

class InlineOracleOf : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_program(GetParam())) GTEST_SKIP() << "its compiler is not installed";
  }
};

TEST_P(InlineOracleOf, ChainsEqualThoseOfLlvm) {
  if (!has_tool("llvm-symbolizer")) GTEST_SKIP() << "llvm-symbolizer is not installed";
  auto addresses = every_16th_address(GetParam());
  ASSERT_GT(addresses.size(), 100U);
  EXPECT_GE(agreement(GetParam(), ours(GetParam(), addresses), by_llvm(GetParam(), addresses)),
            0.99);
}

// Constructors and destructors have several linkage names, copies made by the compiler a suffix.
std::string comparable(std::string_view linkage_name) {
  std::string name(without_clone_suffix(linkage_name));
  for (std::size_t i = 0; i + 2 < name.size(); ++i) {
    bool structor =
        (name[i] == 'C' || name[i] == 'D') && (name[i + 2] == 'E' || name[i + 2] == 'I');
    if (structor && name[i + 1] >= '0' && name[i + 1] <= '4') name[i + 1] = '4';
  }
  return name;
}

// The linkage names of an address, innermost first; "" where llvm-symbolizer knows only a plain
// name, as for functions with internal linkage.
std::vector<Positions> names_by_llvm(const std::string& program,
                                     const std::vector<std::uint64_t>& addresses) {
  TestDirectory directory;
  std::istringstream lines(output_of("llvm-symbolizer --no-demangle --functions=linkage --obj=" +
                                     shell_quoted(test_program(program).string()) + " < " +
                                     address_file(directory, addresses)));
  std::vector<Positions> all(1);
  bool is_position = false;
  for (std::string line; std::getline(lines, line); is_position = !is_position) {
    if (line.empty()) {
      all.emplace_back();
      is_position = true;
    } else if (!is_position) {
      all.back().push_back(line.starts_with("_Z") ? comparable(line) : "");
    }
  }
  all.resize(addresses.size());
  return all;
}

TEST_P(InlineOracleOf, LinkageNamesEqualThoseOfLlvm) {
  if (!has_tool("llvm-symbolizer")) GTEST_SKIP() << "llvm-symbolizer is not installed";
  auto addresses = every_16th_address(GetParam());
  auto theirs = names_by_llvm(GetParam(), addresses);
  auto profile = symbolize_program(GetParam(), addresses);
  std::vector<Positions> mine;
  std::size_t linkage_names = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    Positions& names = mine.emplace_back();
    for (const Frame& frame : profile.frames[i]) {
      bool compared = names.size() < theirs[i].size() && !theirs[i][names.size()].empty();
      linkage_names += compared ? 1 : 0;
      names.push_back(compared ? comparable(profile.functions[frame.function].raw_name) : "");
    }
  }
  EXPECT_GT(linkage_names, addresses.size());
  EXPECT_GE(agreement(GetParam(), mine, theirs), 0.999);
}

INSTANTIATE_TEST_SUITE_P(Programs, InlineOracleOf,
                         testing::Values("inlines", "inlines-dwarf2", "inlines-dwarf4",
                                         "inlines-dwarf64", "inlines-types", "inlines-o3",
                                         "inlines-zdebug", "inlines-split", "inlines-split4",
                                         "inlines-splittypes", "packed/inlines-split",
                                         "inlines-clang", "inlines-clang4", "inlines-clangsplit"));

// elfutils takes start-up code, which has no debug information, for the unit before it. Only gcc's
// programs: it finds units through .debug_aranges, which clang does not write.
TEST(InlineOracle, ChainsEqualThoseOfElfutils) {
  if (!has_tool("eu-addr2line")) GTEST_SKIP() << "eu-addr2line is not installed";
  std::vector<std::uint64_t> addresses;
  for (const NmSymbol& symbol : nm_functions("inlines")) {
    if (symbol.name == "_start") continue;
    for (std::uint64_t i = 0; i < symbol.size; i += 16) addresses.push_back(symbol.start + i);
  }
  ASSERT_GT(addresses.size(), 100U);
  EXPECT_GE(agreement("inlines", ours("inlines", addresses), by_elfutils("inlines", addresses)),
            0.99);
}

}  // namespace
}  // namespace cxprof
