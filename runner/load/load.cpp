#include "runner/load/load.h"

#include <algorithm>
#include <filesystem>

#include "runner/load/complete.h"
#include "runner/load/file_header.h"
#include "runner/load/file_sections.h"
#include "runner/load/record_index.h"
#include "runner/load/replay.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

using namespace perf_data;

void refuse_directory(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return;
  fail(
      "{} is a directory, as perf record --threads writes it, which is not supported; record "
      "again without --threads",
      path.string());
}

}  // namespace

RawProfile load(Recording recording) {
  refuse_directory(recording.perf_data);
  auto bytes = std::make_shared<RecordingBytes>(recording.perf_data);
  FileHeader header = read_file_header(*bytes);

  RawProfile profile;
  EventTable events;
  Features features;
  DamageLog damage;
  RecordIndex index(*bytes, events, features, damage);
  if (header.pipe) {
    index.read(bytes->file().subspan(static_cast<std::size_t>(header.size)));
  } else {
    read_attribute_section(*bytes, header, events);
    read_feature_sections(*bytes, header, features, events, profile.findings);
    auto data = data_section(*bytes, header);
    index.read(data);
    if (data.size() < header.data.size && damage.empty()) {
      damage.note(fmt::format("{}: the file is cut: {} of {} bytes of its data are there",
                              bytes->name(), data.size(), header.data.size));
    }
  }
  if (features.directory_format) {
    fail(
        "{} is one part of a recording of perf record --threads, which is not supported; record "
        "again without --threads",
        bytes->name());
  }
  index.sort();
  replay(index, *bytes, events, features.build_ids, profile, damage);

  if (!damage.empty()) {
    if (profile.samples.empty()) fail("{}; record again", damage.sentence());
    profile.findings.push_back(damage.finding());
  }
  auto earlier = [](const Sample& a, const Sample& b) { return a.time_ns < b.time_ns; };
  if (!std::ranges::is_sorted(profile.samples, earlier)) {
    std::ranges::stable_sort(profile.samples, earlier);
  }
  fill_events(events, profile);
  complete(recording, features, events);
  profile.recording = std::move(recording);
  profile.losses = index.losses();
  profile.storage = std::move(bytes);
  return profile;
}

}  // namespace cxprof
