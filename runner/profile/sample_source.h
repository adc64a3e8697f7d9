#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/profile/address_space.h"
#include "runner/profile/module.h"
#include "runner/profile/raw_profile.h"
#include "runner/profile/sample.h"

namespace cxprof {

/// What was mapped by whom, as far as the samples of a batch need it. Numbers never change their
/// meaning: a later state has more of them, and may have let go of address spaces of the past.
struct KnownCode {
  std::vector<Module> modules;                                      ///< [0] is the unknown module.
  std::vector<std::shared_ptr<const AddressSpace>> address_spaces;  ///< By AddressSpaceId;
                                                                    ///< nullptr: past.
  std::string machine;  ///< As uname -m prints it. Empty: the recording does not say.
};

/// Some samples in a row, and what their numbers and views refer to.
struct SampleBatch {
  std::vector<Sample> samples;
  std::shared_ptr<const KnownCode> code;
  /// Keeps the bytes alive that the samples' views point into.
  std::vector<std::shared_ptr<const void>> storage;
};

/// The samples of a recording, a batch at a time, so that a recording of any size can be gone
/// through in little memory. One thread at a time, but for prefetch().
class SampleSource {
 public:
  SampleSource() = default;
  virtual ~SampleSource() = default;
  SampleSource(const SampleSource&) = delete;
  SampleSource& operator=(const SampleSource&) = delete;

  /// Does work ahead that a later next() would have to do. May be called by any thread at any time,
  /// or not at all.
  virtual void prefetch() {}

  /// The next samples in order of time. False: there are no more, and `batch` is empty.
  virtual bool next(SampleBatch& batch) = 0;

  /// What is known when all samples were read.
  struct Rest {
    RawProfile profile;  ///< Without samples, address spaces and storage.
    /// Index into profile.events by Sample::event: events without a sample that were not meant to
    /// have any are left out.
    std::vector<std::uint32_t> event_index;
  };
  /// After the last batch; the source is used up. Throws Error when nothing could be read.
  virtual Rest finish() = 0;
};

}  // namespace cxprof
