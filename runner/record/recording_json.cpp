#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/support/profile_root.h"
#include "runner/support/text.h"

// recording.json: one key per field of Recording. Text that is not valid UTF-8 (arguments and paths
// may hold any bytes) stands as {"hex": "…"}.

namespace cxprof {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* file_name = "recording.json";
constexpr int format_version = 1;

ordered_json text_out(const std::string& text) {
  if (valid_utf8(text) == text) return text;
  std::string hex;
  for (char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return {{"hex", hex}};
}

std::string text_in(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string hex = value.at("hex").get<std::string>();
  std::string text;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return text;
}

ordered_json texts_out(const std::vector<std::string>& texts) {
  ordered_json list = ordered_json::array();
  for (const std::string& text : texts) list.push_back(text_out(text));
  return list;
}

std::vector<std::string> texts_in(const json& list) {
  std::vector<std::string> texts;
  for (const json& value : list) texts.push_back(text_in(value));
  return texts;
}

constexpr std::array<const char*, 3> severities{"note", "warning", "error"};
constexpr std::array<const char*, 5> exit_kinds{"unknown", "exited", "signalled", "timed_out",
                                                "not_started"};

template <typename Enum, std::size_t count>
Enum enum_in(const json& value, const std::array<const char*, count>& names) {
  auto name = value.get<std::string>();
  for (std::size_t i = 0; i < count; ++i) {
    if (name == names[i]) return static_cast<Enum>(i);
  }
  fail("\"{}\" is none of the known words", printable(name));
}

ordered_json finding_out(const Finding& finding) {
  return {{"severity", severities.at(static_cast<std::size_t>(finding.severity))},
          {"code", text_out(finding.code)},
          {"text", text_out(finding.text)},
          {"advice", text_out(finding.advice)}};
}

Finding finding_in(const json& value) {
  return {enum_in<Severity>(value.at("severity"), severities), text_in(value.at("code")),
          text_in(value.at("text")), text_in(value.at("advice"))};
}

ordered_json optional_out(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::optional<double> optional_in(const json& value) {
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

ordered_json resources_out(const std::optional<ResourceUse>& use) {
  if (!use) return nullptr;
  return {{"wall_seconds", use->wall_seconds},
          {"user_cpu_seconds", optional_out(use->user_cpu_seconds)},
          {"system_cpu_seconds", optional_out(use->system_cpu_seconds)}};
}

std::optional<ResourceUse> resources_in(const json& value) {
  if (value.is_null()) return std::nullopt;
  ResourceUse use;
  use.wall_seconds = value.at("wall_seconds").get<double>();
  use.user_cpu_seconds = optional_in(value.at("user_cpu_seconds"));
  use.system_cpu_seconds = optional_in(value.at("system_cpu_seconds"));
  return use;
}

ordered_json snapshots_out(const std::vector<Snapshot>& snapshots) {
  ordered_json list = ordered_json::array();
  for (const Snapshot& snapshot : snapshots) {
    list.push_back({{"original", text_out(snapshot.original.string())},
                    {"copy", text_out(snapshot.copy.string())},
                    {"build_id", text_out(snapshot.build_id)},
                    {"bytes", snapshot.bytes}});
  }
  return list;
}

std::vector<Snapshot> snapshots_in(const json& list) {
  std::vector<Snapshot> snapshots;
  for (const json& value : list) {
    snapshots.push_back({text_in(value.at("original")), text_in(value.at("copy")),
                         text_in(value.at("build_id")), value.at("bytes").get<std::uint64_t>()});
  }
  return snapshots;
}

ordered_json paths_out(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> texts(paths.begin(), paths.end());
  return texts_out(texts);
}

std::vector<std::filesystem::path> paths_in(const json& list) {
  std::vector<std::string> texts = texts_in(list);
  return {texts.begin(), texts.end()};
}

ordered_json recording_out(const Recording& recording) {
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : recording.findings) findings.push_back(finding_out(finding));
  return {
      {"format_version", format_version},
      {"run_directory", text_out(recording.run_directory.string())},
      {"perf_data", text_out(recording.perf_data.string())},
      {"stdout_file", text_out(recording.stdout_file.string())},
      {"stderr_file", text_out(recording.stderr_file.string())},
      {"name", text_out(recording.name)},
      {"command",
       {{"arguments", texts_out(recording.command.arguments)},
        {"working_directory", text_out(recording.command.working_directory.string())}}},
      {"exit",
       {{"kind", exit_kinds.at(static_cast<std::size_t>(recording.exit.kind))},
        {"code", recording.exit.code},
        {"signal", recording.exit.signal}}},
      {"resources", resources_out(recording.resources)},
      {"started_at", text_out(recording.started_at)},
      {"recorder", text_out(recording.recorder)},
      {"recorder_version", text_out(recording.recorder_version)},
      {"recorder_command", texts_out(recording.recorder_command)},
      {"event_requested", text_out(recording.event_requested)},
      {"frequency_hz", recording.frequency_hz},
      {"call_graph", text_out(recording.call_graph)},
      {"stack_bytes", recording.stack_bytes},
      {"failure", recording.failure ? finding_out(*recording.failure) : ordered_json(nullptr)},
      {"snapshots", snapshots_out(recording.snapshots)},
      {"host",
       {{"name", text_out(recording.host.name)},
        {"kernel", text_out(recording.host.kernel)},
        {"cpu_model", text_out(recording.host.cpu_model)},
        {"machine", text_out(recording.host.machine)}}},
      {"git_revision", text_out(recording.git_revision)},
      {"user_roots", paths_out(recording.code_roots.user)},
      {"runtime_roots", paths_out(recording.code_roots.runtime)},
      {"project_binary_dirs", paths_out(recording.code_roots.binaries)},
      {"repeat_command", text_out(recording.repeat_command)},
      {"findings", findings},
  };
}

Recording recording_in(const json& value) {
  if (int version = value.at("format_version").get<int>(); version != format_version) {
    fail("its format version is {}, this CxProf knows {}", version, format_version);
  }
  Recording recording;
  recording.run_directory = text_in(value.at("run_directory"));
  recording.perf_data = text_in(value.at("perf_data"));
  recording.stdout_file = text_in(value.at("stdout_file"));
  recording.stderr_file = text_in(value.at("stderr_file"));
  recording.name = text_in(value.at("name"));
  recording.command.arguments = texts_in(value.at("command").at("arguments"));
  recording.command.working_directory = text_in(value.at("command").at("working_directory"));
  recording.exit = {enum_in<ExitKind>(value.at("exit").at("kind"), exit_kinds),
                    value.at("exit").at("code").get<int>(),
                    value.at("exit").at("signal").get<int>()};
  recording.resources = resources_in(value.at("resources"));
  recording.started_at = text_in(value.at("started_at"));
  recording.recorder = text_in(value.at("recorder"));
  recording.recorder_version = text_in(value.at("recorder_version"));
  recording.recorder_command = texts_in(value.at("recorder_command"));
  recording.event_requested = text_in(value.at("event_requested"));
  recording.frequency_hz = value.at("frequency_hz").get<unsigned>();
  recording.call_graph = text_in(value.at("call_graph"));
  recording.stack_bytes = value.at("stack_bytes").get<std::uint32_t>();
  if (!value.at("failure").is_null()) recording.failure = finding_in(value.at("failure"));
  recording.snapshots = snapshots_in(value.at("snapshots"));
  const json& host = value.at("host");
  recording.host = {text_in(host.at("name")), text_in(host.at("kernel")),
                    text_in(host.at("cpu_model")), text_in(host.at("machine"))};
  recording.git_revision = text_in(value.at("git_revision"));
  recording.code_roots.user = paths_in(value.at("user_roots"));
  recording.code_roots.runtime = paths_in(value.at("runtime_roots"));
  recording.code_roots.binaries = paths_in(value.at("project_binary_dirs"));
  recording.repeat_command = text_in(value.at("repeat_command"));
  for (const json& finding : value.at("findings")) {
    recording.findings.push_back(finding_in(finding));
  }
  return recording;
}

}  // namespace

void write_recording(const Recording& recording) {
  std::filesystem::path file = recording.run_directory / file_name;
  std::filesystem::path fresh = file;
  fresh += ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << recording_out(recording).dump(2) << '\n';
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(fresh, file, error);
  if (!out || error) {
    fail("cannot write {}: free some space or choose another --output-dir", file.string());
  }
}

namespace {

/// `<root>` of a snapshot `<root>/.build-id/xx/…`; empty: it lies somewhere else.
std::filesystem::path store_of(const std::filesystem::path& copy) {
  std::filesystem::path root;
  for (const auto& part : copy) {
    if (part == ".build-id") return root;
    root /= part;
  }
  return {};
}

}  // namespace

void move_to(Recording& recording, const std::filesystem::path& now) {
  const std::filesystem::path before = std::exchange(recording.run_directory, now);
  if (before.empty() || before == now) return;
  auto rebase = [](std::filesystem::path& file, const std::filesystem::path& from,
                   const std::filesystem::path& to) {
    std::filesystem::path inside = file.lexically_relative(from);
    if (inside.empty() || *inside.begin() == "..") return;
    file = to / inside;
  };
  for (auto* file : {&recording.perf_data, &recording.stdout_file, &recording.stderr_file}) {
    rebase(*file, before, now);
  }
  for (Snapshot& snapshot : recording.snapshots) {
    rebase(snapshot.copy, before, now);
    const std::filesystem::path store = store_of(snapshot.copy);
    if (!store.empty()) rebase(snapshot.copy, store, profile_root_of(now));
  }
}

std::optional<Recording> read_recording(const std::filesystem::path& run_directory) {
  std::filesystem::path file = run_directory / file_name;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  try {
    Recording recording = recording_in(json::parse(in));
    move_to(recording, run_directory);
    return recording;
  } catch (const std::exception& problem) {
    fail("cannot read {}: {}; it is damaged, record again", file.string(),
         printable(problem.what()));
  }
}

}  // namespace cxprof
