#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/analyze/findings.h"
#include "runner/analyze/runtime_names.h"

namespace cxprof {
namespace {

std::string file_name(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  return name.empty() ? path : name;
}

bool is_libc(const std::string& path) {
  std::string file = file_name(path);
  return file.starts_with("libc.so") || file.starts_with("libc-2.") ||
         file.starts_with("libm.so") || file.starts_with("libm-2.") || file.starts_with("ld-");
}

std::string naming_advice(const Evidence& evidence, ModuleId id) {
  const Module& module = evidence.symbolized.modules[id];
  switch (module.kind) {
    case ModuleKind::kernel:
    case ModuleKind::kernel_module:
      if (evidence.symbolized.recording.host.kernel.empty())
        return "Report a recording that is whole.";
      return "Let the kernel show its symbols: sysctl kernel.kptr_restrict=0, or record as root.";
    case ModuleKind::anonymous:
      return "Let the JIT compiler write /tmp/perf-PID.map, and keep the file.";
    case ModuleKind::file:
      break;
    case ModuleKind::vdso:
    case ModuleKind::unknown:
      return "";
  }
  if (is_libc(module.path)) {
    return "Install the C library's debug symbols: apt install libc6-dbg (Debian, Ubuntu), "
           "debuginfo-install glibc (Fedora).";
  }
  if (!evidence.symbolized.module_facts[id].file_found) {
    return "Put the recorded file back where it was; perf record without -N keeps a copy of it.";
  }
  if (id == evidence.profile.target.module) {
    return "Build it without -s and do not strip it; -g adds lines and inlined functions.";
  }
  if (is_runtime_library(module.path)) return "Install the package's debug symbols.";
  return "Build or install it with symbols.";
}

bool said_before(const Evidence& evidence, const char* code) {
  const Findings& earlier = evidence.symbolized.findings;
  return std::any_of(earlier.begin(), earlier.end(),
                     [&](const Finding& finding) { return finding.code == code; });
}

void unnamed_leaves(const Evidence& evidence, Findings& findings) {
  const auto& unnamed = evidence.tally.unnamed_leaves_per_module;
  std::uint64_t profiled = evidence.profile.summary.profiled_samples;
  std::vector<ModuleId> ids;
  for (ModuleId id = 1; id < unnamed.size(); ++id) {
    if (unnamed[id] > 0) ids.push_back(id);
  }
  std::stable_sort(ids.begin(), ids.end(),
                   [&](ModuleId a, ModuleId b) { return unnamed[a] > unnamed[b]; });
  constexpr std::size_t most = 3;  // The others are rows of the rankings all the same.
  if (ids.size() > most) ids.resize(most);
  for (ModuleId id : ids) {
    const ModuleFacts& facts = evidence.symbolized.module_facts[id];
    bool stripped_program =
        id == evidence.profile.target.module && facts.file_found && !facts.has_symbols;
    if (facts.build_id_mismatch || stripped_program) continue;  // Said already, with the cause.
    if (said_before(evidence, "jit-map-missing") &&
        evidence.symbolized.modules[id].kind == ModuleKind::anonymous) {
      continue;
    }
    bool matters = unnamed[id] * 20 >= profiled;
    findings.push_back(
        {matters ? Severity::warning : Severity::note, "unnamed-functions",
         fmt::format("{} of {} ({}) end in functions of {} that have no name{}.", unnamed[id],
                     counted(profiled, "sample"), percent_text(unnamed[id], profiled),
                     file_name(evidence.symbolized.modules[id].path),
                     facts.missing_reason.empty() ? "" : ": " + facts.missing_reason),
         naming_advice(evidence, id)});
  }
  // perf script text may have names without objects, and says why.
  bool named_elsewhere = said_before(evidence, "inlined-without-object");
  std::uint64_t nowhere = named_elsewhere ? unnamed[unknown_module]
                                          : evidence.profile.data_quality.unknown_object_leaves;
  if (nowhere > 0 && !said_before(evidence, "no-object-field")) {
    findings.push_back(
        {nowhere * 20 >= profiled ? Severity::warning : Severity::note, "unknown-objects",
         fmt::format("{} of {} ({}) lie in no known mapping and stand as [unknown].", nowhere,
                     counted(profiled, "sample"), percent_text(nowhere, profiled)),
         "Record from the program's start; where a JIT compiler made the code, let it write "
         "/tmp/perf-PID.map."});
  }
}

void changed_files(const Evidence& evidence, Findings& findings) {
  for (ModuleId id = 0; id < evidence.symbolized.module_facts.size(); ++id) {
    if (!evidence.symbolized.module_facts[id].build_id_mismatch) continue;
    std::uint64_t leaves = evidence.tally.leaves_per_module[id];
    findings.push_back(
        {Severity::warning, "build-id-mismatch",
         fmt::format("{} has changed since the recording (its build id is another one): its "
                     "functions, with {}, are not named.",
                     evidence.symbolized.modules[id].path, counted(leaves, "sample")),
         "Record again, or put the recorded build back."});
  }
}

void program_debug_information(const Evidence& evidence, Findings& findings) {
  const Target& target = evidence.profile.target;
  if (target.module == unknown_module) return;
  const ModuleFacts& facts = evidence.symbolized.module_facts[target.module];
  if (!facts.file_found || facts.build_id_mismatch) return;  // Said elsewhere.
  std::string program = file_name(target.executable);
  if (!target.has_symbols) {
    std::uint64_t unnamed = evidence.tally.unnamed_leaves_per_module[target.module];
    std::uint64_t profiled = evidence.profile.summary.profiled_samples;
    std::string lost =
        unnamed == 0
            ? std::string("callers in it have no names")
            : fmt::format("{} of {} ({}) end in functions of it that have no name", unnamed,
                          counted(profiled, "sample"), percent_text(unnamed, profiled));
    findings.push_back(
        {unnamed == 0 ? Severity::note : Severity::warning, "stripped-program",
         fmt::format("{} is stripped: {}.", program, lost),
         "Build it without -s and do not strip it; -g adds lines and inlined functions."});
  } else if (!target.has_line_info) {
    findings.push_back(
        {Severity::note, "no-debug-information",
         fmt::format("{} has no debug information: inlined functions and source lines are not "
                     "shown, and whose code a function is was told by its object file alone.",
                     program),
         "Compile with -g (RelWithDebInfo)."});
  }
}

// A module with symbols and lines lacks something only where its split units are gone.
void split_debug_information(const Evidence& evidence, Findings& findings) {
  for (ModuleId id = 0; id < evidence.symbolized.module_facts.size(); ++id) {
    const ModuleFacts& facts = evidence.symbolized.module_facts[id];
    if (!facts.file_found || !facts.has_symbols || !facts.has_line_info) continue;
    if (facts.missing_reason.empty()) continue;
    bool is_program = id == evidence.profile.target.module;
    findings.push_back(
        {is_program ? Severity::warning : Severity::note, "split-debug-information-missing",
         fmt::format("{}: {}: functions inlined there are not shown.",
                     file_name(evidence.symbolized.modules[id].path), facts.missing_reason),
         "Keep the .dwo files where they were built, or pack them beside it: "
         "dwp -e PROGRAM -o PROGRAM.dwp."});
  }
}

}  // namespace

void add_symbol_findings(const Evidence& evidence, Findings& findings) {
  changed_files(evidence, findings);
  if (evidence.profile.summary.profiled_samples == 0) return;
  program_debug_information(evidence, findings);
  split_debug_information(evidence, findings);
  unnamed_leaves(evidence, findings);
}

}  // namespace cxprof
