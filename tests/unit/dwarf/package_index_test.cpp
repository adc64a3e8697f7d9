#include "runner/dwarf/package_index.h"

#include <dwarf.h>
#include <gtest/gtest.h>

#include "tests/unit/dwarf/section_builder.h"

namespace cxprof::dwarf {
namespace {

// Two units in four slots; both ids want slot 1.
SectionBuilder index_of(std::uint64_t version, std::uint64_t last_column) {
  SectionBuilder index;
  if (version == 2) {
    index.u32(2);
  } else {
    index.u16(version).u16(0);
  }
  index.u32(3).u32(2).u32(4);
  index.u64(0).u64(0x101).u64(0x201).u64(0);
  index.u32(0).u32(1).u32(2).u32(0);
  index.u32(1).u32(3).u32(last_column);
  index.u32(0).u32(0).u32(4).u32(10).u32(6).u32(8);
  index.u32(10).u32(6).u32(4).u32(20).u32(2).u32(12);
  return index;
}

TEST(PackageIndex, HasThePartsOfAUnit) {
  SectionBuilder bytes;
  for (int i = 0; i < 32; ++i) bytes.u8(static_cast<std::uint64_t>(i));
  Sections package{.info = bytes.bytes(),
                   .abbrev = bytes.bytes(),
                   .str = bytes.bytes(),
                   .rnglists = bytes.bytes(),
                   .str_offsets = bytes.bytes()};
  SectionBuilder index = index_of(5, 8);
  auto first = package_contribution(index.bytes(), package, 0x101);
  auto second = package_contribution(index.bytes(), package, 0x201);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->info.data(), bytes.bytes().data());
  EXPECT_EQ(first->info.size(), 10U);
  EXPECT_EQ(first->rnglists.data(), bytes.bytes().data() + 4);
  EXPECT_EQ(second->info.data(), bytes.bytes().data() + 10);
  EXPECT_EQ(second->info.size(), 20U);
  EXPECT_EQ(second->abbrev.data(), bytes.bytes().data() + 6);
  EXPECT_EQ(second->rnglists.size(), 12U);
  EXPECT_EQ(second->str.size(), 32U);  // shared by all
  EXPECT_FALSE(package_contribution(index.bytes(), package, 0x301));
  SectionBuilder gnu = index_of(2, 6);
  auto old = package_contribution(gnu.bytes(), package, 0x201);
  ASSERT_TRUE(old);
  EXPECT_EQ(old->str_offsets.size(), 12U);
  EXPECT_EQ(old->rnglists.size(), 32U);
}

TEST(PackageIndex, CutOrUnknownOnesHaveNothing) {
  SectionBuilder index = index_of(5, 8);
  for (std::size_t size = 0; size < index.size(); ++size) {
    EXPECT_FALSE(package_contribution(index.bytes().first(size), {}, 0x101)) << size;
  }
  SectionBuilder other = index_of(7, 8);
  EXPECT_FALSE(package_contribution(other.bytes(), {}, 0x101));
}

// Without an empty slot the search for an id that is not there has to end all the same.
TEST(PackageIndex, AFullTableIsSearchedOnce) {
  SectionBuilder index;
  index.u16(5).u16(0).u32(1).u32(2).u32(2);
  index.u64(1).u64(2).u32(1).u32(2).u32(1).u32(0).u32(0).u32(0).u32(0);
  EXPECT_FALSE(package_contribution(index.bytes(), {}, 3));
}

}  // namespace
}  // namespace cxprof::dwarf
