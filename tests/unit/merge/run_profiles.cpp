#include "tests/unit/merge/run_profiles.h"

#include <sstream>

#include "runner/report/report.h"

namespace cxprof {

Profile run_profile(const std::string& name, std::uint64_t render, std::uint64_t copy) {
  auto ms = [](std::uint64_t samples) { return static_cast<double>(samples); };
  const std::string program = "/app/" + name;
  const std::string libc = "/lib/libc.so.6";
  std::uint64_t all = render + copy;

  Profile profile;
  profile.target.executable = program;
  profile.target.build_id = "b1" + name;
  profile.event = {"cpu-clock", 1000, 0, true, true, false};
  profile.summary = {all, 0, all, all, 0, 1, ms(all)};
  profile.data_quality.inclusive_symbols_suppressed_from_ranking = {"main"};
  Rankings& rankings = profile.rankings;
  FunctionCost of_render{"render()", "_Z6renderv", program, "/app/render.cpp", 5, false,
                         render,     ms(render),   true};
  FunctionCost of_copy{"memcpy", "memcpy", libc, "", 0, false, copy, ms(copy), false};
  rankings.self_time = {of_render, of_copy};
  if (copy > render) std::swap(rankings.self_time[0], rankings.self_time[1]);
  of_render.samples = all;
  of_render.time_ms = ms(all);
  rankings.user_time = {of_render};
  rankings.inclusive_time = {of_render, of_copy};
  rankings.runtime_leaf_attributed_to_user = {
      {"render()", "_Z6renderv", program, "memcpy", "memcpy", libc, copy, ms(copy)}};
  rankings.hot_lines = {{"/app/render.cpp", 7, "render()", all, ms(all)}};

  Recording& recording = profile.detail.recording;
  recording.name = name;
  recording.run_directory = "/app/profile/session/20260101-000000/001-" + name;
  recording.perf_data = recording.run_directory / "perf.data";
  recording.command.arguments = {"./" + name, "--fast"};
  recording.exit = {ExitKind::exited, 0, 0};
  recording.recorder = "perf";
  recording.host = {"box", "6.1.0", "Some CPU", "x86_64"};
  profile.detail.modules = {Module{}, Module{program, ModuleKind::file, profile.target.build_id},
                            Module{libc, ModuleKind::file, "c0ffee"}};
  ModuleFacts facts;
  facts.file_found = facts.has_symbols = facts.has_line_info = true;
  profile.detail.module_facts = {ModuleFacts{}, facts, facts};
  return profile;
}

std::string json_text(const Profile& profile) {
  std::ostringstream out;
  write_report(profile, ReportFormat::json, {}, out);
  return out.str();
}

}  // namespace cxprof
