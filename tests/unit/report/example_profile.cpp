#include "tests/unit/report/example_profile.h"

#include "runner/analyze/analyze.h"

namespace cxprof {
namespace {

void describe_run(Recording& recording) {
  recording.run_directory = "/home/me/app/build/profile/naive/20240131-101500";
  recording.perf_data = recording.run_directory / "perf.data";
  recording.stdout_file = recording.run_directory / "stdout.txt";
  recording.stderr_file = recording.run_directory / "stderr.txt";
  recording.name = "naive";
  recording.command = {{"build/app", "2000", "it's 70"}, "/home/me/app"};
  recording.exit = {ExitKind::exited, 3, 0};
  recording.resources = ResourceUse{0.301, 0.25, 0.02};
  recording.started_at = "2024-01-31T10:15:00+01:00";
  recording.recorder = "perf";
  recording.recorder_version = "6.1.187";
  recording.recorder_command = {"perf", "record", "-F", "1000", "-e", "cpu-clock"};
  recording.host = {"box", "6.1.0-18-amd64", "Some CPU @ 3.00GHz", "x86_64"};
  recording.git_revision = "v1.2-3-gabcdef0-dirty";
  recording.snapshots.push_back({"/home/me/app/build/app",
                                 "/home/me/app/build/profile/.build-id/00/aa11bb/elf", "00aa11bb",
                                 16384});
}

}  // namespace

SymbolizedProfile example_recording() {
  ProfileBuilder build;
  describe_run(build.profile.recording);
  build.profile.module_facts[build.libc()].has_symbols = false;
  build.profile.module_facts[build.libc()].missing_reason = "its symbol table is stripped";
  ModuleId libstdcxx = build.module("/usr/lib/x86_64-linux-gnu/libstdc++.so.6");

  FunctionId start = build.function("_start", build.program());
  FunctionId main = build.user("main");
  FunctionId render =
      build.user("app::render_naive(std::vector<app::Node, std::allocator<app::Node> > const&)",
                 "_ZN3app12render_naiveERKSt6vectorINS_4NodeESaIS1_EE");
  FunctionId escape = build.user("app::escape_naive(std::string_view)",
                                 "_ZN3app12escape_naiveESt17basic_string_viewIcE");
  FunctionId anonymous = build.user("(anonymous namespace)::Hidden::operator<(int) const",
                                    "_ZNK12_GLOBAL__N_16HiddenltEi");
  FunctionId append = build.function("std::string::append(char const*, unsigned long)", libstdcxx,
                                     "_ZNSs6appendEPKcm");
  FunctionId libc_function = build.unnamed(build.libc());
  FunctionId fault = build.function("clear_page_erms", build.kernel(), "", NameSource::kernel);
  FunctionId nowhere = build.unnamed(unknown_module);

  AddressId at_start = build.address(start);
  AddressId at_main = build.address(main, {}, 90);
  AddressId at_render = build.address(render, {}, 21);
  AddressId at_escape = build.address(render, {escape}, 12);
  AddressId at_append = build.address(append);
  AddressId at_libc = build.address(libc_function);
  build.sample(120, {at_libc, at_append, at_render, at_main, at_start});
  build.sample(60, {at_escape, at_main, at_start});
  build.sample(30, {build.address(fault), at_libc, at_render, at_main, at_start});
  build.sample(15, {at_append, at_render, at_main, at_start}, StackEnd::truncated_copy);
  build.sample(9, {build.address(anonymous), at_main, at_start});
  build.sample(4, {at_libc}, StackEnd::truncated_copy);
  build.sample(2, {build.address(nowhere)}, StackEnd::no_unwind_info);
  build.sample(1, {});
  return build.profile;
}

Profile example_profile() {
  Profile profile = analyze(example_recording(), {});
  profile.program_line = ProgramLine{
      "naive: lines=2000 reps=70 bytes=147444 checksum=1f elapsed=252000us (3600 us "
      "per rep)",
      147444, "1f", 252000, 3600};
  return profile;
}

Profile empty_profile() {
  ProfileBuilder build;
  build.profile.recording.resources = ResourceUse{0.004, 0.001, 0.001};
  return analyze(build.profile, {});
}

}  // namespace cxprof
