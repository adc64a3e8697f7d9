#include "runner/record/run_name.h"

#include <charconv>
#include <tuple>

namespace cxprof {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string RunName::text() const {
  return number == 1 ? stamp : stamp + "-" + std::to_string(number);
}

bool RunName::operator<(const RunName& other) const {
  return std::tie(stamp, number) < std::tie(other.stamp, other.number);
}

std::optional<RunName> parse_run_name(const std::string& name) {
  constexpr std::size_t stamp_size = 15;
  if (name.size() < stamp_size || name[8] != '-') return std::nullopt;
  for (std::size_t i = 0; i < stamp_size; ++i) {
    if (i != 8 && !is_digit(name[i])) return std::nullopt;
  }
  RunName run{name.substr(0, stamp_size), 1};
  if (name.size() == stamp_size) return run;
  const char* end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data() + stamp_size + 1, end, run.number);
  if (name[stamp_size] != '-' || error != std::errc() || rest != end) return std::nullopt;
  return run;
}

}  // namespace cxprof
