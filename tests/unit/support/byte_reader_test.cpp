#include "runner/support/byte_reader.h"

#include <gmock/gmock.h>

#include <array>

namespace cxprof {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::array<std::byte, 6> bytes{std::byte{1}, std::byte{0},   std::byte{0},
                                         std::byte{0}, std::byte{'a'}, std::byte{0}};

TEST(ByteReader, ReadsInOrderAndKnowsItsOffset) {
  ByteReader reader(bytes, "file", 100);
  EXPECT_EQ(reader.read<std::uint32_t>("number"), 1U);
  EXPECT_EQ(reader.offset(), 104U);
  EXPECT_EQ(reader.fixed_string(2, "name"), "a");
  EXPECT_TRUE(reader.at_end());
}

TEST(ByteReader, NamesFileOffsetAndFieldWhenBytesAreMissing) {
  ByteReader reader(bytes, "x.data", 100);
  reader.skip(4, "number");
  EXPECT_THAT([&] { reader.read<std::uint64_t>("the header size"); },
              ThrowsMessage<Error>(HasSubstr("x.data: the file is damaged or cut: the header size "
                                             "at offset 104 needs 8 bytes, 2 are left")));
}

TEST(ByteReader, HugeSizesDoNotWrapAround) {
  ByteReader reader(bytes, "x.data");
  reader.skip(1, "start");
  EXPECT_THROW(reader.skip(~0ULL, "a size of all ones"), Error);
}

TEST(ByteReader, AStringWithoutNulIsTheWholeField) {
  ByteReader reader(std::span<const std::byte>(bytes).subspan(4, 1), "file");
  EXPECT_EQ(reader.fixed_string(1, "name"), "a");
}

}  // namespace
}  // namespace cxprof
