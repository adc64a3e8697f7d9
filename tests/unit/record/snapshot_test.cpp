#include "runner/record/snapshot.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "runner/record/elf_facts.h"
#include "runner/record/project_libraries.h"
#include "tests/unit/record/testing.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using testing::contents;
using testing::TemporaryDirectory;

class Snapshots : public ::testing::Test {
 protected:
  std::vector<Snapshot> take(const std::string& program, const fs::path& binary_dir = {}) {
    RecordRequest request = testing::request_for(root_.path(), "", {program});
    request.project_binary_dir = binary_dir;
    return take_snapshots(request, root_.path(), root_.path() / "run", findings_);
  }
  TemporaryDirectory root_;
  Findings findings_;
};

TEST_F(Snapshots, LieWhereTheirBuildIdSays) {
  auto snapshots = take(CXPROF_TEST_BURN);
  ASSERT_EQ(snapshots.size(), 1U);
  const Snapshot& snapshot = snapshots[0];
  EXPECT_EQ(snapshot.original, fs::canonical(CXPROF_TEST_BURN));
  EXPECT_TRUE(contents(snapshot.copy) == contents(CXPROF_TEST_BURN));
  EXPECT_EQ(snapshot.bytes, fs::file_size(CXPROF_TEST_BURN));
  ASSERT_EQ(snapshot.build_id.size(), 40U);
  EXPECT_EQ(snapshot.copy, root_.path() / ".build-id" / snapshot.build_id.substr(0, 2) /
                               snapshot.build_id.substr(2) / "elf");
  EXPECT_TRUE(findings_.empty());
  // An oracle that is not ours.
  std::string notes = testing::run_command({"readelf", "-n", CXPROF_TEST_BURN}).out;
  EXPECT_THAT(notes, ::testing::HasSubstr("Build ID: " + snapshot.build_id));
}

TEST_F(Snapshots, AreNotTouchedByARebuildInPlace) {
  fs::path program = root_.path() / "program";
  fs::copy_file(CXPROF_TEST_BURN, program);
  auto snapshots = take(program.string());
  ASSERT_EQ(snapshots.size(), 1U);
  testing::write_file(program, "something else, written into the same inode");
  EXPECT_TRUE(contents(snapshots[0].copy) == contents(CXPROF_TEST_BURN));
}

TEST_F(Snapshots, AreTakenOncePerBuildIdAndKeepTheirSymbols) {
  fs::path program = root_.path() / "program";
  fs::copy_file(CXPROF_TEST_BURN, program);
  fs::path copy = take(program.string()).at(0).copy;
  auto written = fs::last_write_time(copy);
  take(program.string());
  EXPECT_EQ(fs::last_write_time(copy), written);

  ASSERT_EQ(testing::run_command({"strip", program.string()}).exit_code(), 0);
  EXPECT_EQ(take(program.string()).at(0).copy, copy);
  EXPECT_TRUE(contents(copy) == contents(CXPROF_TEST_BURN));

  // The other way round the better one replaces the stripped one.
  fs::copy_file(program, copy, fs::copy_options::overwrite_existing);
  fs::copy_file(CXPROF_TEST_BURN, program, fs::copy_options::overwrite_existing);
  take(program.string());
  EXPECT_TRUE(contents(copy) == contents(CXPROF_TEST_BURN));
}

TEST_F(Snapshots, MayBeTakenByManyAtOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    pid_t child = fork();
    if (child == 0) _exit(take(CXPROF_TEST_BURN).size() == 1 && findings_.empty() ? 0 : 1);
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  fs::path copy = take(CXPROF_TEST_BURN).at(0).copy;
  EXPECT_TRUE(contents(copy) == contents(CXPROF_TEST_BURN));
  EXPECT_EQ(std::distance(fs::directory_iterator(copy.parent_path()), {}), 1);
}

