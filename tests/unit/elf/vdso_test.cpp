#include <gtest/gtest.h>

#include "runner/elf/build_id_note.h"
#include "runner/elf/module_files.h"
#include "runner/elf/own_vdso.h"

namespace cxprof {
namespace {

ModuleFile find_vdso(const BuildId& vdso_id, const BuildId& kernel_id) {
  ModuleFiles files({Module{}, Module{"[vdso]", ModuleKind::vdso, vdso_id},
                     Module{"[kernel.kallsyms]", ModuleKind::kernel, kernel_id}},
                    {{}, {}});
  return files.file(1);
}

class Vdso : public testing::Test {
 protected:
  void SetUp() override {
    if (!own_vdso()) GTEST_SKIP() << "this kernel maps no vdso";
  }
};

TEST_F(Vdso, IsACompleteElfFile) {
  auto vdso = own_vdso();
  EXPECT_TRUE(vdso->has_section(".dynsym"));
  ASSERT_FALSE(vdso->segments().empty());
  EXPECT_TRUE(vdso->segments()[0].executable);
}

TEST_F(Vdso, IsTakenByItsBuildId) {
  EXPECT_NE(find_vdso(own_vdso()->build_id(), "").image, nullptr);
  EXPECT_EQ(find_vdso(std::string(40, 'a'), "").image, nullptr);
}

TEST_F(Vdso, WithoutBuildIdIsTakenOnlyOnTheRecordedKernel) {
  BuildId running = running_kernel_build_id();
  if (running.empty()) GTEST_SKIP() << "/sys/kernel/notes cannot be read";
  EXPECT_NE(find_vdso("", running).image, nullptr);
  EXPECT_EQ(find_vdso("", std::string(40, 'a')).image, nullptr);
  EXPECT_EQ(find_vdso("", "").reason, "nothing tells that the vdso is the recorded one");
}

}  // namespace
}  // namespace cxprof
