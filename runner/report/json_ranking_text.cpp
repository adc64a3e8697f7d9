#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "runner/report/json_parts.h"
#include "runner/report/rows.h"

namespace cxprof::json {
namespace {

bool needs_no_escape(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

/// The members of one entry after another. What is not plain is left to the JSON library.
class EntryText {
 public:
  explicit EntryText(std::string& out) : out_(out) { out_ += "      {"; }

  void text(std::string_view key, std::string_view value) {
    begin(key);
    if (needs_no_escape(value)) {
      ((out_ += '"') += value) += '"';
    } else {
      out_ += text_of(Json(value));
    }
  }
  void text_or_null(std::string_view key, std::string_view value) {
    if (!value.empty()) return text(key, value);
    begin(key);
    out_ += "null";
  }
  void number(std::string_view key, std::uint64_t value) {
    begin(key);
    fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  void number_or_null(std::string_view key, std::uint64_t value) {
    if (value != 0) return number(key, value);
    begin(key);
    out_ += "null";
  }
  void number(std::string_view key, double value) {
    begin(key);
    out_ += std::isfinite(value) ? Json(value).dump() : "null";
  }
  void flag(std::string_view key, bool value) {
    begin(key);
    out_ += value ? "true" : "false";
  }
  template <typename Cost>
  void numbers(const Cost& cost, const Summary& summary) {
    number("samples", cost.samples);
    number("time_ms", cost.time_ms);
    number("percent_of_profiled_samples", percent_of_profiled(cost.samples, summary));
  }
  void end() { out_ += "\n      }"; }

 private:
  void begin(std::string_view key) {
    out_ += first_ ? "\n        \"" : ",\n        \"";
    (out_ += key) += "\": ";
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

template <typename Cost, typename Write>
void add_ranking(std::string& out, std::string_view name, const std::vector<Cost>& ranking,
                 const Write& write) {
  fmt::format_to(std::back_inserter(out), ",\n    \"{}\": [", name);
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    EntryText entry(out);
    entry.number("rank", i + 1);
    write(entry, ranking[i]);
    entry.end();
  }
  out += ranking.empty() ? "]" : "\n    ]";
}

}  // namespace

// Members and their order: json_rankings.cpp.
std::string rankings_text(const Rankings& rankings, const Summary& summary) {
  auto function = [&](EntryText& entry, const FunctionCost& cost) {
    entry.text("symbol", cost.symbol);
    entry.text_or_null("mangled_symbol", cost.mangled_symbol);
    entry.text("module", cost.module);
    entry.text_or_null("file", cost.file);
    entry.number_or_null("line", cost.line);
    entry.flag("inlined", cost.inlined);
    entry.flag("user_code", cost.user_code);
    entry.numbers(cost, summary);
  };
  auto attributed = [&](EntryText& entry, const AttributedCost& cost) {
    entry.text("user_symbol", cost.user_symbol);
    entry.text_or_null("user_mangled_symbol", cost.user_mangled_symbol);
    entry.text("user_module", cost.user_module);
    entry.text("runtime_symbol", cost.runtime_symbol);
    entry.text_or_null("runtime_mangled_symbol", cost.runtime_mangled_symbol);
    entry.text("runtime_module", cost.runtime_module);
    entry.numbers(cost, summary);
  };
  auto line = [&](EntryText& entry, const LineCost& cost) {
    entry.text("file", cost.file);
    entry.number("line", std::uint64_t{cost.line});
    entry.text("symbol", cost.symbol);
    entry.numbers(cost, summary);
  };
  std::string out = "{\n    \"callers_available\": ";
  out += rankings.callers_available ? "true" : "false";
  add_ranking(out, "self_time", rankings.self_time, function);
  add_ranking(out, "user_time", rankings.user_time, function);
  add_ranking(out, "inclusive_time", rankings.inclusive_time, function);
  add_ranking(out, "runtime_leaf_attributed_to_user", rankings.runtime_leaf_attributed_to_user,
              attributed);
  add_ranking(out, "hot_lines", rankings.hot_lines, line);
  out += "\n  }";
  return out;
}

}  // namespace cxprof::json
