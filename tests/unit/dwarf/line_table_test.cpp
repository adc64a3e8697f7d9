#include "runner/dwarf/line_table.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

constexpr std::uint64_t opcode_base = 13;
constexpr int line_base = -5;
constexpr int line_range = 14;

// The special opcode that advances by these.
std::uint64_t special(int line, int operations) {
  return static_cast<std::uint64_t>(line - line_base + line_range * operations) + opcode_base;
}

SectionBuilder set_address(std::uint64_t address) {
  return SectionBuilder().u8(0).uleb(9).u8(DW_LNE_set_address).u64(address);
}
SectionBuilder end_sequence() { return SectionBuilder().u8(0).uleb(1).u8(DW_LNE_end_sequence); }

// A whole table: what stands in the header behind the opcode lengths, and the program.
SectionBuilder table_of(std::uint64_t version, const SectionBuilder& names,
                        const SectionBuilder& program, std::uint64_t operations = 1,
                        bool dwarf_64 = false) {
  SectionBuilder fields;
  fields.u8(1);
  if (version >= 4) fields.u8(operations);
  fields.u8(1).u8(static_cast<std::uint64_t>(line_base)).u8(line_range).u8(opcode_base);
  for (int count : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1})
    fields.u8(static_cast<std::uint64_t>(count));
  fields.append(names);
  SectionBuilder rest;
  rest.u16(version);
  if (version >= 5) rest.u8(8).u8(0);
  if (dwarf_64) {
    rest.u64(fields.size());
  } else {
    rest.u32(fields.size());
  }
  rest.append(fields).append(program);
  SectionBuilder table;
  if (dwarf_64) {
    table.u32(0xffffffff).u64(rest.size());
  } else {
    table.u32(rest.size());
  }
  return table.append(rest);
}

SectionBuilder old_names() {
  SectionBuilder names;
  names.text("include").text("/usr/include").text("");
  names.text("main.cpp").uleb(0).uleb(0).uleb(0);
  names.text("a.h").uleb(1).uleb(0).uleb(0);
  names.text("vector").uleb(2).uleb(0).uleb(0);
  names.text("/abs/b.h").uleb(1).uleb(0).uleb(0);
  names.text("lost.h").uleb(9).uleb(0).uleb(0);
  return names.text("");
}

SectionBuilder new_names() {
  SectionBuilder names;
  names.u8(1).uleb(DW_LNCT_path).uleb(DW_FORM_string);
  names.uleb(3).text("/home/me").text("include").text("/usr/include");
  names.u8(3).uleb(DW_LNCT_path).uleb(DW_FORM_line_strp);
  names.uleb(DW_LNCT_directory_index).uleb(DW_FORM_udata);
  names.uleb(DW_LNCT_MD5).uleb(DW_FORM_data16);
  names.uleb(3);
  names.u32(0).uleb(0).u64(1).u64(2);
  names.u32(9).uleb(1).u64(1).u64(2);
  names.u32(13).uleb(2).u64(1).u64(2);
  return names;
}

SectionBuilder line_strings() {
  return SectionBuilder().text("main.cpp").text("a.h").text("vector");
}

SectionBuilder program() {
  SectionBuilder bytes;
  bytes.append(set_address(0x1000));
  bytes.u8(special(4, 0));                 // 0x1000 line 5
  bytes.u8(special(1, 4));                 // 0x1004 line 6
  bytes.u8(DW_LNS_advance_pc).uleb(0x10);  // 0x1014
  bytes.u8(DW_LNS_set_file).uleb(2);
  bytes.u8(DW_LNS_advance_line).sleb(94).u8(DW_LNS_copy);  // line 100 of file 2
  bytes.u8(DW_LNS_const_add_pc);                           // + (255 - 13) / 14 = 17: 0x1025
  bytes.u8(DW_LNS_negate_stmt).u8(DW_LNS_set_prologue_end);
  bytes.u8(0).uleb(2).u8(DW_LNE_set_discriminator).uleb(3);
  bytes.u8(special(-3, 0));                     // line 97
  bytes.u8(special(8, 0));                      // the same address again: line 105
  bytes.u8(DW_LNS_fixed_advance_pc).u16(0x10);  // 0x1035
  bytes.u8(DW_LNS_set_isa).uleb(1);
  return bytes.append(end_sequence());
}

struct Read {
  std::unique_ptr<LineHeader> header;
  std::optional<LineTable> lines;
};

Read read(const SectionBuilder& table, const SectionBuilder& strings = {}) {
  Budget budget(10000);
  Read read;
  read.header = read_line_header({.line = table.bytes(), .line_str = strings.bytes()}, 0, budget);
  if (read.header) {
    read.lines.emplace(*read.header, budget, [](std::uint64_t start) { return start >= 0x100; });
  }
  return read;
}

std::string at(const Read& read, std::uint64_t address) {
  auto found = read.lines->find(address);
  return found ? std::to_string(found->file) + ":" + std::to_string(found->line) : "none";
}

