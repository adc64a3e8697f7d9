#include "runner/record/session.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <set>
#include <sstream>

#include "runner/record/record.h"
#include "runner/record/record_with.h"
#include "runner/record/run_directory.h"
#include "runner/support/error.h"
#include "runner/support/profile_root.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using testing::TemporaryDirectory;
using testing::write_file;

constexpr SessionOwner gone{999999999, 1};  // above every pid_max

SessionOwner self() {
  SessionOwner owner{getpid(), 0};
  pid_t child = fork();
  if (child == 0) _exit(parent_process().pid == owner.pid ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::istringstream fields(testing::contents("/proc/self/stat"));
  std::string field;
  for (int number = 1; number <= 22; ++number) fields >> field;  // no blank in this test's name
  owner.start = std::stoull(field);
  return owner;
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path finished_run(const fs::path& session, const std::string& name) {
  fs::path path = RunDirectory::create_in_session(session, name).path();
  write_file(path / "runner.log", "");
  return path;
}

fs::path finished_session(const fs::path& root, const std::string& name) {
  fs::create_directories(root / "session" / name / "001-a");
  write_file(root / "session" / name / "001-a" / "runner.log", "");
  return root / "session" / name;
}

TEST(Session, OfManyProcessesAtOnceIsOneAndLosesNothing) {
  for (int round = 0; round < 5; ++round) {
    TemporaryDirectory root;
    std::vector<pid_t> children;
    for (int i = 0; i < 16; ++i) {
      pid_t child = fork();
      if (child == 0) {
        fs::path session = open_session(root.path(), parent_process());
        RunDirectory run = RunDirectory::create_in_session(session, "test");
        write_file(run.path() / "who", std::to_string(i));
        _exit(0);
      }
      children.push_back(child);
    }
    for (pid_t child : children) waitpid(child, nullptr, 0);

    auto session = find_session(root.path(), self());
    ASSERT_TRUE(session);
    EXPECT_EQ(names_in(root.path() / "session"),
              (std::vector<std::string>{".open", session->filename().string(), "latest"}));
    EXPECT_EQ(fs::canonical(root.path() / "session" / "latest"), fs::canonical(*session));
    std::vector<fs::path> runs = runs_of_session(*session);
    ASSERT_EQ(runs.size(), 16U);
    std::set<std::string> who;
    for (unsigned i = 0; i < 16; ++i) {
      EXPECT_EQ(runs[i].filename().string(), fmt::format("{:03}-test", i + 1));
      who.insert(testing::contents(runs[i] / "who"));
    }
    EXPECT_EQ(who.size(), 16U);
  }
}

TEST(Session, IsTheSameUntilItIsClosed) {
  TemporaryDirectory root;
  EXPECT_EQ(find_session(root.path(), self()), std::nullopt);
  fs::path session = open_session(root.path(), self());
  EXPECT_EQ(open_session(root.path(), self()), session);
  EXPECT_EQ(find_session(root.path(), self()), session);
  close_session(root.path(), self());
  EXPECT_EQ(find_session(root.path(), self()), std::nullopt);
  EXPECT_NE(open_session(root.path(), self()), session);
}

TEST(Session, OfAnotherProcessWithThatNumberIsAnother) {
  TemporaryDirectory root;
  SessionOwner later = self();
  fs::path session = open_session(root.path(), later);
  later.start += 1;
  EXPECT_FALSE(is_alive(later));
  EXPECT_NE(open_session(root.path(), later), session);
}

TEST(Session, ThatIsNewRemovesTheKeysOfDeadOwners) {
  TemporaryDirectory root;
  open_session(root.path(), gone);
  fs::path key = root.path() / "session" / ".open" / "999999999-1";
  EXPECT_TRUE(fs::is_symlink(key));
  open_session(root.path(), self());
  EXPECT_FALSE(fs::is_symlink(key));
  EXPECT_EQ(names_in(key.parent_path()).size(), 1U);
}

TEST(Session, WhoseDirectoryIsGoneIsMadeAnew) {
  TemporaryDirectory root;
  fs::remove_all(open_session(root.path(), self()));
  EXPECT_TRUE(fs::is_directory(open_session(root.path(), self())));
}

TEST(Session, ThatCannotBeMadeIsAnErrorThatNamesThePlace) {
  TemporaryDirectory root;
  write_file(root.path() / "file", "");
  try {
    (void)open_session(root.path() / "file", self());
    FAIL() << "made a session below a file";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr((root.path() / "file").string()));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("--output-dir"));
  }
}

TEST(SessionRuns, AreInTheOrderOfTheirNumbers) {
  TemporaryDirectory root;
  for (const char* name : {"002-b", "1000-d", "999-c", "001-a", "12-x", "003", "003-", "latest",
                           "20260101-000000", "20260101-000000-2"}) {
    fs::create_directories(root.path() / name);
  }
  std::vector<std::string> names;
  for (const fs::path& run : runs_of_session(root.path())) names.push_back(run.filename().string());
  EXPECT_THAT(names, ElementsAre("001-a", "002-b", "999-c", "1000-d"));
  EXPECT_EQ(RunDirectory::create_in_session(root.path(), "e f").path().filename(), "1001-e_f");
}

