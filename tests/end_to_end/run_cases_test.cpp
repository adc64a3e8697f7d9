// The handed cases about running a program: short ones, several processes, terminals, signals,
// machines without a usable perf.
#include <csignal>
#include <fstream>
#include <regex>

#include "tests/end_to_end/harness/cases.h"
#include "tests/end_to_end/harness/perf_oracle.h"

namespace cxprof::test {
namespace {

TEST_F(Cases, C27AProgramThatEndsAtOnceHasAValidEmptyProfile) {
  std::filesystem::path out = made("27-short-program");
  nlohmann::json profile = report_json(out / "zero.data");
  EXPECT_EQ(profiled_samples(profile), 0U);
  EXPECT_TRUE(profile["rankings"]["self_time"].empty());
  EXPECT_EQ(profile.dump().find("NaN"), std::string::npos);
  TemporaryDirectory root;
  ProfiledRun run = profile_program(root.path(), {}, {out / "prog"});
  EXPECT_EQ(run.result.exit_code, 0);
  EXPECT_NE(run.result.out.find("Samples: "), std::string::npos) << run.result.out;
}

TEST_F(Cases, C28EveryProcessOfTheProgramIsSeen) {
  std::filesystem::path source = shared_directory() / "cases/28-multi-process/main.cpp";
  std::filesystem::path program = root_.path() / "prog";
  ASSERT_EQ(run_command({"g++", "-O1", "-g", source, "-o", program}).exit_code, 0);
  ProfiledRun run = profile_program(root_.path(), {}, {program});
  EXPECT_EQ(run.result.exit_code, 3);
  // How long each loop takes depends on the processor's guesses about memory; perf knows the
  // counts.
  for (const char* function : {"in_parent", "in_forked", "in_execed"}) {
    EXPECT_GT(share_of(run.profile, "self_time", function), 1.0) << function;
  }
  EXPECT_EQ(differences(self_counts_of_perf(run.directory / "perf.data", root_.path()),
                        self_counts_of_profile(run.profile)),
            "");
}

TEST_F(Cases, C29InputOutputAndTerminalPassThrough) {
  std::filesystem::path out = made("29-stdin-tty");
  ProfiledRun run = profile_program(root_.path(), {"--quiet-program"}, {out / "prog", "big"},
                                    {{}, out / "in.txt", {}});
  EXPECT_TRUE(read_file(run.directory / "stdout.txt") == read_file(out / "plain.bin"))
      << "stdout differs";
  EXPECT_EQ(read_file(run.directory / "stderr.txt"), read_file(out / "plain.err"));

  CXPROF_REQUIRE_TOOL("script");
  auto says = [&](const std::string& command) {
    CommandResult result =
        run_command({"script", "-qec", command, "/dev/null"}, {out, "/dev/null", {}});
    std::smatch line;
    return std::regex_search(result.out, line, std::regex("tty in=.*")) ? line.str() : result.out;
  };
  std::string plain = says("./prog < in.txt");
  EXPECT_NE(plain.find("out=1 err=1"), std::string::npos) << plain;
  EXPECT_EQ(says("'" CXPROF_RUNNER "' run --output-dir '" + root_.path().string() +
                 "' -- ./prog < in.txt"),
            plain);
}

/// Starts `cxprof run -- <program>` in the background, waits until the program has printed a line,
/// sends `signal` to the runner and gives the run as it ended.
ProfiledRun interrupted_run(const std::filesystem::path& root,
                            const std::vector<std::string>& program, int signal) {
  std::string script = "\"$@\" & runner=$!; for i in $(seq 200); do grep -qs started '" +
                       root.string() +
                       "'/t/*/stdout.txt && break; sleep 0.05; done; sleep 1; kill -" +
                       std::to_string(signal) + " $runner; wait $runner";
  std::vector<std::string> arguments{"bash",         "-c", script,   "bash", CXPROF_RUNNER, "run",
                                     "--output-dir", root, "--name", "t",    "--"};
  arguments.insert(arguments.end(), program.begin(), program.end());
  ProfiledRun run;
  run.result = run_command(arguments);
  run.directory = std::filesystem::canonical(root / "t" / "latest");
  run.profile = nlohmann::json::parse(read_file(run.directory / "profile.json"));
  return run;
}

TEST_F(Cases, C30AnInterruptedRunEndsTheProgramAndKeepsTheProfile) {
  std::filesystem::path source = root_.path() / "main.cpp";
  std::ofstream(source)
      << "#include <cstdio>\n#include <csignal>\n#include <cstring>\n"
         "static volatile unsigned long s;\n"
         "__attribute__((noinline)) void burns_on() { for (;;) s = s + 1; }\n"
         "int main(int, char** v) { if (!strcmp(v[1], \"ignore\")) { signal(SIGINT, SIG_IGN); "
         "signal(SIGTERM, SIG_IGN); }\n puts(\"started\"); fflush(stdout); burns_on(); }\n";
  std::filesystem::path program = root_.path() / "prog";
  ASSERT_EQ(run_command({"g++", "-O1", "-g", source, "-o", program}).exit_code, 0);
  struct Row {
    const char* name;
    const char* argument;
    int signal;
    int shell_status;  // bash: 128 + the signal that the runner died of, as the program did
  };
  for (const Row& row :
       {Row{"term", "plain", SIGTERM, 128 + SIGTERM}, Row{"hup", "plain", SIGHUP, 128 + SIGHUP},
        Row{"term-ignored", "ignore", SIGTERM, 128 + SIGKILL}}) {
    std::filesystem::path root = root_.path() / row.name;
    ProfiledRun run = interrupted_run(root, {program, row.argument}, row.signal);
    EXPECT_EQ(run.result.exit_code, row.shell_status) << row.name << ": " << run.result.err;
    EXPECT_GT(profiled_samples(run.profile), 100U) << row.name;
    EXPECT_GT(share_of(run.profile, "self_time", "burns_on"), 95.0) << row.name;
    EXPECT_EQ(
        run_command({"perf", "script", "-i", run.directory / "perf.data", "-F", "ip"}).exit_code, 0)
        << row.name;
  }
}

TEST_F(Cases, C44WithoutAUsablePerfTheProgramsOwnResultStands) {
  CXPROF_REQUIRE_TOOL("gcc");
  std::filesystem::path out = made("44-no-usable-perf");
  std::filesystem::path counter = root_.path() / "ran";
  std::string program =
      "echo x >> '" + counter.string() + "'; exec '" + (out / "prog").string() + "'";
  auto check = [&](const std::string& what, std::vector<std::string> wrapper,
                   const std::string& reason, const CommandOptions& options) {
    std::filesystem::remove(counter);
    TemporaryDirectory root;
    wrapper.insert(wrapper.end(), {CXPROF_RUNNER, "run", "--output-dir", root.path(), "--name", "t",
                                   "--", "sh", "-c", program});
    CommandResult result = run_command(wrapper, options);
    EXPECT_EQ(result.exit_code, 7) << what << ": " << result.err;
    EXPECT_EQ(read_file(counter), "x\n") << what << ": the program must run exactly once";
    std::string report = read_file(root.path() / "t" / "latest" / "report.txt");
    EXPECT_TRUE(std::regex_search(report, std::regex(reason))) << what << ": " << report;
  };
  for (const auto& [number, reason] :
       std::vector<std::pair<const char*, const char*>>{{"1", "ermi(tted|ssion)|seccomp|container"},
                                                        {"38", "seccomp|container|not available"},
                                                        {"13", "ermi(tted|ssion)|seccomp"},
                                                        {"2", "event"},
                                                        {"95", "event"},
                                                        {"22", "event|argument"},
                                                        {"24", "file descriptors"}}) {
    check(std::string("errno ") + number, {out / "seccomp", number}, reason, {});
  }
  std::string path = std::getenv("PATH");
  check("wsl", {}, "linux-tools-5.15.0-virtual",
        {{}, "/dev/null", {{"PATH", (out / "wsl").string() + ":" + path}}});
  check("old", {}, "3\\.10|too old|option",
        {{}, "/dev/null", {{"PATH", (out / "old").string() + ":" + path}}});
  check("hang", {}, "answer|respond|hang",
        {{}, "/dev/null", {{"PATH", (out / "hang").string() + ":" + path}}});
  check("none", {}, "no executable perf at",
        {{}, "/dev/null", {{"CXPROF_PERF", (out / "nope/perf").string()}}});
}

}  // namespace
}  // namespace cxprof::test
