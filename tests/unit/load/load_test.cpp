// Whole recordings, put together from values.
#include "runner/load/load.h"

#include <gmock/gmock.h>

#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

using test::Bytes;
using test::cpu_clock;
using test::load_bytes;
using test::PerfDataBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr unsigned feature_build_id = 2;

// The module that covers the sample's instruction pointer at its moment.
const Module& module_of(const RawProfile& profile, const Sample& sample) {
  const Mapping* mapping = profile.address_spaces.at(sample.address_space).find(sample.ip);
  return profile.modules.at(mapping ? mapping->module : unknown_module);
}

std::vector<std::string> modules_of_samples(const RawProfile& profile) {
  std::vector<std::string> paths;
  for (const Sample& sample : profile.samples) paths.push_back(module_of(profile, sample).path);
  return paths;
}

std::vector<std::string> threads_of_samples(const RawProfile& profile) {
  std::vector<std::string> names;
  for (const Sample& sample : profile.samples) {
    names.push_back(profile.thread_names.at(sample.thread_name));
  }
  return names;
}

std::vector<std::string> event_names(const RawProfile& profile) {
  std::vector<std::string> names;
  for (const Event& event : profile.events) names.push_back(event.name);
  return names;
}

TEST(Load, ReadsASmallRecordingWhole) {
  RawProfile profile =
      load_bytes(PerfDataBuilder()
                     .event(cpu_clock())
                     .kernel_mmap(0xffffffff81000000, 0x1000000, "[kernel.kallsyms]_text")
                     .comm({100, 100, 10}, "naive", true)
                     .mmap2({100, 100, 11}, 0x401000, 0x1000, 0x1000, "/bin/naive")
                     .sample({100, 100, 20}, 0x401234)
                     .sample({100, 100, 30}, 0xffffffff81000042, PERF_RECORD_MISC_KERNEL)
                     .file());
  ASSERT_EQ(profile.samples.size(), 2U);
  const Sample& sample = profile.samples[0];
  EXPECT_EQ(sample.time_ns, 20U);
  EXPECT_EQ(sample.ip, 0x401234U);
  EXPECT_EQ(sample.pid, 100);
  EXPECT_EQ(sample.cpu, 3);
  EXPECT_EQ(sample.period, 1003009U);
  EXPECT_EQ(sample.cpu_mode, CpuMode::user);
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/naive", "[kernel.kallsyms]"));
  EXPECT_EQ(module_of(profile, profile.samples[1]).kind, ModuleKind::kernel);
  EXPECT_THAT(threads_of_samples(profile), ElementsAre("naive", "naive"));
  EXPECT_THAT(event_names(profile), ElementsAre("cpu-clock"));
  EXPECT_THAT(profile.findings, IsEmpty());
  const Mapping* mapping = profile.address_spaces[sample.address_space].find(sample.ip);
  EXPECT_EQ(*mapping, (Mapping{0x401000, 0x402000, 0x1000, mapping->module}));
}

TEST(Load, RecordsOfDifferentCpusArePutInTimeOrderFirst) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock())
                                      .sample({100, 100, 50}, 0x401000)
                                      .sample({100, 100, 15}, 0x401000)
                                      .mmap2({100, 100, 40}, 0x401000, 0x1000, 0, "/bin/second")
                                      .mmap2({100, 100, 10}, 0x401000, 0x1000, 0, "/bin/first")
                                      .file());
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/first", "/bin/second"));
}

TEST(Load, RecordsOfTheSameTimeKeepTheirOrder) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock())
                                      .mmap2({100, 100, 10}, 0x401000, 0x1000, 0, "/bin/first")
                                      .sample({100, 100, 10}, 0x401000)
                                      .mmap2({100, 100, 10}, 0x401000, 0x1000, 0, "/bin/second")
                                      .sample({100, 100, 10}, 0x401000)
                                      .file());
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/first", "/bin/second"));
}

