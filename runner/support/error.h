#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace cxprof {

/// Something the user has to know and can act on: one full sentence that says what happened, where,
/// and what to do. Thrown anywhere, caught and printed once, in main.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws an Error with a formatted sentence. Out of line so that checks stay small.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace cxprof
