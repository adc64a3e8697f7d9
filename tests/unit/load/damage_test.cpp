// Damaged, unfinished and foreign files: one clear error, or a finding beside what could be read.
#include <gmock/gmock.h>

#include <filesystem>

#include "runner/load/load.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

using test::Bytes;
using test::cpu_clock;
using test::load_bytes;
using test::PerfDataBuilder;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

// One of everything that has a size or an offset in it.
PerfDataBuilder small_recording() {
  PerfDataBuilder builder;
  builder.event(cpu_clock(), {1}).event(cpu_clock(), {2});
  builder.kernel_mmap(0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text");
  builder.comm({100, 100, 10}, "naive", true);
  builder.mmap2_build_id({100, 100, 11}, 0x401000, 0x1000, std::string(20, '\x1f'), "/bin/naive");
  builder.sample({100, 100, 20}, 0x401234);
  builder.fork(100, 100, {200, 200, 21});
  builder.record(PERF_RECORD_LOST, 0, Bytes().words({1, 5, 7, 500, 0, 1}));
  builder.record(71, 0, Bytes().words({0, 0}));
  builder.sample({200, 200, 30, 2}, 0x401234);
  builder.feature(3, Bytes().feature_string("host"));
  builder.feature(11, Bytes().put(std::uint32_t{1}).feature_string("perf"));
  Bytes events;
  events.put(std::uint32_t{1}).put(std::uint32_t{8}).words({0});
  builder.feature(12, events.put(std::uint32_t{1}).feature_string("clock").words({1}));
  return builder;
}

auto error_with(const std::string& text) { return ThrowsMessage<Error>(HasSubstr(text)); }

TEST(DamagedFile, EveryCutGivesAProfileOrOneError) {
  PerfDataBuilder builder = small_recording();
  std::string whole = builder.file();
  const std::size_t data_end = builder.data_offset() + builder.data_size();
  std::size_t most_samples = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      RawProfile profile = load_bytes(whole.substr(0, size));
      EXPECT_GE(profile.samples.size(), most_samples) << "cut at " << size;
      most_samples = profile.samples.size();
      EXPECT_EQ(profile.findings.size(), 1U) << "cut at " << size;
      EXPECT_TRUE(size < data_end || profile.samples.size() == 2U) << "cut at " << size;
    } catch (const Error& error) {
      EXPECT_LT(size, data_end) << error.what();
      EXPECT_EQ(most_samples, 0U) << error.what();
    }
  }
  EXPECT_EQ(most_samples, 2U);
  EXPECT_THAT(load_bytes(whole).findings, IsEmpty());
}

TEST(DamagedFile, EveryChangedByteGivesAProfileOrOneError) {
  PerfDataBuilder packed = small_recording();
  for (const std::string& whole :
       {small_recording().file(), small_recording().pipe(), packed.compress(40).file()}) {
    std::size_t outcomes = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (unsigned change : {0x01U, 0x80U, 0xffU}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ change);
        try {
          RawProfile profile = load_bytes(damaged);
          EXPECT_LE(profile.samples.size(), 2U);
          for (const Sample& sample : profile.samples) {
            ASSERT_LT(sample.event, profile.events.size());
            ASSERT_LT(sample.address_space, profile.address_spaces.size());
            ASSERT_LT(sample.thread_name, profile.thread_names.size());
          }
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), HasSubstr("/proc/self/fd/")) << "names the file";
        }
        ++outcomes;
      }
    }
    EXPECT_EQ(outcomes, 3 * whole.size());
  }
}

TEST(DamagedFile, ARecordOfSizeZeroEndsTheDataAndNamesItsOffset) {
  PerfDataBuilder builder;
  builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000);
  std::size_t offset = builder.data_offset() + builder.data_size();
  builder.sample({100, 100, 6}, 0x401000).sample({100, 100, 7}, 0x401000);
  std::string content = builder.file();
  content[offset + 6] = '\0';
  RawProfile profile = load_bytes(content);
  EXPECT_EQ(profile.samples.size(), 1U);
  EXPECT_THAT(
      profile.findings,
      ElementsAre(AllOf(
          Field(&Finding::code, "damaged-data"), Field(&Finding::severity, Severity::warning),
          Field(&Finding::text, HasSubstr("offset " + std::to_string(offset) + " has size 0")))));
}

TEST(DamagedFile, BeforeTheFirstSampleItIsAnError) {
  PerfDataBuilder builder;
  builder.event(cpu_clock()).comm({100, 100, 1}, "naive").sample({100, 100, 5}, 0x401000);
  std::string content = builder.file();
  content[builder.data_offset() + 6] = '\4';
  EXPECT_THAT([&] { load_bytes(content); },
              error_with("offset " + std::to_string(builder.data_offset()) + " has size 4"));
}