void expect_rows(const Read& read) {
  EXPECT_EQ(at(read, 0xfff), "none");
  EXPECT_EQ(at(read, 0x1000), "1:5");
  EXPECT_EQ(at(read, 0x1003), "1:5");
  EXPECT_EQ(at(read, 0x1004), "1:6");
  EXPECT_EQ(at(read, 0x1014), "2:100");
  EXPECT_EQ(at(read, 0x1024), "2:100");
  EXPECT_EQ(at(read, 0x1025), "2:105");
  EXPECT_EQ(at(read, 0x1034), "2:105");
  EXPECT_EQ(at(read, 0x1035), "none");
}

TEST(LineTable, OfDwarf2To4) {
  for (std::uint64_t version : {2, 3, 4}) {
    for (bool dwarf_64 : {false, true}) {
      SectionBuilder table = table_of(version, old_names(), program(), 1, dwarf_64);
      Read it = read(table);
      ASSERT_NE(it.header, nullptr);
      expect_rows(it);
      EXPECT_EQ(it.header->path(0), "");
      EXPECT_EQ(it.header->path(1), "main.cpp");
      EXPECT_EQ(it.header->path(2), "include/a.h");
      EXPECT_EQ(it.header->path(3), "/usr/include/vector");
      EXPECT_EQ(it.header->path(4), "/abs/b.h");
      EXPECT_EQ(it.header->path(5), "lost.h");
      EXPECT_EQ(it.header->path(6), "");
    }
  }
}

TEST(LineTable, OfDwarf5) {
  SectionBuilder strings = line_strings();
  SectionBuilder table = table_of(5, new_names(), program());
  Read it = read(table, strings);
  ASSERT_NE(it.header, nullptr);
  expect_rows(it);
  EXPECT_EQ(it.header->path(0), "/home/me/main.cpp");
  EXPECT_EQ(it.header->path(1), "/home/me/include/a.h");
  EXPECT_EQ(it.header->path(2), "/usr/include/vector");
  EXPECT_EQ(it.header->path(3), "");
}

TEST(LineTable, SequencesAreToldApart) {
  SectionBuilder bytes;
  bytes.append(set_address(0x3000)).u8(special(2, 0)).u8(DW_LNS_advance_pc).uleb(0x10);
  bytes.append(end_sequence());
  bytes.append(set_address(0)).u8(special(6, 0)).u8(DW_LNS_advance_pc).uleb(0x4000);
  bytes.append(end_sequence());  // discarded by the linker
  bytes.append(set_address(0x1000)).u8(special(1, 0)).u8(DW_LNS_advance_pc).uleb(0x10);
  bytes.append(end_sequence());
  bytes.append(set_address(0x5000)).u8(special(1, 0));  // never ends
  SectionBuilder table = table_of(4, old_names(), bytes);
  Read it = read(table);
  EXPECT_EQ(at(it, 0x3000), "1:3");
  EXPECT_EQ(at(it, 0x1008), "1:2");
  EXPECT_EQ(at(it, 0x2000), "none");
  EXPECT_EQ(at(it, 0x10), "none");
  EXPECT_EQ(at(it, 0x5000), "none");
}

TEST(LineTable, SeveralOperationsInAnInstruction) {
  SectionBuilder bytes;
  bytes.append(set_address(0x1000)).u8(special(0, 0));
  bytes.u8(special(1, 3));  // operation 3 of 4
  bytes.u8(special(1, 5));  // 8 operations on: two instructions
  bytes.u8(DW_LNS_advance_pc).uleb(40).append(end_sequence());
  SectionBuilder table = table_of(4, old_names(), bytes, 4);
  Read it = read(table);
  EXPECT_EQ(at(it, 0x1000), "1:2");
  EXPECT_EQ(at(it, 0x1001), "1:2");
  EXPECT_EQ(at(it, 0x1002), "1:3");
}

TEST(LineTable, CutAnywhereNothingIsReadBeyond) {
  SectionBuilder strings = line_strings();
  SectionBuilder table = table_of(5, new_names(), program());
  for (std::size_t size = 0; size < table.size(); ++size) {
    Budget budget(10000);
    EXPECT_EQ(read_line_header({.line = table.bytes().first(size), .line_str = strings.bytes()}, 0,
                               budget),
              nullptr);
  }
}

TEST(LineTable, MillionsOfEntriesOfNothingAreNotBelieved) {
  SectionBuilder names;
  names.u8(0).uleb(1ULL << 60).u8(1).uleb(DW_LNCT_path).uleb(DW_FORM_flag_present);
  names.uleb(1ULL << 19);
  SectionBuilder table = table_of(5, names, {});
  Read it = read(table);
  ASSERT_NE(it.header, nullptr);
  EXPECT_TRUE(it.header->directories.empty());
  EXPECT_TRUE(it.header->files.empty());
}

TEST(LineTable, ALineRangeOfZeroIsNoDivision) {
  SectionBuilder table = table_of(4, old_names(), program());
  std::vector<std::byte> bytes(table.bytes().begin(), table.bytes().end());
  bytes[4 + 2 + 4 + 4] = std::byte{0};
  Budget budget(10000);
  auto header = read_line_header({.line = bytes}, 0, budget);
  ASSERT_NE(header, nullptr);
  EXPECT_EQ(header->line_range, 0);
  LineTable lines(*header, budget, [](std::uint64_t) { return true; });
  EXPECT_FALSE(lines.find(0x1000));
}

}  // namespace
}  // namespace cxprof::dwarf
