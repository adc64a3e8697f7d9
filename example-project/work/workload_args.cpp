#include "work/workload_args.h"

#include <charconv>
#include <stdexcept>
#include <system_error>

namespace {

constexpr std::size_t kLargest = 10'000'000;

std::size_t parse_count(const std::string& name, const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 1 || value > kLargest) {
    throw std::invalid_argument(name + " must be a whole number from 1 to " +
                                std::to_string(kLargest) + ", not '" + text + "'.");
  }
  return value;
}

}  // namespace

WorkloadArgs parse_workload_args(const std::vector<std::string>& arguments, WorkloadArgs defaults) {
  if (arguments.size() > 2) {
    throw std::invalid_argument("At most two arguments are taken, LINES and REPS, not " +
                                std::to_string(arguments.size()) + ".");
  }
  WorkloadArgs result = defaults;
  if (!arguments.empty()) result.lines = parse_count("LINES", arguments[0]);
  if (arguments.size() == 2) result.reps = parse_count("REPS", arguments[1]);
  return result;
}
