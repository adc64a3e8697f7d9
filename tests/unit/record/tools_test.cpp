// child_process, output_relay, perf_data_check: the helpers around the program.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "runner/record/child_process.h"
#include "runner/record/output_relay.h"
#include "runner/record/perf_data_check.h"
#include "runner/support/error.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

using std::chrono::milliseconds;
using testing::TemporaryDirectory;

TEST(RunTool, GivesOutputAndStatus) {
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "echo out; echo err >&2; exit 9"};
  ToolResult result = run_tool(command, milliseconds(10000));
  ASSERT_TRUE(result.end);
  EXPECT_TRUE(WIFEXITED(result.end->wait_status));
  EXPECT_EQ(WEXITSTATUS(result.end->wait_status), 9);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(RunTool, TellsAKilledToolFromExitNine) {
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "kill -9 $$"};
  ToolResult result = run_tool(command, milliseconds(10000));
  ASSERT_TRUE(result.end);
  EXPECT_TRUE(WIFSIGNALED(result.end->wait_status));
}

TEST(RunTool, EndsAtItsLimit) {
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "echo begun; sleep 100"};
  auto start = std::chrono::steady_clock::now();
  ToolResult result = run_tool(command, milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_FALSE(result.end);
  EXPECT_EQ(result.output, "begun\n");
}

TEST(RunTool, DoesNotWaitForADescendantThatKeepsTheOutput) {
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "sleep 20 & echo done"};
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run_tool(command, milliseconds(10000)).output, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(RunTool, KeepsOnlyTheBeginningOfEndlessOutput) {
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "head -c 1000000 /dev/zero"};
  EXPECT_EQ(run_tool(command, milliseconds(10000)).output.size(), 65536U);
}

TEST(RunTool, ChangesTheEnvironmentOfTheToolOnly) {
  setenv("CXPROF_TEST_VARIABLE", "ours", 1);
  ChildCommand command;
  command.arguments = {"/bin/sh", "-c", "echo ${CXPROF_TEST_VARIABLE-none} $CXPROF_TEST_OTHER"};
  command.environment_changes = {{"CXPROF_TEST_VARIABLE", std::nullopt},
                                 {"CXPROF_TEST_OTHER", "new"}};
  EXPECT_EQ(run_tool(command, milliseconds(10000)).output, "none new\n");
  EXPECT_STREQ(getenv("CXPROF_TEST_VARIABLE"), "ours");
  unsetenv("CXPROF_TEST_VARIABLE");
}

TEST(RunTool, ThatCannotBeStartedIsAnError) {
  ChildCommand command;
  command.arguments = {"/nonexistent/tool"};
  EXPECT_THROW((void)run_tool(command, milliseconds(1000)), Error);
}

TEST(FindExecutable, LooksWhereExecvpLooks) {
  TemporaryDirectory directory;
  std::filesystem::path tool = directory.path() / "cxprof test tool";
  testing::write_file(tool, "#!/bin/sh\n");
  EXPECT_EQ(find_executable(tool.string()), "") << "not executable yet";
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  EXPECT_EQ(find_executable(tool.string()), tool);
  EXPECT_EQ(find_executable("./cxprof test tool", directory.path()),
            directory.path() / "./cxprof test tool");
  EXPECT_EQ(find_executable("cxprof test tool"), "");
  EXPECT_EQ(find_executable(directory.path().string()), "") << "a directory";
  EXPECT_EQ(find_executable(""), "");
  EXPECT_THAT(find_executable("sh").string(), ::testing::EndsWith("/sh"));
}

class Relay : public ::testing::Test {
 protected:
  Relay() {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    reader_ = UniqueFd(ends[0]);
    writer_ = UniqueFd(ends[1]);
  }
  void write(const std::string& text) {
    EXPECT_EQ(::write(writer_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  TemporaryDirectory directory_;
  UniqueFd reader_;
  UniqueFd writer_;
};

TEST_F(Relay, BringsEveryByteToEveryPlace) {
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  UniqueFd shown(::open((directory_.path() / "shown").c_str(), O_CREAT | O_WRONLY, 0600));
  std::string heard;
  {
    OutputRelay relay(std::move(reader_), {directory_.path() / "kept", shown.get(),
                                           [&](std::string_view some) { heard += some; }});
    for (std::size_t i = 0; i < bytes.size(); i += 10'000) write(bytes.substr(i, 10'000));
    writer_.close();
    relay.finish(milliseconds(1000));
    EXPECT_EQ(relay.file_error(), 0);
  }
  EXPECT_TRUE(heard == bytes);
  EXPECT_TRUE(testing::contents(directory_.path() / "kept") == bytes);
  EXPECT_TRUE(testing::contents(directory_.path() / "shown") == bytes);
}

TEST_F(Relay, GoesOnKeepingWhenNobodyReadsAnyMore) {
  int gone[2];
  ASSERT_EQ(pipe2(gone, O_CLOEXEC), 0);
  UniqueFd shown(gone[1]);
  ::close(gone[0]);
  OutputRelay relay(std::move(reader_), {directory_.path() / "kept", shown.get(), {}});
  write("first\n");
  std::this_thread::sleep_for(milliseconds(50));
  write("second\n");
  writer_.close();
  relay.finish(milliseconds(1000));
  EXPECT_EQ(testing::contents(directory_.path() / "kept"), "first\nsecond\n");
}

TEST_F(Relay, DoesNotWaitForEverForAWriterThatStays) {
  OutputRelay relay(std::move(reader_), {directory_.path() / "kept", -1, {}});
  write("all of it");
  auto start = std::chrono::steady_clock::now();
  relay.finish(milliseconds(200));
  auto waited = std::chrono::steady_clock::now() - start;
  EXPECT_GE(waited, milliseconds(190));
  EXPECT_LT(waited, milliseconds(3000));
  EXPECT_EQ(testing::contents(directory_.path() / "kept"), "all of it");
}

TEST_F(Relay, SaysThatTheFileIsIncomplete) {
  OutputRelay relay(std::move(reader_), {"/dev/full", -1, {}});
  write("lost");
  writer_.close();
  relay.finish(milliseconds(1000));
  EXPECT_EQ(relay.file_error(), ENOSPC);
}

TEST(PerfData, ThatWasNeverFinishedIsDamaged) {
  TemporaryDirectory directory;
  std::filesystem::path file = directory.path() / "perf.data";
  EXPECT_EQ(perf_data_damage(file), "left no file");
  testing::write_file(file, "");
  EXPECT_EQ(perf_data_damage(file), "its file is empty");
  testing::write_file(file, std::string(200, 'x'));
  EXPECT_EQ(perf_data_damage(file), "its file is not perf.data");

  std::uint64_t words[13] = {0, 104, 136, 104, 136, 240, 0};
  std::memcpy(words, "PERFILE2", 8);
  auto write_header = [&](std::size_t payload) {
    testing::write_file(file, std::string(reinterpret_cast<char*>(words), sizeof words) +
                                  std::string(payload, 'p'));
  };
  write_header(1000);
  EXPECT_EQ(perf_data_damage(file), "its file was never finished (data size 0)");
  words[6] = 500;
  write_header(1000);
  EXPECT_EQ(perf_data_damage(file), "");
  write_header(100);
  EXPECT_EQ(perf_data_damage(file), "its file is cut off");
  words[6] = ~0ULL;
  write_header(1000);
  EXPECT_EQ(perf_data_damage(file), "its file is cut off");
}

}  // namespace
}  // namespace cxprof
