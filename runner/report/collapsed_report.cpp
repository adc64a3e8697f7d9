#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runner/report/collapsed_names.h"
#include "runner/report/reporters.h"

namespace cxprof {
namespace {

constexpr std::size_t flush_bytes = 256 * 1024;

/// Stacks of names: the profile's call stacks with equal names of different addresses joined.
class NameStacks {
 public:
  NameStacks(const SymbolizedProfile& detail, bool annotate)
      : detail_(detail), annotate_(annotate) {
    const auto& stacks = detail.stacks.nodes;
    node_of_stack_.resize(stacks.size());
    // Callers have smaller ids than what they call.
    for (StackId id = 1; id < stacks.size(); ++id) {
      std::uint32_t node = node_of_stack_[stacks[id].caller];
      const auto& frames = detail.frames[stacks[id].address];
      for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        node = child(node, name_of(*frame));
      }
      node_of_stack_[id] = node;
    }
  }

  [[nodiscard]] std::uint32_t node_of(StackId stack) const { return node_of_stack_[stack]; }

  /// "main;work;leaf", with a ';' in front; empty for the empty stack.
  [[nodiscard]] std::string text(std::uint32_t node) const {
    std::vector<std::uint32_t> path;
    for (; node != 0; node = nodes_[node].caller) path.push_back(nodes_[node].name);
    std::string text;
    for (auto name = path.rbegin(); name != path.rend(); ++name) text += ";" + names_[*name];
    return text;
  }

 private:
  struct Node {
    std::uint32_t caller = 0;
    std::uint32_t name = 0;
  };

  static std::uint64_t key(std::uint32_t high, std::uint32_t low) {
    return static_cast<std::uint64_t>(high) << 32U | low;
  }

  std::uint32_t name_of(const Frame& frame) {
    auto [known, is_new] = name_of_function_.try_emplace(key(frame.function, frame.inlined), 0);
    if (is_new) {
      const Function& function = detail_.functions[frame.function];
      std::string name =
          collapsed_name(function, detail_.modules[function.module], frame.inlined, annotate_);
      auto next = static_cast<std::uint32_t>(names_.size());
      auto [named, is_new_name] = id_of_name_.try_emplace(std::move(name), next);
      if (is_new_name) names_.push_back(named->first);
      known->second = named->second;
    }
    return known->second;
  }

  std::uint32_t child(std::uint32_t caller, std::uint32_t name) {
    auto next = static_cast<std::uint32_t>(nodes_.size());
    auto [known, is_new] = child_of_.try_emplace(key(caller, name), next);
    if (is_new) nodes_.push_back({caller, name});
    return known->second;
  }

  const SymbolizedProfile& detail_;
  bool annotate_;
  std::vector<Node> nodes_{Node{}};
  std::vector<std::uint32_t> node_of_stack_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> id_of_name_;
  std::unordered_map<std::uint64_t, std::uint32_t> name_of_function_;
  std::unordered_map<std::uint64_t, std::uint32_t> child_of_;
};

}  // namespace

void write_collapsed_report(const Profile& profile, const ReportOptions& options,
                            std::ostream& out) {
  const SymbolizedProfile& detail = profile.detail;
  NameStacks stacks(detail, options.annotate);
  std::map<std::pair<ThreadNameId, std::uint32_t>, std::uint64_t> weights;
  for (const UnwoundSample& sample : detail.samples) {
    if (sample.event != profile.event_index) continue;
    weights[{sample.thread_name, stacks.node_of(sample.stack)}] +=
        sample.period > 0 ? sample.period : 1;
  }
  // Threads of different names may be written alike.
  std::map<std::string, std::uint64_t> lines;
  for (const auto& [stack, weight] : weights) {
    lines[collapsed_thread(detail.thread_names[stack.first]) + stacks.text(stack.second)] += weight;
  }
  std::string block;
  for (const auto& [line, weight] : lines) {
    fmt::format_to(std::back_inserter(block), "{} {}\n", line, weight);
    if (block.size() >= flush_bytes) {
      out << block;
      block.clear();
    }
  }
  out << block;
}

}  // namespace cxprof
