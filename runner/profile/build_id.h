#pragma once

#include <string>

namespace cxprof {

/// A GNU build id as lower-case hexadecimal digits (usually 40). Empty: none recorded or none in
/// the file. Equal build ids mean the same code at the same addresses; they say nothing about
/// symbols.
using BuildId = std::string;

}  // namespace cxprof