TEST(Load, WithoutTimesInAllRecordsTheFilesOrderCounts) {
  perf_event_attr attr = cpu_clock();
  attr.sample_id_all = 0;
  PerfDataBuilder builder;
  builder.event(attr).sample({100, 100, 30}, 0x401000);
  builder.mmap2({100, 100, 0}, 0x401000, 0x1000, 0, "/bin/naive").sample({100, 100, 20}, 0x401000);
  RawProfile profile = load_bytes(builder.file());
  // In the file the sample of time 30 came first, before anything was mapped.
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/naive", ""));
  EXPECT_EQ(profile.samples[0].time_ns, 20U);
}

TEST(Load, OnlyExecutableMappingsCount) {
  RawProfile profile =
      load_bytes(PerfDataBuilder()
                     .event(cpu_clock())
                     .mmap2({100, 100, 1}, 0x401000, 0x1000, 0, "/bin/naive")
                     .mmap2({100, 100, 2}, 0x401000, 0x1000, 0, "/bin/data", 3 /* rw */)
                     .mmap({100, 100, 3}, 0x401000, 0x1000, 0, "/bin/data",
                           PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA)
                     .mmap({100, 100, 4}, 0x601000, 0x1000, 0, "/bin/old")
                     .sample({100, 100, 20}, 0x401234)
                     .sample({100, 100, 21}, 0x601234)
                     .file());
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/naive", "/bin/old"));
}

// C045: a child that never calls exec runs its parent's code.
TEST(Load, AForkWithoutExecHasItsParentsMappings) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock())
                                      .comm({100, 100, 1}, "naive", true)
                                      .mmap2({100, 100, 2}, 0x401000, 0x1000, 0, "/bin/naive")
                                      .sample({100, 100, 3}, 0x401000)
                                      .fork(100, 100, {200, 200, 4})
                                      .sample({200, 200, 5}, 0x401000)
                                      .mmap2({200, 200, 6}, 0x501000, 0x1000, 0, "/lib/child")
                                      .sample({200, 200, 7}, 0x501000)
                                      .sample({100, 100, 8}, 0x501000)
                                      .file());
  EXPECT_THAT(modules_of_samples(profile),
              ElementsAre("/bin/naive", "/bin/naive", "/lib/child", ""));
  EXPECT_EQ(profile.samples[0].address_space, profile.samples[1].address_space);
  EXPECT_THAT(threads_of_samples(profile), ElementsAre("naive", "naive", "naive", "naive"));
}

TEST(Load, AThreadSharesItsProcesssMappings) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock())
                                      .comm({100, 100, 1}, "naive", true)
                                      .fork(100, 100, {100, 101, 2})
                                      .comm({100, 101, 3}, "worker")
                                      .mmap2({100, 101, 4}, 0x401000, 0x1000, 0, "/lib/late")
                                      .sample({100, 100, 5}, 0x401000)
                                      .sample({100, 101, 6}, 0x401000)
                                      .file());
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/lib/late", "/lib/late"));
  EXPECT_THAT(threads_of_samples(profile), ElementsAre("naive", "worker"));
  EXPECT_EQ(profile.address_spaces.size(), 1U);
}

TEST(Load, ExecClearsTheAddressSpaceAndARenameDoesNot) {
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(cpu_clock())
                                      .mmap2({100, 100, 1}, 0x401000, 0x1000, 0, "/bin/shell")
                                      .comm({100, 100, 2}, "renamed")
                                      .sample({100, 100, 3}, 0x401000)
                                      .comm({100, 100, 4}, "naive", true)
                                      .sample({100, 100, 5}, 0x401000)
                                      .mmap2({100, 100, 6}, 0x501000, 0x1000, 0, "/bin/naive")
                                      .sample({100, 100, 7}, 0x501000)
                                      .file());
  EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/shell", "", "/bin/naive"));
  EXPECT_THAT(threads_of_samples(profile), ElementsAre("renamed", "naive", "naive"));
}

