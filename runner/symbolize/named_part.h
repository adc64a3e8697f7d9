#pragma once

#include <string>
#include <vector>

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// Some addresses of a profile and their names, with numbers of their own.
struct NamedPart {
  std::vector<AddressId> addresses;
  std::vector<std::vector<Frame>> frames;  ///< Parallel to addresses.
  std::vector<Function> functions;
  std::vector<std::string> source_files;  ///< [0] is empty.
  std::vector<DefinedFunction> defined_functions;
  Findings findings;
};

/// Puts all parts into `profile`: functions and source files are numbered as they appear at the
/// addresses, innermost frame first, so that it does not matter who named what.
void join_parts(std::vector<NamedPart> parts, std::size_t address_count,
                SymbolizedProfile& profile);

}  // namespace cxprof
