#include "runner/unwind/raw_profile_source.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cxprof {
namespace {

constexpr std::size_t batch_size = 64;

KnownCode code_of(const RawProfile& raw) {
  KnownCode code{raw.modules, {}, raw.recording.host.machine};
  for (const AddressSpace& space : raw.address_spaces) {
    code.address_spaces.push_back(std::make_shared<const AddressSpace>(space));
  }
  return code;
}

}  // namespace

RawProfileSource::RawProfileSource(RawProfile raw)
    : raw_(std::move(raw)), code_(std::make_shared<const KnownCode>(code_of(raw_))) {}

bool RawProfileSource::next(SampleBatch& batch) {
  std::size_t end = std::min(raw_.samples.size(), next_ + batch_size);
  auto at = [&](std::size_t index) {
    return raw_.samples.begin() + static_cast<std::ptrdiff_t>(index);
  };
  batch.samples.assign(at(next_), at(end));
  batch.code = code_;
  batch.storage = {raw_.storage};
  next_ = end;
  return !batch.samples.empty();
}

SampleSource::Rest RawProfileSource::finish() {
  raw_.samples.clear();
  raw_.address_spaces.clear();
  raw_.storage.reset();
  Rest rest{std::move(raw_), {}};
  rest.event_index.resize(std::max<std::size_t>(rest.profile.events.size(), 1));
  std::iota(rest.event_index.begin(), rest.event_index.end(), 0U);
  return rest;
}

}  // namespace cxprof
