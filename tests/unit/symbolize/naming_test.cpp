// The room's door: every address of a profile gets its frames.
#include <gmock/gmock.h>
#include <unistd.h>

#include "runner/elf/module_files.h"
#include "runner/elf/own_vdso.h"
#include "runner/symbolize/nameless.h"
#include "runner/symbolize/symbol_table.h"
#include "runner/symbolize/system_modules.h"
#include "tests/unit/symbolize/test_programs.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// One address in each of some modules without files.
SymbolizedProfile symbolize_modules(std::vector<Module> modules,
                                    std::vector<FrameAddress> addresses) {
  UnwoundProfile unwound;
  unwound.modules = std::move(modules);
  unwound.files = std::make_shared<ModuleFiles>(unwound.modules, FileSearch{{}, {}});
  unwound.addresses = std::move(addresses);
  return symbolize(std::move(unwound), {});
}

TEST(Naming, AddressesWithoutNamesStandUnderTheirObject) {
  auto profile = symbolize_modules(
      {Module{}, Module{"/opt/lib/libx.so.6", ModuleKind::file, ""},
       Module{"[kernel.kallsyms]", ModuleKind::kernel, std::string(40, 'a')},
       Module{"//anon", ModuleKind::anonymous, ""}, Module{"[vdso]", ModuleKind::vdso, "ab"}},
      {{0, AddressKind::instruction_pointer, 0x10, -1},
       {1, AddressKind::instruction_pointer, 0x10, -1},
       {2, AddressKind::instruction_pointer, 0xffffffff81000000, -1},
       {3, AddressKind::instruction_pointer, 0x10, -1},
       {4, AddressKind::instruction_pointer, 0x10, -1},
       {1, AddressKind::return_address, 0x99, -1}});
  EXPECT_THAT(names_at(profile, 0), ElementsAre("[unknown]"));
  EXPECT_THAT(names_at(profile, 1), ElementsAre("[libx.so.6]"));
  EXPECT_THAT(names_at(profile, 2), ElementsAre("[kernel]"));
  EXPECT_THAT(names_at(profile, 3), ElementsAre("[JIT]"));
  EXPECT_THAT(names_at(profile, 4), ElementsAre("[vdso]"));
  EXPECT_EQ(profile.frames[1][0].function, profile.frames[5][0].function) << "one for a module";
  EXPECT_EQ(physical_at(profile, 1).source, NameSource::none);
  EXPECT_EQ(physical_at(profile, 1).raw_name, "");
  EXPECT_FALSE(profile.module_facts[1].file_found);
  EXPECT_EQ(profile.module_facts[1].missing_reason, "the file is gone");
  EXPECT_EQ(profile.module_facts[2].missing_reason, "it was recorded on another kernel");
}

TEST(Naming, TheVdsoIsNamedFromItsDynamicSymbols) {
  auto vdso = own_vdso();
  if (!vdso) GTEST_SKIP() << "this kernel maps no vdso";
  ModuleFile file;
  file.image = vdso;
  SymbolTable table(file);
  ASSERT_FALSE(table.symbols().empty());
  const Symbol& symbol = table.symbols().front();
  auto profile = symbolize_modules({Module{}, Module{"[vdso]", ModuleKind::vdso, vdso->build_id()}},
                                   {{1, AddressKind::instruction_pointer, symbol.start, -1}});
  EXPECT_EQ(physical_at(profile, 0).raw_name, symbol.name);
  EXPECT_EQ(physical_at(profile, 0).source, NameSource::dynamic);
  EXPECT_EQ(profile.module_facts[1].missing_reason, "");
}

TEST(Naming, AFileOfAnotherBuildGivesNoNames) {
  std::string path = test_program("hidden").string();
  auto profile =
      symbolize_modules({Module{}, Module{path, ModuleKind::file, std::string(40, 'a')}},
                        {{1, AddressKind::instruction_pointer, nm_address("hidden", "main"), -1}});
  EXPECT_THAT(names_at(profile, 0), ElementsAre("[hidden]"));
  EXPECT_TRUE(profile.module_facts[1].build_id_mismatch);
  EXPECT_EQ(profile.module_facts[1].missing_reason, "the file was rebuilt since the recording");
}