TEST(SessionRetention, KeepsTheNewest) {
  TemporaryDirectory root;
  finished_session(root.path(), "20260101-000000");
  finished_session(root.path(), "20260101-000000-2");
  remove_old_sessions(finished_session(root.path(), "20260101-000000-10"), 2);
  EXPECT_THAT(names_in(root.path() / "session"),
              ElementsAre("20260101-000000-10", "20260101-000000-2"));
  remove_old_sessions(root.path() / "session" / "20260101-000000-10", 0);
  EXPECT_EQ(names_in(root.path() / "session").size(), 2U);
}

TEST(SessionRetention, KeepsWhatIsInUse) {
  TemporaryDirectory root;
  fs::path mine = open_session(root.path(), self());
  finished_run(mine, "a");
  fs::path dead = open_session(root.path(), gone);
  RunDirectory recording = RunDirectory::create_in_session(dead, "b");
  write_file(recording.path() / "runner.log", "");
  fs::path newest = finished_session(root.path(), "99991231-235959");
  remove_old_sessions(newest, 1);
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_TRUE(fs::exists(dead));
  { RunDirectory ended = std::move(recording); }
  remove_old_sessions(newest, 1);
  EXPECT_TRUE(fs::exists(mine));
  EXPECT_FALSE(fs::exists(dead));
}

TEST(SessionRetention, LeavesAloneWhatIsNotOurs) {
  TemporaryDirectory root;
  for (const char* name : {"20260101-00000x", "mine"}) finished_session(root.path(), name);
  fs::create_directories(root.path() / "session" / "20250101-000000" / "data");
  fs::create_directory_symlink("mine", root.path() / "session" / "20250101-000001");
  remove_old_sessions(finished_session(root.path(), "20260101-000001"), 1);
  EXPECT_EQ(names_in(root.path() / "session").size(), 5U);
}

TEST(SessionRetention, MendsTheLinksToWhatItRemoved) {
  TemporaryDirectory root;
  fs::path old = finished_session(root.path(), "20260101-000000");
  fs::create_directories(root.path() / "a" / "20250101-000000");
  fs::create_directories(root.path() / "a" / "20250101-000000-2");
  fs::create_directories(root.path() / "b");
  for (const char* name : {"a", "b"}) {
    fs::create_directory_symlink("../session/20260101-000000/001-a", root.path() / name / "latest");
  }
  remove_old_sessions(finished_session(root.path(), "20260101-000001"), 1);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_EQ(fs::read_symlink(root.path() / "a" / "latest"), "20250101-000000-2");
  EXPECT_FALSE(fs::is_symlink(root.path() / "b" / "latest"));
}

TEST(SessionOfARecording, HoldsItAndLatestLeadsThere) {
  TemporaryDirectory root;
  RecordRequest request = testing::request_for(root.path(), "", {"/bin/true"});
  request.name = "the name";
  request.perf = "/no/perf";
  request.in_session = true;
  Recording first = record_with(request, testing::test_limits());
  request.command.arguments = {"/bin/echo", "x"};
  Recording second = record_with(request, testing::test_limits());
  EXPECT_EQ(first.run_directory.filename(), "001-true");
  EXPECT_EQ(second.run_directory.filename(), "002-echo");
  EXPECT_EQ(first.run_directory.parent_path(), second.run_directory.parent_path());
  EXPECT_EQ(first.run_directory.parent_path(), find_session(root.path(), parent_process()));
  fs::path latest = root.path() / "the_name" / "latest";
  EXPECT_TRUE(fs::read_symlink(latest).is_relative());
  EXPECT_EQ(fs::canonical(latest), fs::canonical(second.run_directory));
  auto read = read_recording(second.run_directory);
  ASSERT_TRUE(read);
  EXPECT_EQ(profile_root_of(read->run_directory), root.path());

  // Moved as a whole, the run still knows its snapshots.
  TemporaryDirectory elsewhere;
  fs::copy(root.path(), elsewhere.path() / "copy",
           fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::path moved = elsewhere.path() / "copy" / second.run_directory.lexically_relative(root.path());
  read = read_recording(moved);
  ASSERT_TRUE(read && !read->snapshots.empty());
  EXPECT_TRUE(fs::exists(read->snapshots[0].copy));
  EXPECT_EQ(read->snapshots[0].copy.string().find((elsewhere.path() / "copy").string()), 0U);
}

TEST(ProfileRoot, IsTheNearestAncestorWithSnapshots) {
  TemporaryDirectory root;
  fs::path run = root.path() / "profile" / "session" / "20260101-000000" / "001-a";
  EXPECT_EQ(profile_root_of(run), run.parent_path().parent_path());
  EXPECT_EQ(profile_root_of(run / ""), run.parent_path().parent_path());
  fs::create_directories(root.path() / ".build-id");
  EXPECT_EQ(profile_root_of(run), root.path());
  fs::create_directories(root.path() / "profile" / ".build-id");
  EXPECT_EQ(profile_root_of(run / ""), root.path() / "profile");
}

}  // namespace
}  // namespace cxprof
