#pragma once

#include "runner/profile/sample_source.h"

namespace cxprof {

/// The samples of a recording that is in memory.
class RawProfileSource final : public SampleSource {
 public:
  explicit RawProfileSource(RawProfile raw);

  bool next(SampleBatch& batch) override;
  Rest finish() override;

 private:
  RawProfile raw_;
  std::shared_ptr<const KnownCode> code_;
  std::size_t next_ = 0;
};

}  // namespace cxprof
