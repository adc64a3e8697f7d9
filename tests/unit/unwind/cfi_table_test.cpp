// Entries of .eh_frame and .debug_frame in all their forms, and how they are found.
#include <dwarf.h>
#include <gmock/gmock.h>

#include <thread>

#include "runner/unwind/cfi/frame_table.h"
#include "tests/unit/unwind/frame_builder.h"

namespace cxprof::cfi {
namespace {

using x86_64::rip;
using x86_64::rsp;

constexpr std::uint64_t code = 0x401000;
constexpr std::uint64_t header_address = 0x4ff000;

// A program that tells functions apart.
Bytes cfa_offset(std::uint64_t bytes) { return Bytes().byte(DW_CFA_def_cfa_offset).uleb(bytes); }

std::optional<std::int64_t> cfa_at(const FrameTable& table, std::uint64_t address) {
  FoundRules found;
  if (!table.find(address, found)) return std::nullopt;
  EXPECT_EQ(found.rules.cfa_register, rsp);
  return found.rules.cfa_value;
}
std::optional<std::int64_t> cfa_at(const FrameBuilder& builder, std::uint64_t address) {
  return cfa_at(FrameTable(builder.section(), std::nullopt, x86_64_table), address);
}

FrameBuilder::Cie augmented(const std::string& augmentation, const Bytes& data) {
  FrameBuilder::Cie cie;
  cie.augmentation = augmentation;
  cie.augmentation_data = data;
  return cie;
}

Bytes pcrel_addresses(const FrameBuilder& builder, std::uint64_t begin, std::uint32_t size) {
  return Bytes().fixed(static_cast<std::int32_t>(begin - builder.next_addresses())).fixed(size);
}

constexpr unsigned pcrel_sdata4 = DW_EH_PE_pcrel | DW_EH_PE_sdata4;

TEST(CfiTable, VersionsOfDebugFrame) {
  for (unsigned version : {1U, 3U, 4U}) {
    for (bool is_64_bit : {false, true}) {
      FrameBuilder builder(false);
      FrameBuilder::Cie form;
      form.version = version;
      form.is_64_bit = is_64_bit;
      builder.fde(builder.cie(form), code, 0x10, cfa_offset(16), is_64_bit);
      EXPECT_EQ(cfa_at(builder, code + 0xf), 16) << version << is_64_bit;
      EXPECT_EQ(cfa_at(builder, code + 0x10), std::nullopt);
      EXPECT_EQ(cfa_at(builder, code - 1), std::nullopt);
    }
  }
  for (unsigned version : {0U, 2U, 5U}) {
    FrameBuilder builder(false);
    FrameBuilder::Cie form;
    form.version = version;
    builder.fde(builder.cie(form), code, 0x10, {});
    EXPECT_EQ(cfa_at(builder, code), std::nullopt) << version;
  }
}

TEST(CfiTable, AddressAndSegmentSizes) {
  FrameBuilder builder(false);
  FrameBuilder::Cie form;
  form.version = 4;
  form.address_size = 4;
  form.segment_size = 2;
  std::size_t cie = builder.cie(form);
  Bytes addresses = Bytes().fixed(std::uint16_t{7}).fixed(std::uint32_t{code}).fixed(0x10U);
  builder.fde(cie, addresses, cfa_offset(16));
  EXPECT_EQ(cfa_at(builder, code), 16);
}

TEST(CfiTable, EhFrameAugmentations) {
  FrameBuilder builder(true);
  Bytes plr = Bytes()
                  .byte(DW_EH_PE_indirect | pcrel_sdata4)
                  .fixed(1234)
                  .byte(pcrel_sdata4)
                  .byte(pcrel_sdata4);
  std::size_t cie = builder.cie(augmented("zPLR", plr));
  Bytes lsda = Bytes().uleb(4).fixed(99);
  builder.fde(cie, pcrel_addresses(builder, code, 0x10), Bytes().add(lsda).add(cfa_offset(16)));
  cie = builder.cie(augmented("zRS", Bytes().byte(pcrel_sdata4)));
  builder.fde(cie, pcrel_addresses(builder, code + 0x10, 0x10),
              Bytes().uleb(0).add(cfa_offset(24)));
  cie = builder.cie(augmented("zRB", Bytes().byte(pcrel_sdata4)));
  builder.fde(cie, pcrel_addresses(builder, code + 0x20, 0x10),
              Bytes().uleb(0).add(cfa_offset(32)));
  EXPECT_EQ(cfa_at(builder, code), 16);
  EXPECT_EQ(cfa_at(builder, code + 0x20), 32);
  FrameTable table(builder.section(), std::nullopt, x86_64_table);
  FoundRules found;
  ASSERT_TRUE(table.find(code + 0x10, found));
  EXPECT_TRUE(found.signal_frame);
  ASSERT_TRUE(table.find(code, found));
  EXPECT_FALSE(found.signal_frame);
}

TEST(CfiTable, AugmentationsWithoutASize) {
  FrameBuilder builder(true);
  std::size_t cie = builder.cie(augmented("RL", Bytes().byte(pcrel_sdata4).byte(DW_EH_PE_udata2)));
  builder.fde(cie, pcrel_addresses(builder, code, 0x10),
              Bytes().fixed(std::uint16_t{1}).add(cfa_offset(16)));
  cie = builder.cie(augmented("eh", {}));
  builder.fde(cie, code + 0x10, 0x10, cfa_offset(24));
  EXPECT_EQ(cfa_at(builder, code), 16);
  EXPECT_EQ(cfa_at(builder, code + 0x10), 24);
}

TEST(CfiTable, UnknownAugmentationsCountOnlyWhereTheyCanBePassedOver) {
  FrameBuilder builder(true);
  std::size_t cie = builder.cie(augmented("zRx", Bytes().byte(pcrel_sdata4).byte(1).byte(2)));
  builder.fde(cie, pcrel_addresses(builder, code, 0x10), Bytes().uleb(0).add(cfa_offset(16)));
  cie = builder.cie(augmented("x", Bytes().byte(1)));
  builder.fde(cie, code + 0x10, 0x10, cfa_offset(24));
  cie = builder.cie(augmented("zxR", Bytes().byte(1).byte(pcrel_sdata4)));
  builder.fde(cie, code + 0x20, 0x10, Bytes().uleb(0).add(cfa_offset(32)));
  cie = builder.cie(augmented("zRRRRRRRRRRRRRRRRRRR", Bytes().byte(pcrel_sdata4)));
  builder.fde(cie, code + 0x30, 0x10, Bytes().uleb(0).add(cfa_offset(40)));
  EXPECT_EQ(cfa_at(builder, code), 16);
  EXPECT_EQ(cfa_at(builder, code + 0x10), std::nullopt);
  EXPECT_EQ(cfa_at(builder, code + 0x20), std::nullopt);
  EXPECT_EQ(cfa_at(builder, code + 0x30), std::nullopt);
}

TEST(CfiTable, IndirectAddressesAreNotInTheFile) {
  FrameBuilder builder(true);
  std::size_t cie = builder.cie(augmented("zR", Bytes().byte(DW_EH_PE_indirect | DW_EH_PE_udata4)));
  builder.fde(cie, Bytes().fixed(std::uint32_t{code}).fixed(0x10U), Bytes().uleb(0));
  EXPECT_EQ(cfa_at(builder, code), std::nullopt);
}

TEST(CfiTable, OtherReturnAddressColumnsAreNotUnderstood) {
  FrameBuilder builder(false);
  FrameBuilder::Cie form;
  form.return_register = 30;
  builder.fde(builder.cie(form), code, 0x10, {});
  EXPECT_EQ(cfa_at(builder, code), std::nullopt);
}

TEST(CfiTable, DroppedAndEmptyFunctionsCoverNothing) {
  FrameBuilder builder(false);
  std::size_t cie = builder.cie({});
  builder.fde(cie, 0, 0x10000000, cfa_offset(16));
  builder.fde(cie, code, 0, cfa_offset(24));
  builder.fde(cie, UINT64_MAX - 1, 0x10, cfa_offset(32));
  for (std::uint64_t address : {std::uint64_t{0}, code, UINT64_MAX, UINT64_MAX - 1}) {
    EXPECT_EQ(cfa_at(builder, address), std::nullopt);
  }
}

TEST(CfiTable, UnsortedAndOverlappingFunctions) {
  FrameBuilder builder(false);
  std::size_t cie = builder.cie({});
  builder.fde(cie, code + 0x200, 0x10, cfa_offset(16));
  builder.fde(cie, code, 0x100, cfa_offset(24));
  builder.fde(cie, code + 0x10, 0x10, cfa_offset(32));  // Inside the one before.
  EXPECT_EQ(cfa_at(builder, code + 0x205), 16);
  EXPECT_EQ(cfa_at(builder, code + 0xf), 24);
  EXPECT_EQ(cfa_at(builder, code + 0x1f), 32);
  EXPECT_EQ(cfa_at(builder, code + 0x20), 24);
  EXPECT_EQ(cfa_at(builder, code + 0x100), std::nullopt);
}

TEST(CfiTable, TerminatorsEndASectionWhoseEndIsNotKnown) {
  FrameBuilder builder(true);
  std::size_t cie = builder.cie({});
  builder.fde(cie, code, 0x10, cfa_offset(16));
  builder.terminator();
  builder.fde(cie, code + 0x10, 0x10, cfa_offset(24));
  EXPECT_EQ(cfa_at(builder, code + 0x10), 24);
  FrameSection section = builder.section();
  section.has_known_end = false;
  FrameTable table(section, std::nullopt, x86_64_table);
  EXPECT_EQ(cfa_at(table, code), 16);
  EXPECT_EQ(cfa_at(table, code + 0x10), std::nullopt);
}

TEST(CfiTable, WhatIsBeforeACutEntryStays) {
  FrameBuilder builder(true);
  std::size_t cie = builder.cie({});
  builder.fde(cie, code, 0x10, cfa_offset(16));
  builder.fde(cie, code + 0x10, 0x10, cfa_offset(24));
  builder.bytes().pop_back();
  EXPECT_EQ(cfa_at(builder, code), 16);
  EXPECT_EQ(cfa_at(builder, code + 0x10), std::nullopt);
}

// Three functions of 0x10 bytes, and the index of them.
class CfiHeader : public testing::Test {
 protected:
  CfiHeader() {
    std::size_t cie = builder_.cie(augmented("zR", Bytes().byte(pcrel_sdata4)));
    for (std::uint32_t i = 0; i < 3; ++i) {
      std::size_t fde = builder_.fde(cie, pcrel_addresses(builder_, code + i * 0x10, 0x10),
                                     Bytes().uleb(0).add(cfa_offset(16 + i * 8)));
      entries_.push_back({code + i * 0x10, 0x500000 + fde});
    }
  }

