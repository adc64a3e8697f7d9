// The forms that a recording's file can have: piped, compressed, with data between its records.
#include <gmock/gmock.h>

#include "runner/load/load.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

using test::Bytes;
using test::cpu_clock;
using test::load_bytes;
using test::PerfDataBuilder;
using testing::IsEmpty;

TEST(Load, APipeAndACompressedRecordingAreTheSameRecording) {
  auto records = [](PerfDataBuilder& builder) -> PerfDataBuilder& {
    builder.event(cpu_clock()).comm({100, 100, 1}, "naive", true);
    builder.mmap2({100, 100, 2}, 0x401000, 0x1000, 0, "/bin/naive");
    for (std::uint64_t i = 0; i < 5000; ++i) {
      builder.sample({100, 100, 10 + i}, 0x401000 + i * 977 % 4096);
    }
    return builder;
  };
  PerfDataBuilder plain;
  RawProfile expected = load_bytes(records(plain).file());
  ASSERT_EQ(expected.samples.size(), 5000U);

  std::vector<std::string> contents{plain.pipe()};
  for (std::size_t piece : {std::size_t{11}, std::size_t{1000}, std::size_t{60000}}) {
    PerfDataBuilder version_1;
    contents.push_back(records(version_1).compress(piece).file());
    PerfDataBuilder version_2;
    contents.push_back(records(version_2).compress(piece, true).pipe());
  }
  for (const std::string& content : contents) {
    RawProfile profile = load_bytes(content);
    ASSERT_EQ(profile.samples.size(), expected.samples.size());
    for (std::size_t i = 0; i < expected.samples.size(); ++i) {
      ASSERT_EQ(profile.samples[i].ip, expected.samples[i].ip);
      ASSERT_EQ(profile.samples[i].time_ns, expected.samples[i].time_ns);
    }
    EXPECT_EQ(profile.modules, expected.modules);
    EXPECT_EQ(profile.thread_names, expected.thread_names);
    EXPECT_THAT(profile.findings, IsEmpty());
  }
}

// Enough to fill several of the decompressor's chunks, with records across their borders.
TEST(Load, ALargeCompressedRecordingIsReadToItsEnd) {
  PerfDataBuilder builder;
  builder.event(cpu_clock());
  constexpr std::uint64_t count = 200000;  // 56 bytes each
  for (std::uint64_t i = 0; i < count; ++i) builder.sample({100, 100, i + 1}, i);
  RawProfile profile = load_bytes(builder.compress(65000).file());
  ASSERT_EQ(profile.samples.size(), count);
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(profile.samples[i].ip, i);
}

TEST(Load, TraceDataBehindARecordIsStrodeOver) {
  PerfDataBuilder builder;
  builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000);
  // 16 bytes of data that are no records follow each of the two
  builder.record(71, 0, Bytes().words({16, 0, 0, 0, 0}));
  std::string content = builder.file();
  PerfDataBuilder two = builder;
  two.record(0xffffffff, 0, Bytes().words({~0ULL}));
  two.record(66, 0, Bytes().put(std::uint32_t{16}));
  two.record(0xffffffff, 0, Bytes().words({~0ULL}));
  RawProfile profile = load_bytes(two.sample({100, 100, 6}, 0x401000).file());
  EXPECT_EQ(profile.samples.size(), 2U);
  EXPECT_EQ(profile.losses.skipped_records, 0U);
}

}  // namespace
}  // namespace cxprof
