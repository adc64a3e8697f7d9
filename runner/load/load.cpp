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
  std::vector<std::shared_ptr<const AddressSpace>> spaces;
  for (SampleBatch batch; source->next(batch);) {
    samples.insert(samples.end(), batch.samples.begin(), batch.samples.end());
    storage->insert(storage->end(), batch.storage.begin(), batch.storage.end());
    spaces.resize(batch.code->address_spaces.size());
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      if (!spaces[i]) spaces[i] = batch.code->address_spaces[i];
    }
  }
  auto [profile, event_index] = source->finish();
  for (Sample& sample : samples) sample.event = event_index.at(sample.event);
  std::ranges::stable_sort(samples, {}, &Sample::time_ns);
  profile.samples = std::move(samples);
  for (const auto& space : spaces) {
    profile.address_spaces.push_back(space ? *space : AddressSpace{});
  }
  profile.storage = std::move(storage);
  return profile;
}

}  // namespace cxprof