  static std::int32_t relative(std::uint64_t address) {
    return static_cast<std::int32_t>(address - header_address);
  }
  Bytes head(unsigned count_encoding, unsigned table_encoding) const {
    return Bytes()
        .byte(1)
        .byte(pcrel_sdata4)
        .byte(count_encoding)
        .byte(table_encoding)
        .fixed(relative(0x500000) - 4);
  }
  Bytes header() const {
    Bytes bytes = head(DW_EH_PE_udata4, DW_EH_PE_datarel | DW_EH_PE_sdata4);
    bytes.fixed(static_cast<std::uint32_t>(entries_.size()));
    for (const auto& [begin, fde] : entries_) bytes.fixed(relative(begin)).fixed(relative(fde));
    return bytes;
  }
  void expect_all_found(const Bytes& header) {
    auto read = read_search_header(header.data, header_address);
    FrameTable table(builder_.section(), read, x86_64_table);
    for (std::uint64_t i = 0; i < 3; ++i) {
      EXPECT_EQ(cfa_at(table, code + i * 0x10), static_cast<std::int64_t>(16 + i * 8)) << i;
      EXPECT_EQ(cfa_at(table, code + i * 0x10 + 0xf), static_cast<std::int64_t>(16 + i * 8)) << i;
    }
    EXPECT_EQ(cfa_at(table, code - 1), std::nullopt);
    EXPECT_EQ(cfa_at(table, code + 0x30), std::nullopt);
  }