// C044: for a process that ran before the recording perf makes a FORK up.
TEST(Load, AMadeUpForkWipesNothing) {
  constexpr std::uint16_t synthesized = 1U << 13;
  for (std::uint16_t misc : {std::uint16_t{0}, synthesized}) {
    RawProfile profile = load_bytes(PerfDataBuilder()
                                        .event(cpu_clock())
                                        .mmap2({1, 1, 0}, 0x401000, 0x1000, 0, "/sbin/init")
                                        .fork(1, 1, {100, 100, 0}, misc)
                                        .mmap2({100, 100, 0}, 0x501000, 0x1000, 0, "/bin/naive")
                                        .fork(100, 100, {100, 100, 0}, misc)
                                        .fork(1, 1, {100, 100, 0}, misc)
                                        .sample({100, 100, 5}, 0x501000)
                                        .sample({100, 100, 6}, 0x401000)
                                        .file());
    EXPECT_THAT(modules_of_samples(profile), ElementsAre("/bin/naive", "")) << misc;
  }
}

TEST(Load, ASampleBeforeAnyNameHasItsNumber) {
  RawProfile profile =
      load_bytes(PerfDataBuilder().event(cpu_clock()).sample({1234, 1234, 5}, 0x401000).file());
  EXPECT_THAT(threads_of_samples(profile), ElementsAre(":1234"));
  EXPECT_THAT(modules_of_samples(profile), ElementsAre(""));
}

TEST(Load, KernelModulesAndSpecialMappingsHaveTheirKinds) {
  RawProfile profile =
      load_bytes(PerfDataBuilder()
                     .event(cpu_clock())
                     .kernel_mmap(0xffffffff81000000, 0x3f000000, "[kernel.kallsyms]_text")
                     .kernel_mmap(0xffffffffc0000000, 0x1000, "[nf_tables]")
                     .mmap2({100, 100, 1}, 0x7fff0000, 0x1000, 0, "[vdso]")
                     .mmap2({100, 100, 1}, 0x8000000, 0x1000, 0, "//anon")
                     .sample({100, 100, 5}, 0xffffffffc0000010, PERF_RECORD_MISC_KERNEL)
                     .sample({100, 100, 6}, 0x7fff0010)
                     .sample({100, 100, 7}, 0x8000010)
                     .file());
  std::vector<ModuleKind> kinds;
  for (const Sample& sample : profile.samples) kinds.push_back(module_of(profile, sample).kind);
  EXPECT_THAT(kinds,
              ElementsAre(ModuleKind::kernel_module, ModuleKind::vdso, ModuleKind::anonymous));
}

TEST(Load, AHiddenKernelIsTheUpperHalfOfTheAddresses) {
  PerfDataBuilder restricted;
  restricted.event(cpu_clock()).kernel_mmap(0, 0xffffffff9fffffff, "[kernel.kallsyms]_text");
  PerfDataBuilder absent;
  absent.event(cpu_clock());
  for (PerfDataBuilder* builder : {&restricted, &absent}) {
    builder->mmap2({100, 100, 1}, 0x401000, 0x1000, 0, "/bin/naive")
        .sample({100, 100, 5}, 0x401000)
        .sample({100, 100, 6}, 0xffffffff81000042, PERF_RECORD_MISC_KERNEL)
        .sample({100, 100, 7}, 0x900000);
    EXPECT_THAT(modules_of_samples(load_bytes(builder->file())),
                ElementsAre("/bin/naive", "[kernel.kallsyms]", ""));
  }
}

