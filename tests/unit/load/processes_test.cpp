#include <gmock/gmock.h>

#include "runner/load/module_table.h"
#include "runner/load/process_maps.h"
#include "runner/load/thread_names.h"

namespace cxprof::perf_data {
namespace {

constexpr Mapping code{0x1000, 0x2000, 0, 1};
constexpr Mapping library{0x5000, 0x6000, 0x100, 2};
constexpr Mapping kernel{0xffffffff81000000, 0xffffffff82000000, 0, 3};

std::vector<AddressSpace> spaces_of(const ProcessMaps& maps) {
  std::vector<AddressSpace> spaces;
  for (const auto& space : maps.snapshots()) spaces.push_back(*space);
  return spaces;
}

TEST(ModuleKind, IsToldByTheWholeName) {
  auto user = [](const char* path) { return module_kind(path, false); };
  EXPECT_EQ(user("/usr/bin/naive"), ModuleKind::file);
  EXPECT_EQ(user("/tmp/gone (deleted)"), ModuleKind::file);
  EXPECT_EQ(user("/tmp/[vdso]/prog one"), ModuleKind::file);
  EXPECT_EQ(user("/dev/shm/code"), ModuleKind::file);
  EXPECT_EQ(user("[vdso]"), ModuleKind::vdso);
  for (const char* path : {"//anon", "[heap]", "[stack]", "[anon:v8]", "[vsyscall]", "[uprobes]",
                           "anon_inode:[io_uring]", "/dev/zero (deleted)", "/memfd:jit (deleted)",
                           "/anon_hugepage (deleted)", "/SYSV00000000 (deleted)", ""}) {
    EXPECT_EQ(user(path), ModuleKind::anonymous) << path;
  }
  EXPECT_EQ(module_kind("[kernel.kallsyms]_text", true), ModuleKind::kernel);
  EXPECT_EQ(module_kind("[nf_tables]", true), ModuleKind::kernel_module);
  EXPECT_EQ(module_kind("/lib/modules/6.1/x.ko", true), ModuleKind::kernel_module);
}

MapRecord map_of(const char* path, const char* build_id = "", bool kernel_map = false) {
  MapRecord map;
  map.path = path;
  map.build_id = build_id;
  map.kernel = kernel_map;
  return map;
}

TEST(ModuleTable, KnowsEachPathAndBuildIdOnce) {
  BuildIdTable build_ids;
  ModuleTable table(build_ids);
  ModuleId first = table.module_of(map_of("/bin/a", "aa"));
  EXPECT_NE(first, unknown_module);
  EXPECT_EQ(table.module_of(map_of("/bin/a", "aa")), first);
  EXPECT_NE(table.module_of(map_of("/bin/a", "bb")), first);  // rebuilt while it was recorded
  ModuleId kernel_id = table.module_of(map_of("[kernel.kallsyms]_text", "cc", true));
  std::vector<Module> modules = table.modules();
  ASSERT_EQ(modules.size(), 4U);
  EXPECT_EQ(modules[0], (Module{"", ModuleKind::unknown, ""}));
  EXPECT_EQ(modules[first], (Module{"/bin/a", ModuleKind::file, "aa"}));
  EXPECT_EQ(modules[kernel_id], (Module{"[kernel.kallsyms]", ModuleKind::kernel, "cc"}));
}

TEST(ProcessMaps, SnapshotsAreTakenWhenNeededAndKept) {
  ProcessMaps maps;
  maps.map(1, code);
  maps.map(1, library);
  AddressSpaceId first = maps.snapshot(1);
  EXPECT_EQ(maps.snapshot(1), first);
  maps.map(1, code);  // nothing new
  EXPECT_EQ(maps.snapshot(1), first);
  maps.map(1, {0x1800, 0x1900, 0, 4});
  AddressSpaceId second = maps.snapshot(1);
  EXPECT_NE(second, first);
  std::vector<AddressSpace> spaces = spaces_of(maps);
  ASSERT_EQ(spaces.size(), 2U);
  EXPECT_EQ(spaces[first].find(0x1850)->module, 1U);
  EXPECT_EQ(spaces[second].find(0x1850)->module, 4U);
  EXPECT_EQ(spaces[second].find(0x1950)->module, 1U);
}

TEST(ProcessMaps, AChildHasItsParentsUntilItChangesThem) {
  ProcessMaps maps;
  maps.map(1, code);
  maps.fork(1, 2);
  AddressSpaceId parent = maps.snapshot(1);
  EXPECT_EQ(maps.snapshot(2), parent);
  maps.map(2, library);
  AddressSpaceId child = maps.snapshot(2);
  EXPECT_NE(child, parent);
  EXPECT_EQ(maps.snapshot(1), parent);
  std::vector<AddressSpace> spaces = spaces_of(maps);
  EXPECT_EQ(spaces[parent].mappings, std::vector<Mapping>{code});
  EXPECT_EQ(spaces[child].mappings, (std::vector<Mapping>{code, library}));
}

TEST(ProcessMaps, AForkOfNobodyKeepsWhatIsKnown) {
  ProcessMaps maps;
  maps.map(2, code);
  maps.fork(1, 2);
  maps.fork(2, 2);
  EXPECT_EQ(maps.snapshots().size(), 0U);
  maps.snapshot(2);
  EXPECT_EQ(maps.snapshots().at(0)->mappings, std::vector<Mapping>{code});
}

TEST(ProcessMaps, ExecForgetsTheOldProgramInThisProcessOnly) {
  ProcessMaps maps;
  maps.map(1, code);
  maps.fork(1, 2);
  maps.clear(2);
  maps.map(2, library);
  AddressSpaceId child = maps.snapshot(2);
  AddressSpaceId parent = maps.snapshot(1);
  std::vector<AddressSpace> spaces = spaces_of(maps);
  EXPECT_EQ(spaces[child].mappings, std::vector<Mapping>{library});
  EXPECT_EQ(spaces[parent].mappings, std::vector<Mapping>{code});
}

TEST(ProcessMaps, EqualStatesShareASnapshot) {
  ProcessMaps maps;
  maps.map(1, code);
  maps.map(2, code);
  EXPECT_EQ(maps.snapshot(1), maps.snapshot(2));
  EXPECT_EQ(maps.snapshot(3), maps.snapshot(4));  // nothing known of either
  EXPECT_EQ(maps.snapshots().size(), 2U);
}

TEST(ProcessMaps, ForgetsTheStatesOfThePast) {
  ProcessMaps maps;
  AddressSpaceId last = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    maps.map(100, {0x1000 * (i + 1), 0x1000 * (i + 2), 0, 1});
    last = maps.snapshot(100);
  }
  maps.map(200, {0x1000, 0x2000, 0, 2});
  AddressSpaceId other = maps.snapshot(200);
  maps.forget_old_snapshots();
  std::size_t kept = 0;
  for (const auto& space : maps.snapshots()) kept += space != nullptr;
  EXPECT_EQ(kept, 2U);
  EXPECT_EQ(maps.snapshots().at(last)->mappings.size(), 200U);
  EXPECT_EQ(maps.snapshot(100), last);
  EXPECT_EQ(maps.snapshot(200), other);
}

TEST(ProcessMaps, TheKernelIsInEveryProcessEvenWhenItComesLater) {
  ProcessMaps maps;
  maps.map(1, code);
  AddressSpaceId before = maps.snapshot(1);
  EXPECT_FALSE(maps.has_kernel());
  maps.map_kernel(kernel);
  AddressSpaceId after = maps.snapshot(1);
  AddressSpaceId other = maps.snapshot(2);
  std::vector<AddressSpace> spaces = spaces_of(maps);
  EXPECT_EQ(spaces[before].find(kernel.start), nullptr);
  EXPECT_EQ(spaces[after].mappings, (std::vector<Mapping>{code, kernel}));
  EXPECT_EQ(spaces[other].mappings, std::vector<Mapping>{kernel});
}

TEST(ProcessMaps, AKernelThatClaimsUserSpaceHidesNothing) {
  ProcessMaps maps;
  maps.map(1, code);
  maps.map_kernel({0, ~0ULL, 0, 3});
  maps.snapshot(1);
  AddressSpace space = *maps.snapshots().at(0);
  EXPECT_EQ(space.find(0x1500)->module, 1U);
  EXPECT_EQ(space.find(0x2500)->module, 3U);
}

TEST(ThreadNames, FollowTheThreads) {
  ThreadNames names;
  names.rename(10, "naive");
  names.inherit(10, 11);
  ThreadNameId inherited = names.name_of(11);
  EXPECT_EQ(inherited, names.name_of(10));
  names.rename(11, "worker");
  ThreadNameId renamed = names.name_of(11);
  names.rename(12, "worker");
  EXPECT_EQ(names.name_of(12), renamed);
  ThreadNameId unknown = names.name_of(1234);
  names.inherit(1234, 1235);
  ThreadNameId unknown_child = names.name_of(1235);
  ThreadNameId idle = names.name_of(0);
  std::vector<std::string> all = names.take();
  EXPECT_EQ(all[inherited], "naive");
  EXPECT_EQ(all[renamed], "worker");
  EXPECT_EQ(all[unknown], ":1234");
  EXPECT_EQ(all[unknown_child], ":1235");
  EXPECT_EQ(all[idle], "swapper");
}

}  // namespace
}  // namespace cxprof::perf_data