TEST(DamagedFile, ASampleShorterThanItsFieldsIsLeftOutAlone) {
  PerfDataBuilder builder;
  builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000);
  builder.record(PERF_RECORD_SAMPLE, 2, Bytes().words({1, 0x401000, 5, 6}));
  builder.record(PERF_RECORD_SAMPLE, 2, Bytes().words({1}));
  builder.sample({100, 100, 7}, 0x401000);
  RawProfile profile = load_bytes(builder.file());
  EXPECT_EQ(profile.samples.size(), 2U);
  ASSERT_EQ(profile.findings.size(), 1U);
  EXPECT_THAT(profile.findings[0].text, HasSubstr("1 more damaged place"));
}

TEST(DamagedFile, ASampleOfNoEventIsAFinding) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock(), {1})
                                      .event(cpu_clock(), {2})
                                      .sample({100, 100, 5, 1}, 0x401000)
                                      .sample({100, 100, 6, 3}, 0x401000)
                                      .file());
  EXPECT_EQ(profile.samples.size(), 1U);
  ASSERT_EQ(profile.findings.size(), 1U);
  EXPECT_THAT(profile.findings[0].text, HasSubstr("belongs to no event"));
}

TEST(DamagedFile, ADataSizeBeyondTheFileKeepsTheSamples) {
  PerfDataBuilder builder = small_recording();
  std::string content = builder.file();
  const std::uint64_t huge = std::uint64_t{1} << 62;
  std::memcpy(content.data() + 48, &huge, sizeof huge);
  RawProfile profile = load_bytes(content);
  EXPECT_EQ(profile.samples.size(), 2U);
  EXPECT_EQ(profile.findings.size(), 1U);
}

TEST(DamagedFile, BytesBehindTheEndDoNotMatter) {
  RawProfile profile = load_bytes(small_recording().file() + std::string(4096, '\0'));
  EXPECT_EQ(profile.samples.size(), 2U);
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(DamagedFile, ADamagedCompressedStreamKeepsWhatCameBefore) {
  PerfDataBuilder builder;
  builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000).compress(1000);
  builder.record(81, 0, Bytes().append("this is no zstd frame at all"));
  RawProfile profile = load_bytes(builder.file());
  EXPECT_EQ(profile.samples.size(), 1U);
  ASSERT_EQ(profile.findings.size(), 1U);
  EXPECT_THAT(profile.findings[0].text, HasSubstr("cannot be decompressed"));
}

TEST(RefusedFile, AnUnfinishedRecordingSaysThatItsDataAreLost) {
  std::string content = small_recording().file();
  std::memset(content.data() + 48, 0, 8);
  EXPECT_THAT([&] { load_bytes(content); }, AllOf(error_with("was not finished"),
                                                  error_with("lost"), error_with("record again")));
}

TEST(RefusedFile, EachKindIsNamed) {
  std::string content = small_recording().file();
  EXPECT_THAT([&] { load_bytes("PERFFILE" + content.substr(8)); }, error_with("version 1"));
  EXPECT_THAT(
      [&] {
        load_bytes(
            "\x7f"
            "ELF" +
            content.substr(4));
      },
      error_with("not a perf.data file"));
  EXPECT_THAT([&] { load_bytes(std::string(8192, '\0')); }, error_with("not a perf.data file"));
  EXPECT_THAT([&] { load_bytes(""); }, error_with("is empty"));
  EXPECT_THAT([&] { load_bytes("PERF"); }, error_with("cut after 4 bytes"));
  PerfDataBuilder part = small_recording();
  EXPECT_THAT([&] { load_bytes(part.feature(24, Bytes().words({1})).file()); },
              error_with("--threads"));
}

TEST(RefusedFile, ADirectoryIsOneOfPerfRecordThreads) {
  Recording recording;
  recording.perf_data = testing::TempDir();
  EXPECT_THAT([&] { load(recording); }, error_with("is a directory"));
}

TEST(RefusedFile, AFileThatIsNotThereIsNamed) {
  Recording recording;
  recording.perf_data = "/nowhere/perf.data";
  EXPECT_THAT([&] { load(recording); }, error_with("/nowhere/perf.data"));
}

TEST(RefusedFile, IdsThatTakeMoreRoomThanTheFileAreDamage) {
  PerfDataBuilder builder;
  builder.event(cpu_clock(), {1}).event(cpu_clock(), {2}).sample({100, 100, 5}, 0x401000);
  std::string content = builder.file();
  auto word = [&](std::size_t at) { return reinterpret_cast<std::uint64_t*>(&content[at]); };
  std::uint64_t entry_size = *word(16);
  std::uint64_t attributes = *word(24);
  for (std::uint64_t entry : {0U, 1U}) {  // both claim all of the file
    std::size_t place = static_cast<std::size_t>(attributes + (entry + 1) * entry_size - 16);
    *word(place) = 0;
    *word(place + 8) = content.size();
  }
  EXPECT_THAT([&] { load_bytes(content); }, error_with("take more room than the file"));
}

TEST(RefusedFile, AttributesThatDoNotDivideEvenlyAreDamage) {
  std::string content = small_recording().file();
  content[16] = static_cast<char>(content[16] + 8);
  EXPECT_THAT([&] { load_bytes(content); }, error_with("event attributes"));
}

}  // namespace
}  // namespace cxprof
