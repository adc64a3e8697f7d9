// Files whose headers are whole but whose contents are not: names may be wrong, nothing may crash.
#include <gtest/gtest.h>

#include <random>

#include "runner/elf/module_files.h"
#include "runner/support/error.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

TEST(Damage, FlippedBytesInSymbolsAndDebugInformationAreSurvived) {
  TestDirectory directory;
  std::string image = read_file(test_program("hidden"));
  std::uint64_t main_address = nm_address("hidden", "main");
  std::mt19937 random(7);
  std::size_t named = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = image;
    // Debug information, symbols and strings stand behind the loaded part of the file.
    std::size_t first = damaged.size() / 2;
    for (int i = 0; i < 1 + round % 20; ++i) {
      damaged[first + random() % (damaged.size() - first - 4096)] = static_cast<char>(random());
    }
    write_file(directory / "damaged", damaged);
    UnwoundProfile unwound;
    unwound.modules = {Module{}, Module{(directory / "damaged").string(), ModuleKind::file, ""}};
    unwound.files = std::make_shared<ModuleFiles>(unwound.modules, FileSearch{{}, {}});
    for (std::uint64_t i = 0; i < 64; ++i) {
      unwound.addresses.push_back({1, AddressKind::instruction_pointer, main_address - 32 + i, -1});
    }
    auto profile = symbolize(std::move(unwound), {});
    for (const auto& frames : profile.frames) {
      ASSERT_FALSE(frames.empty());
      named += profile.functions[frames.back().function].source == NameSource::none ? 0 : 1;
    }
  }
  EXPECT_GT(named, 0U);
}

}  // namespace
}  // namespace cxprof
