#include "runner/analyze/nearest_names.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "runner/analyze/function_spellings.h"

namespace cxprof {
namespace {

// Longer names than people type are compared by their beginning: the time is quadratic.
constexpr std::size_t longest_compared = 200;

std::string folded(std::string text) {
  text.resize(std::min(text.size(), longest_compared));
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// Levenshtein's distance, one row of the table at a time (Wagner and Fischer, 1974).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t count, std::size_t farthest) {
  std::string wanted = folded(unqualified_function_name(name));
  std::string wanted_whole = folded(name_without_parameters(name));
  std::set<std::string> names;
  for (const std::string& candidate : candidates) {
    if (!candidate.starts_with('[')) names.insert(name_without_parameters(candidate));
  }
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> order;
  for (const std::string& candidate : names) {
    std::size_t distance = edit_distance(wanted, folded(unqualified_function_name(candidate)));
    if (distance > farthest) continue;
    order.emplace_back(distance, edit_distance(wanted_whole, folded(candidate)), candidate);
  }
  count = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end());
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < count; ++i) nearest.push_back(std::get<2>(order[i]));
  return nearest;
}

}  // namespace cxprof
