#include "runner/load/recording_source.h"

#include <filesystem>
#include <utility>

#include "runner/load/complete.h"
#include "runner/load/directory_recording.h"
#include "runner/load/file_header.h"
#include "runner/load/file_sections.h"
#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

// Samples that are handed on together at least, while there are more: taking turns costs little
// beside unwinding that many.
constexpr std::size_t batch_size = 64;

void refuse_other_directory(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored) || is_directory_recording(path)) return;
  fail(
      "{} is a directory, but not one that perf record --threads wrote: it does not hold data and "
      "data.0",
      path.string());
}

Finding late_records(const RecordingBytes& bytes, std::uint64_t count) {
  return {Severity::warning, "late-records",
          fmt::format("{}: {} records stand in the file after newer ones that were already dealt "
                      "with; samples around them may be named by older or newer mappings",
                      bytes.name(), count),
          ""};
}

}  // namespace

RecordingSource::RecordingSource(Recording recording) : recording_(std::move(recording)) {
  refuse_other_directory(recording_.perf_data);
  bytes_ = RecordingBytes::open(recording_.perf_data);
  FileHeader header = read_file_header(*bytes_);
  Section data{header.size, bytes_->file().size() - std::min(header.size, bytes_->file().size())};
  if (!header.pipe) {
    read_attribute_section(*bytes_, header, events_);
    read_feature_sections(*bytes_, header, features_, events_, findings_);
    data = {header.data.offset, data_section(*bytes_, header).size()};
    if (data.size < header.data.size) {
      damage_.note(fmt::format("{}: the file is cut: {} of {} bytes of its data are there",
                               bytes_->name(), data.size, header.data.size));
    }
  }
  if (header.pipe) {
    // The build ids, without which no module can be told from another, come last in a pipe.
    RecordReader facts(*bytes_, data, events_, features_, queue_, damage_,
                       RecordReader::Part::facts, false);
    while (facts.read_some()) continue;
  }
  if (features_.directory_format && !bytes_->is_directory()) {
    fail(
        "{} is one part of a recording of perf record --threads; give the directory that it was "
        "written to",
        bytes_->name());
  }
  // Its registers and its code are not this machine's, whatever it is called.
  if (bytes_->is_other_byte_order() && features_.architecture.empty()) {
    features_.architecture = "a machine of the other byte order";
  }
  // The end of a round in one file of several says nothing about the others.
  reader_ = std::make_unique<RecordReader>(
      *bytes_, data, events_, features_, queue_, damage_,
      header.pipe ? RecordReader::Part::all_but_facts : RecordReader::Part::all,
      !bytes_->is_directory());
  replay_ = std::make_unique<Replay>(*bytes_, events_, features_.build_ids);
}

bool RecordingSource::next(SampleBatch& batch) {
  batch = {};
  while (batch.samples.size() < batch_size) {
    if (!queue_.ready()) {
      if (!reader_->read_some()) break;
      continue;
    }
    try {
      replay_->apply(Record(queue_.take().data), batch.samples);
    } catch (const Error& error) {
      damage_.note(error.what());
    }
  }
  if (batch.samples.empty()) return false;
  has_samples_.resize(events_.events().size());
  for (const Sample& sample : batch.samples) has_samples_[sample.event] = true;
  sample_count_ += batch.samples.size();
  batch.code = replay_->known_code(features_.architecture);
  batch.storage = queue_.windows();
  return true;
}

SampleSource::Rest RecordingSource::finish() {
  if (!damage_.empty()) {
    if (sample_count_ == 0) fail("{}; record again", damage_.sentence());
    findings_.push_back(damage_.finding());
  }
  if (queue_.late() > 0) findings_.push_back(late_records(*bytes_, queue_.late()));
  Rest rest;
  has_samples_.resize(events_.events().size());
  for (std::size_t i = 0; i < has_samples_.size(); ++i) {
    const EventAttributes& event = events_.events()[i];
    rest.event_index.push_back(static_cast<std::uint32_t>(rest.profile.events.size()));
    if (has_samples_[i] || asks_for_samples(event)) rest.profile.events.push_back(to_event(event));
  }
  complete(recording_, features_, events_);
  rest.profile.recording = std::move(recording_);
  rest.profile.modules = replay_->known_code(features_.architecture)->modules;
  rest.profile.thread_names = replay_->take_thread_names();
  rest.profile.losses = reader_->losses();
  rest.profile.findings = std::move(findings_);
  return rest;
}

}  // namespace cxprof::perf_data
