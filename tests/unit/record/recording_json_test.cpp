#include <gtest/gtest.h>

#include "runner/record/record.h"
#include "runner/support/error.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

using testing::TemporaryDirectory;

Recording full_recording(const std::filesystem::path& directory) {
  Recording recording;
  recording.run_directory = directory;
  recording.perf_data = directory / "perf.data";
  recording.stdout_file = directory / "stdout.txt";
  recording.stderr_file = directory / "stderr.txt";
  recording.name = "näme \"quoted\"";
  recording.command = {{"./prog", "", "a b", "\xff\xfe;", "line\nbreak"}, "/work/\xe9t\xe9"};
  recording.exit = {ExitKind::timed_out, 3, 15};
  recording.resources = ResourceUse{1.25, 0.5, std::nullopt};
  recording.started_at = "2026-03-01T12:00:00+0100";
  recording.recorder = "perf";
  recording.recorder_version = "6.1.187";
  recording.recorder_command = {"perf", "record", "\x80"};
  recording.event_requested = "cpu-clock";
  recording.frequency_hz = 997;
  recording.call_graph = "dwarf";
  recording.stack_bytes = 65528;
  recording.failure = Finding{Severity::error, "data-lost", "text", "advice"};
  recording.snapshots = {{"/bin/prog", "/root/.build-id/ab/cd/elf", "abcd", 1ULL << 40}};
  recording.host = {"host", "6.1", "A CPU", "x86_64"};
  recording.git_revision = "v1-3-gabc-dirty";
  recording.code_roots = {{"/src", "/more src"}, {"/src/vendor"}, {"/build/tree"}};
  recording.repeat_command = "cd /w && cxprof run -- 'a b'";
  recording.findings = {{Severity::note, "a", "b", "c"}, {Severity::warning, "d", "e", ""}};
  return recording;
}

void expect_equal(const Recording& a, const Recording& b) {
  EXPECT_EQ(a.run_directory, b.run_directory);
  EXPECT_EQ(a.perf_data, b.perf_data);
  EXPECT_EQ(a.stdout_file, b.stdout_file);
  EXPECT_EQ(a.stderr_file, b.stderr_file);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.command.arguments, b.command.arguments);
  EXPECT_EQ(a.command.working_directory, b.command.working_directory);
  EXPECT_EQ(a.exit, b.exit);
  ASSERT_EQ(a.resources.has_value(), b.resources.has_value());
  if (a.resources) {
    EXPECT_EQ(a.resources->wall_seconds, b.resources->wall_seconds);
    EXPECT_EQ(a.resources->user_cpu_seconds, b.resources->user_cpu_seconds);
    EXPECT_EQ(a.resources->system_cpu_seconds, b.resources->system_cpu_seconds);
  }
  EXPECT_EQ(a.started_at, b.started_at);
  EXPECT_EQ(a.recorder, b.recorder);
  EXPECT_EQ(a.recorder_version, b.recorder_version);
  EXPECT_EQ(a.recorder_command, b.recorder_command);
  EXPECT_EQ(a.event_requested, b.event_requested);
  EXPECT_EQ(a.frequency_hz, b.frequency_hz);
  EXPECT_EQ(a.call_graph, b.call_graph);
  EXPECT_EQ(a.stack_bytes, b.stack_bytes);
  EXPECT_EQ(a.failure, b.failure);
  ASSERT_EQ(a.snapshots.size(), b.snapshots.size());
  for (std::size_t i = 0; i < a.snapshots.size(); ++i) {
    EXPECT_EQ(a.snapshots[i].original, b.snapshots[i].original);
    EXPECT_EQ(a.snapshots[i].copy, b.snapshots[i].copy);
    EXPECT_EQ(a.snapshots[i].build_id, b.snapshots[i].build_id);
    EXPECT_EQ(a.snapshots[i].bytes, b.snapshots[i].bytes);
  }
  EXPECT_EQ(a.host.name, b.host.name);
  EXPECT_EQ(a.host.kernel, b.host.kernel);
  EXPECT_EQ(a.host.cpu_model, b.host.cpu_model);
  EXPECT_EQ(a.host.machine, b.host.machine);
  EXPECT_EQ(a.git_revision, b.git_revision);
  EXPECT_EQ(a.code_roots, b.code_roots);
  EXPECT_EQ(a.repeat_command, b.repeat_command);
  EXPECT_EQ(a.findings, b.findings);
}

TEST(RecordingJson, BringsEveryFieldBack) {
  TemporaryDirectory directory;
  Recording recording = full_recording(directory.path());
  write_recording(recording);
  auto read = read_recording(directory.path());
  ASSERT_TRUE(read);
  expect_equal(*read, recording);
}

TEST(RecordingJson, AMovedRunDirectoryKnowsItsFiles) {
  TemporaryDirectory root;
  std::filesystem::path before = root.path() / "before" / "app" / "20260101-000000";
  std::filesystem::path now = root.path() / "now" / "app" / "20260101-000000";
  std::filesystem::create_directories(before);
  Recording recording;
  recording.run_directory = before;
  recording.perf_data = before / "perf.data";
  recording.stderr_file = "/elsewhere/stderr.txt";
  recording.snapshots = {{"/usr/bin/app", root.path() / "before/.build-id/ab/cd/elf", "abcd", 1}};
  write_recording(recording);
  std::filesystem::rename(root.path() / "before", root.path() / "now");

  auto read = read_recording(now);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run_directory, now);
  EXPECT_EQ(read->perf_data, now / "perf.data");
  EXPECT_EQ(read->stderr_file, "/elsewhere/stderr.txt");
  EXPECT_EQ(read->snapshots.at(0).copy, root.path() / "now/.build-id/ab/cd/elf");
  EXPECT_EQ(read->snapshots.at(0).original, "/usr/bin/app");
}

TEST(RecordingJson, BringsAbsenceBack) {
  TemporaryDirectory directory;
  Recording recording;
  recording.run_directory = directory.path();
  write_recording(recording);
  auto read = read_recording(directory.path());
  ASSERT_TRUE(read);
  expect_equal(*read, recording);
}

TEST(RecordingJson, IsNothingWhereThereIsNone) {
  TemporaryDirectory directory;
  EXPECT_FALSE(read_recording(directory.path()));
}

TEST(RecordingJson, DamagedIsAnErrorThatNamesTheFile) {
  TemporaryDirectory directory;
  Recording recording = full_recording(directory.path());
  write_recording(recording);
  std::filesystem::path file = directory.path() / "recording.json";
  std::string whole = testing::contents(file);
  std::vector<std::string> damaged{"", "{}", "[]", "null", whole.substr(0, whole.size() / 2)};
  std::string strange = whole;
  strange.replace(strange.find("timed_out"), 9, "timed_xxx");
  damaged.push_back(strange);
  for (const std::string& text : damaged) {
    testing::write_file(file, text);
    try {
      (void)read_recording(directory.path());
      ADD_FAILURE() << "read: " << text.substr(0, 40);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace cxprof
