#include "runner/symbolize/kernel_symbols.h"

#include <gtest/gtest.h>
#include <sys/utsname.h>

#include "runner/elf/build_id_note.h"
#include "runner/symbolize/kallsyms.h"
#include "runner/symbolize/kernel_symbolizer.h"

namespace cxprof {
namespace {

constexpr const char* kallsyms =
    "0000000000000000 A fixed_percpu_data\n"
    "ffffffff81000000 T _text\n"
    "ffffffff81000000 T _stext\n"
    "ffffffff81000100 t local_helper\n"
    "ffffffff81000200 W weak_one\n"
    "ffffffff81000200 T strong_one\n"
    "ffffffff81000300 D some_data\n"
    "ffffffff81000400 T last_of_image\n"
    "ffffffffa0000010 t module_first\t[ext4]\n"
    "ffffffffa0000080 t module_last\t[ext4]\n"
    "ffffffffa0005000 t other_module\t[nfs]\n";

std::string name_at(const KernelSymbols& symbols, std::uint64_t address) {
  auto symbol = symbols.find(address);
  return symbol ? std::string(symbol->name) : "";
}

TEST(KernelSymbols, ReachToTheNextSymbol) {
  KernelSymbols symbols = parse_kallsyms(kallsyms);
  EXPECT_EQ(name_at(symbols, 0xffffffff81000100), "local_helper");
  EXPECT_EQ(name_at(symbols, 0xffffffff810001ff), "local_helper");
  EXPECT_EQ(name_at(symbols, 0xffffffff81000250), "strong_one");
  EXPECT_EQ(symbols.find(0xffffffff81000210)->start, 0xffffffff81000200);
}

TEST(KernelSymbols, DataEndsAFunctionButIsNone) {
  EXPECT_EQ(name_at(parse_kallsyms(kallsyms), 0xffffffff81000310), "");
}

// As perf does it.
TEST(KernelSymbols, OfAliasesTheLastIsTaken) {
  EXPECT_EQ(name_at(parse_kallsyms(kallsyms), 0xffffffff81000010), "_stext");
}

TEST(KernelSymbols, TheLastOfAModuleEndsWithItsPage) {
  KernelSymbols symbols = parse_kallsyms(kallsyms);
  EXPECT_EQ(name_at(symbols, 0xffffffffa0000090), "module_last");
  EXPECT_EQ(name_at(symbols, 0xffffffffa0001000), "");
  EXPECT_EQ(name_at(symbols, 0xffffffff81000fff), "last_of_image");
  EXPECT_EQ(name_at(symbols, 0xffffffff81001000), "");
  EXPECT_EQ(name_at(symbols, 0xffffffffa0005000), "other_module");
}

TEST(KernelSymbols, HiddenAddressesAreNoSymbols) {
  KernelSymbols symbols = parse_kallsyms("0000000000000000 T _text\n0000000000000000 T schedule\n");
  EXPECT_TRUE(symbols.empty());
  EXPECT_EQ(name_at(symbols, 0), "");
}

TEST(KernelSymbols, PassesOverWhatItCannotRead) {
  KernelSymbols symbols =
      parse_kallsyms("nonsense\n\nffffffff81000000\nffffffff81000000 T\nffffffff81000000 T good");
  EXPECT_EQ(name_at(symbols, 0xffffffff81000001), "good");
}

TEST(Kallsyms, PiecesOfAnySizeAreTheSameText) {
  KernelSymbols whole = parse_kallsyms(kallsyms);
  for (std::size_t size : {1U, 7U, 64U}) {
    KallsymsParser parser(false);
    std::string_view text = kallsyms;
    for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(size, text.size()))) {
      parser.feed(text.substr(0, size));
    }
    KernelSymbols pieces(parser.finish());
    ASSERT_EQ(pieces.data().entries.size(), whole.data().entries.size());
    for (const KernelSymbolEntry& entry : whole.data().entries) {
      EXPECT_EQ(name_at(pieces, entry.start), name_at(whole, entry.start));
      EXPECT_EQ(pieces.find(entry.start)->end, entry.end);
    }
  }
}

TEST(Kallsyms, WhatComesAndGoesCanBeLeftOut) {
  std::string text = std::string(kallsyms) +
                     "ffffffffc0000000 t bpf_prog_1234_hot\t[bpf]\n"
                     "ffffffffc0201000 t ftrace_trampoline\t[__builtin__ftrace]\n";
  KallsymsParser parser(true);
  parser.feed(text);
  KernelSymbols lasting(parser.finish());
  EXPECT_EQ(name_at(lasting, 0xffffffffa0000010), "module_first");
  EXPECT_EQ(name_at(lasting, 0xffffffffc0000000), "");
  EXPECT_EQ(name_at(lasting, 0xffffffffc0201000), "");
  EXPECT_EQ(name_at(parse_kallsyms(text), 0xffffffffc0000000), "bpf_prog_1234_hot");
  EXPECT_EQ(lasting.data().image_start, 0xffffffff81000000);
  EXPECT_EQ(lasting.data().image_end, 0xffffffff81000400);
}

std::string reason(const BuildId& kernel_id, const Recording& recording) {
  return kernel_mismatch_reason(
      {Module{}, Module{"[kernel.kallsyms]", ModuleKind::kernel, kernel_id}}, recording);
}

Recording recording_on(const std::string& release) {
  Recording recording;
  recording.host.kernel = release;
  return recording;
}

std::string running_release() {
  struct utsname running {};
  uname(&running);
  return running.release;
}

TEST(KernelMismatch, TheBuildIdDecidesWhereOneWasRecorded) {
  BuildId running = running_kernel_build_id();
  if (running.empty()) GTEST_SKIP() << "/sys/kernel/notes cannot be read";
  EXPECT_EQ(reason(running, recording_on("5.10.0-other")), "");
  EXPECT_EQ(reason(std::string(40, 'a'), recording_on(running_release())),
            "it was recorded on another kernel");
}

TEST(KernelMismatch, OtherwiseTheReleaseDoes) {
  EXPECT_EQ(reason("", recording_on(running_release())), "");
  EXPECT_EQ(reason("", recording_on("5.10.0-other")), "it was recorded on another kernel");
  EXPECT_EQ(reason("", recording_on("")), "the recording does not say on which kernel it was made");
}

TEST(KernelMismatch, ARestartMovesTheKernel) {
  Recording recording = recording_on(running_release());
  recording.started_at = "2001-01-01T00:00:00+00:00";
  EXPECT_EQ(reason("", recording), "the machine was restarted since the recording");
}

TEST(KernelSymbolizer, ReadsNothingForAnotherKernelAndSaysWhy) {
  std::vector<Module> modules{
      Module{}, Module{"[kernel.kallsyms]", ModuleKind::kernel, std::string(40, 'a')}};
  Recording recording;
  KernelSymbolizer symbolizer(modules, recording);
  EXPECT_EQ(symbolizer.find(0xffffffff81000100), nullptr);
  ModuleFacts facts;
  symbolizer.report(facts);
  EXPECT_FALSE(facts.has_symbols);
  EXPECT_EQ(facts.missing_reason, "it was recorded on another kernel");
}

TEST(KernelSymbolizer, SaysNothingWhereNoKernelAddressOccurred) {
  std::vector<Module> modules{Module{}};
  Recording recording;
  ModuleFacts facts;
  KernelSymbolizer(modules, recording).report(facts);
  EXPECT_EQ(facts.missing_reason, "");
}

}  // namespace
}  // namespace cxprof
