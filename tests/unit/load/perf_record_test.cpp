// Recordings made here and now by perf, against what perf script says about them.
#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>

#include "runner/load/load.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

std::string output_of(const std::string& command) {
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (std::size_t size = fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    text.append(buffer.data(), size);
  }
  return text;
}

// Sample counts by what perf script prints in the one column asked for.
std::map<std::string, std::size_t> perf_counts(const std::filesystem::path& file,
                                               const std::string& fields) {
  std::istringstream lines(output_of("perf script --no-inline -G -F " + fields + " -i " +
                                     file.string() + " 2>/dev/null"));
  std::map<std::string, std::size_t> counts;
  std::string line;
  while (std::getline(lines, line)) {
    auto first = line.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    auto last = line.find_last_not_of(' ');
    ++counts[line.substr(first, last - first + 1)];
  }
  return counts;
}

// perf and the file name kernel modules differently ("[xfs]", "/lib/modules/…/xfs.ko"): all kernel
// code is one object here.
constexpr const char* kernel_object = "[kernel]";

std::string object_name(const RawProfile& profile, const Sample& sample) {
  const Mapping* mapping = profile.address_spaces.at(sample.address_space).find(sample.ip);
  if (!mapping) return "[unknown]";
  const Module& module = profile.modules.at(mapping->module);
  bool kernel = module.kind == ModuleKind::kernel || module.kind == ModuleKind::kernel_module;
  return kernel ? kernel_object : module.path;
}

std::string object_name(const std::string& perf_name) {
  bool special = perf_name.starts_with('[');
  bool user = perf_name == "[vdso]" || perf_name == "[vsyscall]" || perf_name == "[unknown]";
  return special && !user ? kernel_object : perf_name;
}

class PerfRecord : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::string command = fmt::format(
        "perf record -q -e cpu-clock {} -o {} -- {} 2>&1", GetParam(), file_.path().string(),
        "sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; ls /'");
    output_ = output_of(command);
    if (std::filesystem::file_size(file_.path()) == 0) {
      GTEST_SKIP() << "perf record does not work here: " << output_;
    }
  }
  // perf makes its file from nothing, and keeps an old one under another name.
  void TearDown() override { std::filesystem::remove(file_.path().string() + ".old"); }

  test::TemporaryFile file_;
  std::string output_;
};

TEST_P(PerfRecord, AgreesWithPerfScript) {
  Recording recording;
  recording.perf_data = file_.path();
  RawProfile profile = load(recording);
  auto threads = perf_counts(file_.path(), "comm");
  if (threads.empty()) GTEST_SKIP() << "perf took no samples here";

  std::map<std::string, std::size_t> our_threads;
  std::map<std::string, std::size_t> our_modules;
  for (const Sample& sample : profile.samples) {
    ++our_threads[profile.thread_names.at(sample.thread_name)];
    ++our_modules[object_name(profile, sample)];
  }
  EXPECT_EQ(our_threads, threads);

  std::map<std::string, std::size_t> perf_modules;
  for (const auto& [line, count] : perf_counts(file_.path(), "ip,dso")) {
    auto open = line.find('(');
    ASSERT_NE(open, std::string::npos) << line;
    perf_modules[object_name(line.substr(open + 1, line.size() - open - 2))] += count;
  }
  EXPECT_EQ(our_modules, perf_modules);
  EXPECT_EQ(profile.losses.skipped_records, 0U);
  EXPECT_THAT(profile.findings, testing::IsEmpty());
  EXPECT_FALSE(profile.recording.host.kernel.empty());
}

INSTANTIATE_TEST_SUITE_P(Modes, PerfRecord,
                         testing::Values("-F 2000", "-F 2000 -g",
                                         "-F 2000 --call-graph dwarf --buildid-mmap -N -B",
                                         "-F 2000 --sample-cpu --per-thread",
                                         "-F 2000 -z --call-graph dwarf", "-F 2000 -a", "-c 500000",
                                         "-F 2000 -d -W -s --user-regs=ip,sp",
                                         "-F 2000 -e task-clock,page-faults"),
                         [](const auto& mode) { return "Mode" + std::to_string(mode.index); });

}  // namespace
}  // namespace cxprof
