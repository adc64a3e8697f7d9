#pragma once

#include <cstdint>

#include "runner/profile/frame_address.h"
#include "runner/unwind/index_table.h"

namespace cxprof {

inline std::uint64_t hash_of(const FrameAddress& address) {
  std::uint64_t rest = std::uint64_t{address.module} << 33 |
                       std::uint64_t{static_cast<std::uint32_t>(address.pid)} << 1 |
                       static_cast<std::uint64_t>(address.kind);
  return hash_words(address.address, rest);
}

}  // namespace cxprof
