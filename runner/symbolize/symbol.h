#pragma once

#include <cstdint>
#include <string_view>

#include "runner/profile/function.h"

namespace cxprof {

/// A function's place and name in an ELF file.
struct Symbol {
  std::uint64_t start = 0;
  std::uint64_t end = 0;  ///< One past the last byte.
  std::string_view name;  ///< Raw: mangled, with clone suffix and version. Owned by the table.
  NameSource source = NameSource::symbol;
};

}  // namespace cxprof
