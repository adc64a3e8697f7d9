#include "runner/load/load.h"

#include <algorithm>
#include <utility>

#include "runner/load/recording_source.h"

namespace cxprof {

std::unique_ptr<SampleSource> open_recording(Recording recording) {
  return std::make_unique<perf_data::RecordingSource>(std::move(recording));
}

RawProfile load(Recording recording) {
  auto source = open_recording(std::move(recording));
  std::vector<Sample> samples;
  auto storage = std::make_shared<std::vector<std::shared_ptr<const void>>>();
  std::shared_ptr<const KnownCode> code;
  for (SampleBatch batch; source->next(batch);) {
    samples.insert(samples.end(), batch.samples.begin(), batch.samples.end());
    storage->insert(storage->end(), batch.storage.begin(), batch.storage.end());
    code = std::move(batch.code);
  }
  auto [profile, event_index] = source->finish();
  for (Sample& sample : samples) sample.event = event_index.at(sample.event);
  std::ranges::stable_sort(samples, {}, &Sample::time_ns);
  profile.samples = std::move(samples);
  if (code) {
    for (const auto& space : code->address_spaces) profile.address_spaces.push_back(*space);
  }
  profile.storage = std::move(storage);
  return profile;
}

}  // namespace cxprof
