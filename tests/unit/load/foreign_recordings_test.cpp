// Recordings that this project did not make, against the counts that came with them.
#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "runner/load/load.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

std::filesystem::path data_directory() {
  const char* from_environment = std::getenv("CXPROF_SHARED_DIR");
  return std::filesystem::path(from_environment ? from_environment : CXPROF_SHARED_DIR) / "data";
}

// "name=count,…" in the order of the names, as in EXPECTED.tsv.
std::string per_event(const RawProfile& profile) {
  std::map<std::string, std::size_t> counts;
  for (const Sample& sample : profile.samples) ++counts[profile.events.at(sample.event).name];
  std::string text;
  for (const auto& [name, count] : counts) {
    if (!text.empty()) text += ',';
    text += fmt::format("{}={}", name, count);
  }
  return text;
}

// perf names kernel objects in its own ways ("[kernel.kallsyms]", "[guest.kernel.kallsyms]").
std::string object_of(const std::string& perf_name) {
  bool user = !perf_name.starts_with('[') || perf_name == "[vdso]" || perf_name == "[vsyscall]" ||
              perf_name == "[unknown]";
  return user ? perf_name : "[kernel]";
}

using Counts = std::map<std::string, std::size_t>;  // by "event address object"

Counts counts_of_perf(const std::filesystem::path& file) {
  std::string command =
      "perf script --no-inline -f -G -F event,ip,dso -i '" + file.string() + "' 2>/dev/null";
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  Counts counts;
  std::array<char, 8192> line;
  while (fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    // "   cpu-clock:  ffffffff8136a45d ([kernel.kallsyms])"
    std::string text(line.data());
    std::size_t open = text.find(" (");
    std::size_t address_end = open;
    std::size_t address = text.rfind(' ', address_end - 1) + 1;
    std::size_t colon = text.find_last_of(':', address);
    std::size_t event = text.find_first_not_of(' ');
    if (open == std::string::npos || colon == std::string::npos) continue;
    std::string object = text.substr(open + 2, text.rfind(')') - open - 2);
    ++counts[fmt::format("{} {} {}", text.substr(event, colon - event),
                         text.substr(address, address_end - address), object_of(object))];
  }
  return counts;
}

Counts counts_of(const RawProfile& profile) {
  Counts counts;
  for (const Sample& sample : profile.samples) {
    const Mapping* mapping = profile.address_spaces.at(sample.address_space).find(sample.ip);
    std::string object = "[unknown]";
    if (mapping != nullptr) {
      const Module& module = profile.modules.at(mapping->module);
      bool kernel = module.kind == ModuleKind::kernel || module.kind == ModuleKind::kernel_module;
      object = kernel ? "[kernel]" : module.path;
    }
    ++counts[fmt::format("{} {:x} {}", profile.events.at(sample.event).name, sample.ip, object)];
  }
  return counts;
}

// perf loses the mappings of some (a fork that it takes for a new program) and looks for a kernel
// address of an event that counts in user mode among the user's: what it does not know must be the
// same address all the same.
void adopt_unknown(const Counts& perf, Counts& ours) {
  constexpr std::string_view unknown = "[unknown]";
  for (auto [key, count] : perf) {
    if (!key.ends_with(unknown)) continue;
    std::string start = key.substr(0, key.size() - unknown.size());
    for (auto at = ours.lower_bound(start); at != ours.end() && at->first.starts_with(start);
         ++at) {
      std::size_t missing = count - std::min(count, ours[key]);
      if (at->first == key || missing == 0) continue;
      std::size_t moved = std::min(missing, at->second);
      at->second -= moved;
      ours[key] += moved;
    }
  }
}

// Where perf 6.1 opens a file, which it does not with attributes of a newer kernel.
TEST(ForeignRecordings, SelfCountsByObjectAndAddressArePerfs) {
  if (!std::filesystem::is_directory(data_directory() / "perf-data")) GTEST_SKIP() << "no data";
  std::size_t compared = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(data_directory() / "perf-data")) {
    if (!entry.is_regular_file()) continue;
    Counts perf = counts_of_perf(entry.path());
    if (perf.empty()) continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++compared;
    Recording recording;
    recording.perf_data = entry.path();
    Counts ours = counts_of(load(recording));
    adopt_unknown(perf, ours);
    std::string differences;
    for (const auto& [key, count] : perf) {
      if (ours[key] != count)
        differences += fmt::format("{}: perf {}, we {}\n", key, count, ours[key]);
    }
    for (const auto& [key, count] : ours) {
      if (count != 0 && !perf.contains(key))
        differences += fmt::format("{}: only we, {}\n", key, count);
    }
    EXPECT_EQ(differences.substr(0, 2000), "");
  }
  if (compared == 0) GTEST_SKIP() << "perf is not installed";
  EXPECT_GE(compared, 10U);
}

TEST(ForeignRecordings, HaveTheirSamples) {
  std::ifstream expected(data_directory() / "EXPECTED.tsv");
  if (!expected) GTEST_SKIP() << "no " << (data_directory() / "EXPECTED.tsv").string();
  std::string line;
  std::size_t files = 0;
  while (std::getline(expected, line)) {
    std::istringstream columns(line);
    std::string file;
    std::string samples;
    std::string events;
    std::getline(columns, file, '\t');
    std::getline(columns, samples, '\t');
    std::getline(columns, events, '\t');
    if (!file.starts_with("perf-data/")) continue;
    SCOPED_TRACE(file);
    ++files;
    Recording recording;
    recording.perf_data = data_directory() / file;
    try {
      RawProfile profile = load(recording);
      EXPECT_EQ(std::to_string(profile.samples.size()), samples);
      if (events != "-") {
        EXPECT_EQ(per_event(profile), events);
      }
      EXPECT_THAT(profile.findings, testing::IsEmpty());
      EXPECT_EQ(profile.losses.skipped_records, 0U);
    } catch (const Error& error) {
      EXPECT_EQ(samples, "error") << error.what();
      EXPECT_THAT(error.what(), testing::HasSubstr("offset"));
      EXPECT_THAT(error.what(), testing::HasSubstr("size 0"));
    }
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace cxprof