TEST(Load, BuildIdsComeFromTheMappingOrFromTheTable) {
  std::string id(20, '\x1f');
  Bytes table;
  auto add_entry = [&](std::string_view path, std::int32_t pid, std::uint16_t misc) {
    Bytes body;
    body.put(pid).append(std::string(20, '\x2a')).put(std::uint32_t{0}).padded_string(path);
    table.append(test::record_bytes(67, misc, body.str()));
  };
  add_entry("/lib/by-path", 0, PERF_RECORD_MISC_USER);
  add_entry("[kernel.kallsyms]", -1, PERF_RECORD_MISC_KERNEL);
  table.append(std::string(8, '\0'));  // perf 6.12 pads the section
  RawProfile profile =
      load_bytes(PerfDataBuilder()
                     .event(cpu_clock())
                     .kernel_mmap(0xffffffff81000000, 0x1000, "[kernel.kallsyms]_text")
                     .mmap2_build_id({100, 100, 1}, 0x401000, 0x1000, id, "/bin/naive")
                     .mmap2_build_id({100, 100, 1}, 0x501000, 0x1000, id.substr(0, 4), "/bin/short")
                     .mmap2({100, 100, 1}, 0x601000, 0x1000, 0, "/lib/by-path")
                     .mmap2({100, 100, 1}, 0x701000, 0x1000, 0, "/lib/nothing")
                     .sample({100, 100, 5}, 0x401000)
                     .feature(feature_build_id, table)
                     .file());
  std::map<std::string, BuildId> ids;
  for (const Module& module : profile.modules) ids[module.path] = module.build_id;
  EXPECT_EQ(ids["/bin/naive"], "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f");
  EXPECT_EQ(ids["/bin/short"], "1f1f1f1f");
  EXPECT_EQ(ids["/lib/by-path"], "2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a");
  EXPECT_EQ(ids["[kernel.kallsyms]"], "2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a");
  EXPECT_EQ(ids["/lib/nothing"], "");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST(Load, SeveralEventsAreKeptApartAndIdleOnesLeftOut) {
  perf_event_attr dummy = cpu_clock();
  dummy.config = PERF_COUNT_SW_DUMMY;
  perf_event_attr cycles = cpu_clock();
  cycles.type = PERF_TYPE_HARDWARE;
  cycles.config = PERF_COUNT_HW_CPU_CYCLES;
  perf_event_attr faults = cpu_clock();
  faults.config = PERF_COUNT_SW_PAGE_FAULTS;
  RawProfile profile = load_bytes(PerfDataBuilder()
                                      .event(dummy, {1})
                                      .event(cpu_clock(), {2, 3})
                                      .event(faults, {4})
                                      .event(cycles, {5})
                                      .sample({100, 100, 5, 5}, 0x401000)
                                      .sample({100, 100, 6, 3}, 0x401000)
                                      .file());
  EXPECT_THAT(event_names(profile), ElementsAre("cpu-clock", "page-faults", "cycles"));
  ASSERT_EQ(profile.samples.size(), 2U);
  EXPECT_EQ(profile.samples[0].event, 2U);
  EXPECT_EQ(profile.samples[1].event, 0U);
  EXPECT_EQ(profile.recording.event_requested, "cpu-clock");
}

TEST(Load, LossesAreCountedOnce) {
  auto lost = [](std::uint64_t count) { return Bytes().words({1, count, 7, 500, 0, 1}); };
  auto lost_samples = [](std::uint64_t count, std::uint64_t time) {
    return Bytes().words({count, 7, time, 0, 1});
  };
  PerfDataBuilder builder;
  builder.event(cpu_clock()).sample({100, 100, 5}, 0x401000);
  builder.record(PERF_RECORD_LOST, 0, lost(30)).record(PERF_RECORD_LOST, 0, lost(12));
  builder.record(PERF_RECORD_LOST_SAMPLES, 0, lost_samples(42, 0));   // perf's summary of them
  builder.record(PERF_RECORD_LOST_SAMPLES, 0, lost_samples(5, 600));  // the hardware's own
  builder.record(PERF_RECORD_LOST_SAMPLES, 1U << 15, lost_samples(99, 700));  // filtered out
  builder.record(PERF_RECORD_THROTTLE, 0, Bytes().words({1, 2, 3}));
  builder.record(68, 0, Bytes()).record(69, 0, Bytes().words({0}));      // known, not needed
  builder.record(55, 0, Bytes()).record(999, 0, Bytes().words({1, 2}));  // not known
  RawProfile profile = load_bytes(builder.sample({100, 100, 9}, 0x401000).file());
  EXPECT_EQ(profile.losses.lost_samples, 47U);
  EXPECT_EQ(profile.losses.throttle_records, 1U);
  EXPECT_EQ(profile.losses.skipped_records, 2U);
  EXPECT_EQ(profile.samples.size(), 2U);
  EXPECT_THAT(profile.findings, IsEmpty());
}

}  // namespace
}  // namespace cxprof