TEST(Naming, AStrippedFunctionIsNotItsNeighbour) {
  auto profile = symbolize_program("hidden-stripped", {nm_address("hidden", "_ZL10hidden_hotm"),
                                                       nm_address("hidden", "exported_last")});
  EXPECT_THAT(names_at(profile, 0), ElementsAre("[hidden-stripped]"));
  EXPECT_THAT(names_at(profile, 1), ElementsAre("exported_last"));
  EXPECT_EQ(profile.module_facts[1].missing_reason, "stripped");
  EXPECT_FALSE(profile.module_facts[1].has_symbols);
  EXPECT_FALSE(profile.module_facts[1].has_line_info);
}

TEST(Naming, InlinedFunctionsStandInnermostFirst) {
  std::uint64_t start = nm_address("inlines", "_Z8physicalm");
  auto profile = symbolize_program("inlines", {start + 16});
  EXPECT_THAT(names_at(profile, 0),
              ElementsAre("innermost (inlined)", "middle (inlined)", "physical(unsigned long)"));
  const std::vector<Frame>& frames = profile.frames[0];
  EXPECT_FALSE(frames[2].inlined);
  EXPECT_EQ(frames[2].offset, 16U);
  for (const Frame& frame : frames) {
    EXPECT_THAT(profile.source_files[frame.file], EndsWith("/programs/inlines.cpp"));
  }
  // for (…) in innermost; the call in middle; the call in physical.
  EXPECT_EQ(frames[0].line, 16U);
  EXPECT_EQ(frames[1].line, 18U);
  EXPECT_EQ(frames[2].line, 20U);
}

TEST(Naming, WithoutInlinedFramesOnlyThePhysicalFunctionIsNamed) {
  std::uint64_t start = nm_address("inlines", "_Z8physicalm");
  SymbolizeOptions options;
  options.inlined_frames = false;
  auto profile = symbolize_program("inlines", {start + 16}, options);
  EXPECT_THAT(names_at(profile, 0), ElementsAre("physical(unsigned long)"));
  EXPECT_THAT(physical_at(profile, 0).declaration_file, EndsWith("/programs/inlines.cpp"));
  EXPECT_EQ(physical_at(profile, 0).declaration_line, 19U);
}

TEST(Naming, FunctionsKnowWhereTheyAreDeclared) {
  auto profile =
      symbolize_program("inlines", {nm_address("inlines", "_Z8physicalm") + 16,
                                    nm_address("inlines", "_ZNK6shapes7VisitorltERKS0_")});
  const Function& innermost = profile.functions[profile.frames[0][0].function];
  EXPECT_THAT(innermost.declaration_file, StartsWith("/"));
  EXPECT_THAT(innermost.declaration_file, EndsWith("/programs/inlines.cpp"));
  EXPECT_EQ(innermost.declaration_line, 15U);
  EXPECT_EQ(physical_at(profile, 1).name,
            "shapes::Visitor::operator<(shapes::Visitor const&) const");
  EXPECT_THAT(physical_at(profile, 1).declaration_file, EndsWith("/programs/inlines.cpp"));
}

// The call of a function that does not return may be the last instruction of its caller.
TEST(Naming, AReturnAddressBelongsToTheCallBeforeIt) {
  std::uint64_t end = 0;
  for (const NmSymbol& symbol : nm_functions("inlines")) {
    if (symbol.name == "_Z14calls_gives_upm") end = symbol.start + symbol.size;
  }
  ASSERT_NE(end, 0U);
  UnwoundProfile unwound;
  std::string path = test_program("inlines").string();
  unwound.modules = {Module{}, Module{path, ModuleKind::file, ""}};
  unwound.files = std::make_shared<ModuleFiles>(unwound.modules, FileSearch{{}, {}});
  unwound.addresses = {{1, AddressKind::return_address, end, -1},
                       {1, AddressKind::instruction_pointer, end, -1}};
  auto profile = symbolize(std::move(unwound), {});
  EXPECT_EQ(physical_at(profile, 0).name, "calls_gives_up(unsigned long)");
  EXPECT_NE(physical_at(profile, 1).name, "calls_gives_up(unsigned long)");
}

TEST(Naming, DebugInformationNamesWhatTheSymbolTableLost) {
  auto profile =
      symbolize_program("inlines-without-symbols", {nm_address("inlines", "_Z8physicalm") + 16});
  EXPECT_THAT(names_at(profile, 0),
              ElementsAre("innermost (inlined)", "middle (inlined)", "physical(unsigned long)"));
  EXPECT_EQ(physical_at(profile, 0).source, NameSource::debug_info);
}

