#include "runner/elf/module_files.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "tests/unit/elf/test_directory.h"

namespace cxprof {
namespace {

using testing::Contains;
using testing::HasSubstr;

const FileSearch nowhere{{}, {}};

BuildId marker_id() { return ElfFile::open(test_program("marker-bfd"))->build_id(); }

ModuleFile find(const std::string& path, const BuildId& id, const FileSearch& search) {
  ModuleFiles files({Module{}, Module{path, ModuleKind::file, id}}, search);
  return files.file(1);
}

TEST(ModuleFiles, TakesTheRecordedPathWhenItIsTheRecordedBuild) {
  ModuleFile file = find(test_program("marker-bfd").string(), marker_id(), nowhere);
  ASSERT_NE(file.image, nullptr);
  EXPECT_EQ(file.reason, "");
}

TEST(ModuleFiles, TakesTheRecordedPathAsItIsWhereNoBuildIdWasRecorded) {
  EXPECT_NE(find(test_program("marker-bfd").string(), "", nowhere).image, nullptr);
}

TEST(ModuleFiles, SaysThatAFileIsNewerThanTheRecordingWhereNoBuildIdTells) {
  std::string path = test_program("marker-bfd").string();
  auto written = std::filesystem::last_write_time(path);
  FileSearch before = nowhere;
  before.recorded_at = written - std::chrono::hours(1);
  FileSearch after = nowhere;
  after.recorded_at = written + std::chrono::hours(1);
  EXPECT_TRUE(find(path, "", before).newer_than_recording);
  EXPECT_FALSE(find(path, "", after).newer_than_recording);
  EXPECT_FALSE(find(path, "", nowhere).newer_than_recording);
  EXPECT_FALSE(find(path, marker_id(), before).newer_than_recording);
}

TEST(ModuleFiles, NeverTakesAnotherBuild) {
  ModuleFile file = find(test_program("marker-bfd").string(), std::string(40, 'a'), nowhere);
  EXPECT_EQ(file.image, nullptr);
  EXPECT_TRUE(file.build_id_mismatch);
  EXPECT_EQ(file.reason, "the file was rebuilt since the recording");
}

// Both layouts: a folder per build id (ours and today's perf), a plain file (older perf).
TEST(ModuleFiles, FindsSnapshotsByBuildIdAndPrefersThem) {
  for (const char* tail : {"/elf", ""}) {
    TestDirectory directory;
    BuildId id = marker_id();
    std::filesystem::path copy =
        directory / (".build-id/" + id.substr(0, 2) + "/" + id.substr(2) + tail);
    copy_to(test_program("marker-bfd"), copy);
    FileSearch search{{directory.path()}, {}};
    ModuleFile gone = find("/nowhere/marker", id, search);
    ASSERT_NE(gone.image, nullptr);
    EXPECT_EQ(gone.image->path(), copy);
    EXPECT_EQ(find(test_program("marker-bfd").string(), id, search).image->path(), copy);
  }
}

TEST(ModuleFiles, ASnapshotOfAnotherBuildIsPassedOver) {
  TestDirectory directory;
  BuildId other = "ab" + std::string(38, 'c');
  copy_to(test_program("marker-bfd"), directory / (".build-id/ab/" + other.substr(2) + "/elf"));
  EXPECT_EQ(find("/nowhere/marker", other, {{directory.path()}, {}}).reason, "the file is gone");
}

TEST(ModuleFiles, ADeletedFileIsNotWhateverBearsItsNameNow) {
  std::string path = test_program("marker-bfd").string() + " (deleted)";
  EXPECT_EQ(find(path, "", nowhere).image, nullptr);
  EXPECT_EQ(find(path, "", nowhere).reason, "the file is gone");
  EXPECT_NE(find(path, marker_id(), nowhere).image, nullptr);
  EXPECT_TRUE(find(path, std::string(40, 'a'), nowhere).build_id_mismatch);
}

TEST(ModuleFiles, SaysWhyAFileCannotBeUsed) {
  TestDirectory directory;
  write_file(directory / "script", "#!/bin/sh\n");
  EXPECT_EQ(find((directory / "script").string(), "", nowhere).reason,
            "the file is no readable ELF file of this machine");
  EXPECT_EQ(find((directory / "none").string(), "", nowhere).reason, "the file is gone");
  EXPECT_THAT(find(directory.path().string(), "", nowhere).reason, HasSubstr("no readable ELF"));
}

TEST(ModuleFiles, SaysThatPermissionIsMissing) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  TestDirectory directory;
  copy_to(test_program("marker-bfd"), directory / "secret");
  std::filesystem::permissions(directory / "secret", std::filesystem::perms::none);
  EXPECT_EQ(find((directory / "secret").string(), "", nowhere).reason,
            "the file cannot be read: permission denied");
}

TEST(ModuleFiles, OpensEachFileOnce) {
  ModuleFiles files({Module{}, Module{test_program("marker-bfd").string(), ModuleKind::file, ""}},
                    nowhere);
  EXPECT_EQ(files.file(1).image, files.file(1).image);
}

TEST(ModuleFiles, OtherKindsHaveNoFile) {
  ModuleFiles files({Module{}, Module{"[kernel.kallsyms]", ModuleKind::kernel, ""},
                     Module{"//anon", ModuleKind::anonymous, ""}},
                    nowhere);
  EXPECT_EQ(files.file(0).reason, "no mapping covers the address");
  EXPECT_EQ(files.file(1).reason, "kernel code is named from /proc/kallsyms");
  EXPECT_EQ(files.file(2).reason, "it is memory without a file");
}

TEST(DefaultSearch, LooksInTheProfileRootOfTheRun) {
  EXPECT_EQ(default_search("/build/profile/naive/20240501-120000").build_id_directories.front(),
            "/build/profile");
  EXPECT_EQ(default_search("/build/profile/naive/latest/").build_id_directories.front(),
            "/build/profile");
  EXPECT_THAT(default_search("").debug_directories, Contains("/usr/lib/debug"));
}

}  // namespace
}  // namespace cxprof