TEST_F(Snapshots, IncludeTheProjectsLibraries) {
  fs::path binary_dir = fs::path(CXPROF_TEST_USES_SHARED).parent_path();
  auto snapshots = take(CXPROF_TEST_USES_SHARED, binary_dir);
  ASSERT_EQ(snapshots.size(), 2U);
  EXPECT_EQ(snapshots[0].original, fs::canonical(CXPROF_TEST_USES_SHARED));
  EXPECT_EQ(snapshots[1].original, fs::canonical(CXPROF_TEST_SHARED));
  EXPECT_TRUE(contents(snapshots[1].copy) == contents(CXPROF_TEST_SHARED));
  EXPECT_EQ(take(CXPROF_TEST_USES_SHARED).size(), 1U) << "no project: the program alone";
}

TEST_F(Snapshots, FindLibrariesThroughOrigin) {
  fs::path library = root_.path() / "lib" / fs::path(CXPROF_TEST_SHARED).filename();
  fs::create_directories(library.parent_path());
  fs::create_directories(root_.path() / "bin");
  fs::copy_file(CXPROF_TEST_SHARED, library);
  fs::path program = root_.path() / "bin" / "program";
  if (testing::run_command({"g++", CXPROF_TEST_SOURCES "/uses_shared.cpp", "-o", program.string(),
                            library.string(), "-Wl,-rpath,$ORIGIN/../lib"})
          .exit_code() != 0) {
    GTEST_SKIP() << "no g++ to link a program with $ORIGIN";
  }
  EXPECT_THAT(project_libraries(program, root_.path()),
              ::testing::ElementsAre(fs::canonical(library)));
  EXPECT_THAT(project_libraries(program, root_.path() / "bin"), ::testing::IsEmpty());
}

TEST_F(Snapshots, FindLibrariesBesideADirectoryThatIsCalledOrigin) {
  fs::path library = root_.path() / "lib" / fs::path(CXPROF_TEST_SHARED).filename();
  fs::path program = root_.path() / "$ORIGIN" / "${ORIGIN}" / "program";
  fs::create_directories(library.parent_path());
  fs::create_directories(program.parent_path());
  fs::copy_file(CXPROF_TEST_SHARED, library);
  fs::copy_file(CXPROF_TEST_USES_SHARED, program);
  const char* before = std::getenv("LD_LIBRARY_PATH");
  std::string kept = before ? before : "";
  for (const char* path : {"$ORIGIN/../../lib", "/nowhere:$ORIGIN/../../lib"}) {
    setenv("LD_LIBRARY_PATH", path, 1);
    EXPECT_THAT(project_libraries(program, root_.path()),
                ::testing::ElementsAre(fs::canonical(library)));
  }
  before ? setenv("LD_LIBRARY_PATH", kept.c_str(), 1) : unsetenv("LD_LIBRARY_PATH");
}

TEST_F(Snapshots, OfScriptsAndMissingProgramsDoNotExist) {
  fs::path script = root_.path() / "script";
  testing::write_file(script, "#!/bin/sh\n");
  fs::permissions(script, fs::perms::owner_all);
  EXPECT_TRUE(take(script.string()).empty());
  ASSERT_EQ(findings_.size(), 1U);
  EXPECT_EQ(findings_[0].severity, Severity::note);
  EXPECT_THAT(findings_[0].text, ::testing::HasSubstr("is a script"));
  EXPECT_TRUE(take("/nonexistent").empty());
  EXPECT_EQ(findings_.size(), 1U);
}

TEST(ElfFacts, OfDamagedFilesAreNothingOrEmptyNeverACrash) {
  TemporaryDirectory directory;
  fs::path file = directory.path() / "damaged";
  std::string whole = contents(CXPROF_TEST_USES_SHARED);
  for (std::size_t size = 0; size < 4096; size += 173) {
    testing::write_file(file, whole.substr(0, size));
    auto facts = elf_facts(file);
    EXPECT_TRUE(!facts || facts->build_id.empty() || facts->build_id.size() == 40U) << size;
  }
  for (std::size_t at = 0; at < 1024; at += 5) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(~flipped[at]);
    testing::write_file(file, flipped);
    auto facts = elf_facts(file);
    EXPECT_TRUE(!facts || facts->needed.size() < 100U) << at;
  }
}

}  // namespace
}  // namespace cxprof