TEST(Naming, ReadsCompressedAndOlderDebugInformation) {
  for (const char* program : {"inlines-compressed", "inlines-dwarf4", "inlines-types"}) {
    auto profile = symbolize_program(program, {nm_address(program, "_Z8physicalm") + 16});
    EXPECT_THAT(names_at(profile, 0),
                ElementsAre("innermost (inlined)", "middle (inlined)", "physical(unsigned long)"))
        << program;
  }
}

TEST(Naming, TheProducerIsTheCompilerOfTheHotCode) {
  auto profile = symbolize_program("labels", {nm_address("labels", "main")});
  EXPECT_THAT(profile.module_facts[1].producer, HasSubstr("-O1"));
  profile = symbolize_program(
      "labels", {nm_address("labels", "untyped_hot"), nm_address("labels", "typed_without_size"),
                 nm_address("labels", "main")});
  EXPECT_THAT(profile.module_facts[1].producer, StartsWith("GNU AS"));
}

TEST(Naming, TheProgramIsLookedAtWithoutAnySample) {
  UnwoundProfile unwound;
  std::string path = test_program("inlines").string();
  unwound.modules = {Module{}, Module{path, ModuleKind::file, ""}};
  unwound.files = std::make_shared<ModuleFiles>(unwound.modules, FileSearch{{}, {}});
  unwound.recording.snapshots.push_back({path, path, "", 0});
  auto profile = symbolize(std::move(unwound), {});
  EXPECT_THAT(profile.module_facts[1].producer, HasSubstr("-O2"));
  EXPECT_TRUE(profile.module_facts[1].has_symbols);
  EXPECT_THAT(profile.frames, IsEmpty());
}

TEST(Naming, EverythingElseIsHandedOn) {
  UnwoundProfile unwound;
  unwound.modules = {Module{}};
  unwound.events.push_back({"cpu-clock", 997, 0, true, true, false});
  unwound.thread_names = {"worker"};
  unwound.losses.lost_samples = 5;
  unwound.findings.push_back({Severity::note, "code", "text", ""});
  unwound.recording.name = "naive";
  unwound.addresses = {{0, AddressKind::instruction_pointer, 1, -1}};
  unwound.stacks.nodes.push_back({empty_stack, 0});
  unwound.samples.resize(3);
  auto profile = symbolize(std::move(unwound), {});
  EXPECT_EQ(profile.events.at(0).name, "cpu-clock");
  EXPECT_THAT(profile.thread_names, ElementsAre("worker"));
  EXPECT_EQ(profile.losses.lost_samples, 5U);
  EXPECT_EQ(profile.findings.size(), 1U);
  EXPECT_EQ(profile.recording.name, "naive");
  EXPECT_EQ(profile.stacks.nodes.size(), 2U);
  EXPECT_EQ(profile.samples.size(), 3U);
  EXPECT_EQ(profile.module_facts.size(), 1U);
  EXPECT_EQ(profile.source_files.at(0), "");
}

TEST(SystemModules, AreTheSystemsLibraryDirectories) {
  EXPECT_TRUE(is_system_library("/usr/lib/x86_64-linux-gnu/libc.so.6"));
  EXPECT_TRUE(is_system_library("/lib64/ld-linux-x86-64.so.2"));
  EXPECT_FALSE(is_system_library("/usr/local/lib/libmine.so"));
  EXPECT_FALSE(is_system_library("/home/user/lib/libmine.so"));
  EXPECT_FALSE(is_system_library("/usr/bin/tool"));
}

TEST(SystemModules, TheCLibraryHasAPackageToInstall) {
  for (const char* path :
       {"/usr/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libm.so.6",
        "/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/libpthread-2.31.so"}) {
    EXPECT_EQ(missing_symbols_reason(path, false), "no symbol table; install libc6-dbg") << path;
  }
  EXPECT_EQ(missing_symbols_reason("/opt/lib/libc.so.6", false), "stripped");
  EXPECT_EQ(missing_symbols_reason("/usr/lib/libcurl.so.4", false), "stripped");
  EXPECT_EQ(missing_symbols_reason("/usr/lib/libcurl.so.4", true), "");
}

TEST(Nameless, IsTheBaseNameInBrackets) {
  EXPECT_EQ(nameless_function({"/tmp/gone (deleted)", ModuleKind::file, ""}), "[gone (deleted)]");
  EXPECT_EQ(nameless_function({"[ext4]", ModuleKind::kernel_module, ""}), "[ext4]");
  EXPECT_EQ(nameless_function({"", ModuleKind::file, ""}), "[unknown]");
}

}  // namespace
}  // namespace cxprof
