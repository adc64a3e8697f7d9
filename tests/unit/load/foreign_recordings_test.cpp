// Recordings that this project did not make, against the counts that came with them.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
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
