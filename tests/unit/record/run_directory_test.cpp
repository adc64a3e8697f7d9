#include "runner/record/run_directory.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <sstream>

#include "runner/record/record_with.h"
#include "runner/record/retention.h"
#include "runner/record/run_name.h"
#include "runner/support/error.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryDirectory;
using testing::write_file;

TEST(RunDirectory, IsNeverSharedByProcessesThatStartAtOnce) {
  TemporaryDirectory root;
  constexpr int processes = 16;
  constexpr int each = 4;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    pid_t child = fork();
    if (child == 0) {
      std::string paths;
      for (int n = 0; n < each; ++n) {
        RunDirectory directory = RunDirectory::create(root.path(), "same name");
        directory.mark_latest();
        paths += directory.path().string() + "\n";
      }
      write_file(root.path() / ("paths." + std::to_string(i)), paths);
      _exit(0);
    }
    children.push_back(child);
  }
  for (pid_t child : children) waitpid(child, nullptr, 0);

  std::set<std::string> distinct;
  for (int i = 0; i < processes; ++i) {
    std::istringstream paths(testing::contents(root.path() / ("paths." + std::to_string(i))));
    for (std::string path; std::getline(paths, path);) distinct.insert(path);
  }
  EXPECT_EQ(distinct.size(), processes * each);
  fs::path latest = root.path() / "same_name" / "latest";
  EXPECT_TRUE(fs::is_symlink(latest));
  EXPECT_TRUE(distinct.contains((latest.parent_path() / fs::read_symlink(latest)).string()));
  for (const auto& entry : fs::directory_iterator(root.path() / "same_name")) {
    EXPECT_NE(entry.path().filename().string().rfind(".latest", 0), 0) << entry.path();
  }
}

TEST(RunDirectory, ThatCannotBeCreatedIsAnErrorThatNamesIt) {
  TemporaryDirectory root;
  write_file(root.path() / "file", "");
  try {
    (void)RunDirectory::create(root.path() / "file", "name");
    FAIL() << "created a directory below a file";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr((root.path() / "file").string()));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("--output-dir"));
  }
}

TEST(RunDirectory, OfARepetitionIsTheNamedOneAndNew) {
  TemporaryDirectory root;
  RunDirectory run = RunDirectory::create(root.path(), "name");
  RunDirectory repetition = RunDirectory::create_at(run.path() / "repeat-2");
  EXPECT_TRUE(fs::is_directory(run.path() / "repeat-2"));
  EXPECT_EQ(repetition.path(), run.path() / "repeat-2");
  EXPECT_THROW(RunDirectory::create_at(run.path() / "repeat-2"), Error) << "never reused";
}

TEST(RunDirectory, IsNamedBehindTheNewestOfItsSecond) {
  TemporaryDirectory root;
  for (int i = 0; i < 20; ++i) {
    RunDirectory first = RunDirectory::create(root.path(), "name");
    RunDirectory second = RunDirectory::create(root.path(), "name");
    fs::remove(first.path());
    RunDirectory third = RunDirectory::create(root.path(), "name");
    auto older = parse_run_name(second.path().filename().string());
    auto newer = parse_run_name(third.path().filename().string());
    ASSERT_TRUE(older && newer);
    EXPECT_TRUE(*older < *newer) << second.path() << " " << third.path();
  }
}

TEST(RunDirectory, LeavesNoLinkBehindWhereLatestIsADirectory) {
  TemporaryDirectory root;
  RunDirectory directory = RunDirectory::create(root.path(), "name");
  fs::create_directories(root.path() / "name" / "latest" / "something");
  directory.mark_latest();
  EXPECT_TRUE(fs::exists(root.path() / "name" / "latest" / "something"));
  EXPECT_EQ(std::distance(fs::directory_iterator(root.path() / "name"), {}), 2);
}

class Retention : public ::testing::Test {
 protected:
  fs::path make_run(const std::string& name) {
    fs::path path = root_.path() / "name" / name;
    fs::create_directories(path);
    write_file(path / "runner.log", "");
    return path;
  }
  std::set<std::string> left() {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(root_.path() / "name")) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
  TemporaryDirectory root_;
};

TEST_F(Retention, KeepsTheNewestInTheOrderOfTheirNumbers) {
  make_run("20260101-000000");
  make_run("20260101-000000-2");
  make_run("20260101-000000-9");
  fs::path newest = make_run("20260101-000000-10");
  remove_old_runs(newest, 2);
  EXPECT_THAT(left(), ::testing::ElementsAre("20260101-000000-10", "20260101-000000-9"));
}

TEST_F(Retention, OfNoneRemovesNothing) {
  make_run("20260101-000000");
  remove_old_runs(make_run("20260101-000001"), 0);
  EXPECT_EQ(left().size(), 2U);
}

TEST_F(Retention, LeavesAloneWhatIsNotOurs) {
  for (const char* name : {"baseline", "20260101", "20260101-00000x", "20260101-000000-", "-",
                           "20260101-000000-2x", "20260101-000000x2"}) {
    make_run(name);
  }
  fs::create_directories(root_.path() / "name" / "20250101-000000");  // no runner.log
  fs::create_directory_symlink("baseline", root_.path() / "name" / "20250101-000001");
  std::set<std::string> before = left();
  remove_old_runs(make_run("20260101-000001"), 1);
  before.insert("20260101-000001");
  EXPECT_EQ(left(), before);
}

TEST_F(Retention, LeavesAloneWhatIsStillBeingRecorded) {
  RunDirectory recording = RunDirectory::create(root_.path(), "name");
  write_file(recording.path() / "runner.log", "");
  fs::path newer = make_run("99991231-235959");
  remove_old_runs(newer, 1);
  EXPECT_TRUE(fs::exists(recording.path()));
  fs::path path = recording.path();
  { RunDirectory ended = std::move(recording); }
  remove_old_runs(newer, 1);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(Retention, LeavesAloneWhatIsStillBeingReported) {
  RecordRequest request = testing::request_for(root_.path(), "", {"/bin/true"});
  request.name = "name";
  request.perf = "/no/perf";
  Recording recording = record_with(request, testing::test_limits());
  remove_old_runs(make_run("99991231-235959"), 1);
  EXPECT_TRUE(fs::exists(recording.run_directory / "runner.log"));
}

}  // namespace
}  // namespace cxprof
