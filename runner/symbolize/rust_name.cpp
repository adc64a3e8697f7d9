#include "runner/symbolize/rust_name.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#if CXPROF_HAS_RUST_DEMANGLER
// As in libiberty's demangle.h, which not every distribution installs at the same place.
extern "C" char* rust_demangle(const char* mangled, int options);
#endif

namespace cxprof {
namespace {

bool is_lower_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

bool is_rust_name(std::string_view raw_name) {
  if (raw_name.starts_with("_R")) {
    // "_R" may go on with a version; a path always begins with a capital letter (RFC 2603).
    return raw_name.size() > 2 && raw_name[2] >= 'A' && raw_name[2] <= 'Z';
  }
  constexpr std::string_view hash_start = "17h";
  constexpr std::size_t tail = hash_start.size() + 16 + 1;
  if (!raw_name.starts_with("_ZN") || raw_name.size() < tail + 3 || !raw_name.ends_with('E')) {
    return false;
  }
  std::string_view end = raw_name.substr(raw_name.size() - tail);
  std::string_view digits = end.substr(hash_start.size(), 16);
  return end.starts_with(hash_start) && std::ranges::all_of(digits, is_lower_hex);
}

std::optional<std::string> rust_name(std::string_view raw_name) {
  if (!is_rust_name(raw_name)) return std::nullopt;
#if CXPROF_HAS_RUST_DEMANGLER
  std::unique_ptr<char, void (*)(void*)> text(rust_demangle(std::string(raw_name).c_str(), 0),
                                              std::free);
  if (text) return text.get();
#endif
  return std::nullopt;
}

}  // namespace cxprof
