#include "tests/end_to_end/harness/perf_oracle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <regex>
#include <set>
#include <stdexcept>

#include "tests/end_to_end/harness/command.h"

namespace cxprof::test {
namespace {

std::string trimmed(const std::string& text) {
  auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// A symbol-table name as our rankings group it: without version and clone suffix, demangled.
std::string normalised(std::string raw) {
  static const std::regex version("@@?[A-Z][A-Za-z0-9_.]*$");
  static const std::regex clone(
      "(\\.(cold|part|constprop|isra|localalias|lto_priv)(\\.[0-9]+)*)+$");
  raw = std::regex_replace(raw, version, "");
  raw = std::regex_replace(raw, clone, "");
  int status = 0;
  char* demangled = abi::__cxa_demangle(raw.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : raw;
  std::free(demangled);
  return name;
}

/// perf 6.1 names PLT stubs after `_init`, the symbol before them; we name them after their
/// function. Both stand under one name, so that the rest can be compared.
std::string without_plt_names(const std::string& name) {
  bool is_stub = name.size() > 4 && name.compare(name.size() - 4, 4, "@plt") == 0;
  return is_stub || name == "_init" ? "PLT" : name;
}

std::string object_name(const std::string& path) {
  return path.empty() || path.front() == '[' ? path
                                             : std::filesystem::path(path).filename().string();
}

}  // namespace

SelfCounts self_counts_of_perf(const std::filesystem::path& perf_data,
                               const std::filesystem::path& build_id_directory) {
  CommandResult report =
      run_command({"perf", "--buildid-dir", build_id_directory, "report", "-i", perf_data,
                   "--no-children", "--no-inline", "--no-demangle", "-g", "none", "--stdio", "-F",
                   "sample,dso,sym", "-t", "|", "-v"},
                  {{}, "/dev/null", {{"DEBUGINFOD_URLS", ""}}});
  if (report.exit_code != 0) throw std::runtime_error("perf report: " + report.err);
  // " 174 |/usr/lib/x86_64-linux-gnu/libc.so.6 |0x16db20 D [.] __memmove_avx512_unaligned_erms"
  static const std::regex row(
      R"(\s*([0-9]+)\s*\|(.*?)\s*\|(0x[0-9a-f]+)\s+(?:\S+\s+)?\[.\]\s+(.*))");
  SelfCounts counts;
  for (const std::string& line : lines_of(report.out)) {
    std::smatch match;
    if (line.empty() || line.front() == '#' || !std::regex_match(line, match, row)) continue;
    std::string symbol = trimmed(match[4]);
    bool unnamed = symbol.empty() || symbol.compare(0, 2, "0x") == 0 || symbol == "[unknown]";
    counts[{object_name(trimmed(match[2])),
            unnamed ? "" : without_plt_names(normalised(symbol))}] += std::stoull(match[1]);
  }
  return counts;
}

SelfCounts self_counts_of_profile(const nlohmann::json& profile) {
  SelfCounts counts;
  for (const auto& row : profile.at("rankings").at("self_time")) {
    auto raw =
        row.at("mangled_symbol").is_null() ? "" : row.at("mangled_symbol").get<std::string>();
    counts[{object_name(row.at("module")),
            raw.empty() ? "" : without_plt_names(normalised(raw))}] +=
        row.at("samples").get<std::uint64_t>();
  }
  return counts;
}

std::string differences(const SelfCounts& perf, const SelfCounts& ours) {
  std::set<SelfCounts::key_type> keys;
  for (const auto& [key, count] : perf) keys.insert(key);
  for (const auto& [key, count] : ours) keys.insert(key);
  auto count_in = [](const SelfCounts& counts, const SelfCounts::key_type& key) {
    auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  std::string text;
  for (const auto& key : keys) {
    auto theirs = count_in(perf, key);
    auto mine = count_in(ours, key);
    if (theirs == mine) continue;
    text += key.first + " | " + (key.second.empty() ? "(unnamed)" : key.second) + ": perf " +
            std::to_string(theirs) + ", cxprof " + std::to_string(mine) + "\n";
  }
  return text;
}

}  // namespace cxprof::test