  FrameBuilder builder_{true};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries_;
};

TEST_F(CfiHeader, IsSearchedInPlace) {
  Bytes bytes = header();
  auto read = read_search_header(bytes.data, header_address);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->eh_frame_address, 0x500000U);
  EXPECT_EQ(read->find(code - 1), std::nullopt);
  EXPECT_THAT(read->find(code), testing::Optional(entries_[0].second));
  EXPECT_THAT(read->find(code + 0x1f), testing::Optional(entries_[1].second));
  EXPECT_THAT(read->find(UINT64_MAX / 2), testing::Optional(entries_[2].second));
  expect_all_found(bytes);
  // A hit does not need the section to be walked: a damaged first entry is not noticed.
  std::memset(builder_.bytes().data() + entries_[0].second - 0x500000, 0xf0, 4);
  FrameTable table(builder_.section(), read, x86_64_table);
  EXPECT_EQ(cfa_at(table, code + 0x20), 32);
  EXPECT_EQ(cfa_at(table, code), std::nullopt);
}

TEST_F(CfiHeader, WithoutATableTheSectionIsRead) {
  expect_all_found(head(DW_EH_PE_omit, DW_EH_PE_omit));
  expect_all_found(head(DW_EH_PE_udata4, DW_EH_PE_datarel | DW_EH_PE_sdata4).fixed(0U));
  expect_all_found(head(DW_EH_PE_udata4, DW_EH_PE_datarel | DW_EH_PE_sdata8).fixed(3U));
}

TEST_F(CfiHeader, DamagedTablesAreMadeUpFor) {
  Bytes bytes = header();
  bytes.data.resize(bytes.data.size() - 4);  // cut
  expect_all_found(bytes);
  std::swap(entries_[0], entries_[2]);  // not sorted
  expect_all_found(header());
  entries_.pop_back();  // not complete
  expect_all_found(header());
  for (auto& entry : entries_) entry.second += 2;  // points into entries
  expect_all_found(header());
  for (auto& entry : entries_) entry.second = 0x7f000000;  // points out of the section
  expect_all_found(header());
  for (auto& entry : entries_) entry.second = 0x500000;  // points to the CIE
  expect_all_found(header());
}

TEST_F(CfiHeader, OtherVersionsAndIndirectPointersAreNoHeaders) {
  Bytes bytes = header();
  bytes.data[0] = std::byte{2};
  EXPECT_FALSE(read_search_header(bytes.data, header_address));
  bytes.data[0] = std::byte{1};
  bytes.data[1] |= std::byte{DW_EH_PE_indirect};
  EXPECT_FALSE(read_search_header(bytes.data, header_address));
  EXPECT_FALSE(read_search_header({}, header_address));
}

// More CIEs than a cache keeps, used by several threads at once.
TEST(CfiTable, ManyCiesAndThreads) {
  FrameBuilder builder(false);
  constexpr std::uint64_t count = 2000;
  for (std::uint64_t i = 0; i < count; ++i) {
    FrameBuilder::Cie form;
    form.program.add(cfa_offset(8 * i));
    builder.fde(builder.cie(form), code + i * 0x10, 0x10, {});
  }
  FrameTable table(builder.section(), std::nullopt, x86_64_table);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (std::uint64_t i = 0; i < count; ++i) {
        EXPECT_EQ(cfa_at(table, code + i * 0x10), static_cast<std::int64_t>(8 * i));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace cxprof::cfi
