#include "runner/verbs/inputs.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <fstream>
#include <string_view>
#include <utility>

#include "runner/merge/merge.h"
#include "runner/merge/profile_json.h"
#include "runner/perf_script/load_perf_script.h"
#include "runner/record/record.h"
#include "runner/record/run_name.h"
#include "runner/record/session.h"
#include "runner/support/error.h"
#include "runner/support/text.h"
#include "runner/verbs/profile_of.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

Input find_directory(const fs::path& directory, bool may_follow = true) {
  std::error_code error;
  fs::path path = fs::canonical(directory, error);
  if (error) fail("cannot open {}: {}", printable(directory.string()), error.message());
  if (is_there(path / "recording.json") || is_there(path / "perf.data")) {
    return {Input::Kind::run_directory, path};
  }
  if (is_there(path / "data") && is_there(path / "data.0")) {  // of perf record --threads
    return {Input::Kind::perf_data, path};
  }
  if (!runs_of_session(path).empty()) return {Input::Kind::session, path};
  if (may_follow && fs::is_directory(path / "latest", error)) {
    return find_directory(path / "latest", false);
  }
  if (is_there(path / "profile.json")) {
    return {Input::Kind::profile_json, path / "profile.json"};
  }
  fail("{} is not a run directory: it holds neither recording.json nor perf.data",
       printable(directory.string()));
}

// Its runner was ended before it could say more of the run than where it lies.
Recording unfinished_recording(const fs::path& directory) {
  Recording recording;
  recording.perf_data = directory / "perf.data";
  const std::string name = directory.filename().string();
  bool in_session = session_run_number(name).has_value();
  if (!in_session && !parse_run_name(name)) return recording;  // somebody else's directory
  recording.run_directory = directory;
  recording.name =
      in_session ? name.substr(name.find('-') + 1) : directory.parent_path().filename().string();
  recording.findings.push_back(
      {Severity::warning, "recording-unfinished",
       "the run has no recording.json: cxprof was ended before the program was, so how that ended "
       "is not known",
       "Give cxprof a --timeout below that of whatever ends it"});
  return recording;
}

Profile session_profile(const Input& session, const AnalysisOptions& options, bool analyze_again) {
  Profile merged = merged_from(runs_of_session(session.path), options, analyze_again);
  merged.detail.recording.run_directory = session.path;
  return merged;
}

Profile run_profile(const Input& input, const AnalysisOptions& options, bool analyze_again) {
  fs::path json = input.path / "profile.json";
  if (is_there(json) && !analyze_again) {
    try {
      Profile profile = read_profile(json);
      move_to(profile.detail.recording, input.path);
      return profile;
    } catch (const Error& error) {
      spdlog::warn("{}; its recording was analysed instead", error.what());
    }
  }
  return analyzed(recording_of(input), options);
}

// perf was stopped within the magic. Of an empty file only its name can tell what it was to be:
// perf calls recordings perf.data and perf.data.old.
bool is_begun_recording(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(8, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (start.empty()) return path.filename().string().find(".data") != std::string::npos;
  return start.size() < 8 && std::string_view("PERFILE2").starts_with(start);
}

}  // namespace

Input find_input(const fs::path& input) {
  if (input.empty())
    fail("cxprof needs a run directory, a profile.json or a perf.data file, not ''");
  if (is_text_stream(input)) return {Input::Kind::perf_script_text, input};
  std::error_code ignored;
  if (fs::is_directory(input, ignored)) return find_directory(input);
  if (looks_like_json(input)) return {Input::Kind::profile_json, input};
  if (fs::is_regular_file(input, ignored) && is_begun_recording(input))
    return {Input::Kind::perf_data, input};
  if (looks_like_perf_script(input)) return {Input::Kind::perf_script_text, input};
  return {Input::Kind::perf_data, input};
}

Recording recording_of(const Input& input) {
  Recording recording;
  if (input.kind == Input::Kind::perf_data) {
    recording.perf_data = input.path;
    return recording;
  }
  if (auto kept = read_recording(input.path)) return *std::move(kept);
  if (is_there(input.path / "perf.data")) return unfinished_recording(input.path);
  fail("{} is not a run directory: it holds neither recording.json nor perf.data",
       printable(input.path.string()));
}

Profile analyzed(Recording recording, AnalysisOptions options) {
  if (options.analyze.code_roots == CodeRoots{}) options.analyze.code_roots = recording.code_roots;
  return profile_of(std::move(recording), options);
}

Profile profile_from(const Input& input, const AnalysisOptions& options, bool analyze_again) {
  switch (input.kind) {
    case Input::Kind::session:
      return session_profile(input, options, analyze_again);
    case Input::Kind::run_directory:
      return run_profile(input, options, analyze_again);
    case Input::Kind::profile_json:
      return read_profile(input.path);
    case Input::Kind::perf_script_text:
      return profile_of_text(input.path, options);
    case Input::Kind::perf_data:
      break;
  }
  return analyzed(recording_of(input), options);
}

Profile merged_from(const std::vector<fs::path>& inputs, const AnalysisOptions& options,
                    bool analyze_again) {
  std::vector<Profile> profiles;
  Findings unread;
  std::string problems;
  for (const fs::path& input : inputs) {
    try {
      Profile profile = profile_from(find_input(input), options, analyze_again);
      // Nobody asks for the samples again, and there may be many inputs.
      profile.detail.samples = {};
      profile.detail.stacks = {};
      profile.detail.addresses = {};
      profile.detail.frames = {};
      profile.detail.functions = {};
      profiles.push_back(std::move(profile));
    } catch (const std::exception& error) {
      std::string problem = printable(error.what());
      problems += (problems.empty() ? "" : "; ") + problem;
      unread.push_back(
          {Severity::warning, unreadable_input, as_sentence("not in the sums: " + problem), ""});
    }
  }
  if (profiles.empty()) fail("there is nothing to merge: {}", problems);
  return merge(profiles, std::move(unread));
}

}  // namespace cxprof
