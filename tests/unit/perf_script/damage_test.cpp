// Whatever the bytes: no crash, no hang, and what is whole is kept.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>

#include "runner/perf_script/load_perf_script.h"
#include "runner/support/error.h"
#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

std::string valid_text() {
  return "# hostname : x\n"
         "# event : name = cycles, { sample_period, sample_freq } = 997, sample_type = IP, freq = "
         "1\n"
         "a b 1/2 [001] 1.500000:    1003009 cpu-clock: \n"
         "\t            1157 in2 (inlined)\n\t            1157 real_fn+0x17 (/x) (y/p)\n"
         "\t            1049 std::function<void (int)>::operator()+0x9 (/p)\n  main.cpp:5\n\n"
         "nl\nname 3 1.6: cycles: \n\tffffffff81000130 [unknown] ([kernel.kallsyms])\n"
         " ilen: 3 insn: 48 39 c7\n"
         "            prog 3 1.7:  1 cycles:      55f9ab7d5148 inner+0x1f (/p)\n"
         "prog 3 1.8: PERF_RECORD_LOST lost 3\n"
         "prog 3 cycles: \n\t            1049 g (/p)\n\n";
}

// Every id must lie in its table; reports walk them unchecked.
void expect_sound(const SymbolizedProfile& profile) {
  ASSERT_EQ(profile.frames.size(), profile.addresses.size());
  ASSERT_EQ(profile.module_facts.size(), profile.modules.size());
  for (const UnwoundSample& sample : profile.samples) {
    ASSERT_LT(sample.stack, profile.stacks.nodes.size());
    ASSERT_LT(sample.event, profile.events.size());
    ASSERT_LT(sample.thread_name, profile.thread_names.size());
  }
  for (std::size_t id = 1; id < profile.stacks.nodes.size(); ++id) {
    ASSERT_LT(profile.stacks.nodes[id].caller, id);
    ASSERT_LT(profile.stacks.nodes[id].address, profile.addresses.size());
  }
  for (std::size_t id = 0; id < profile.addresses.size(); ++id) {
    ASSERT_LT(profile.addresses[id].module, profile.modules.size());
    ASSERT_FALSE(profile.frames[id].empty());
    for (const Frame& frame : profile.frames[id]) {
      ASSERT_LT(frame.function, profile.functions.size());
      ASSERT_LT(frame.file, profile.source_files.size());
    }
  }
  for (const Event& event : profile.events) ASSERT_FALSE(event.name.empty());
}

TEST(DamagedText, EveryTruncationGivesAProfile) {
  std::string text = valid_text();
  std::size_t before = 0;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    SymbolizedProfile profile = read_text(text.substr(0, size));
    expect_sound(profile);
    EXPECT_GE(profile.samples.size() + 1, before) << "at byte " << size;
    before = std::max(before, profile.samples.size());
  }
  EXPECT_EQ(before, 4U);
}

TEST(DamagedText, MutationsGiveAProfile) {
  std::mt19937 random(20240607);  // fixed: a failure can be repeated
  const std::string valid = valid_text();
  const std::string special(" \t\n\r\0()[]/:.+x0-9#;<>{}\x7f\xff", 27);
  auto below = [&](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  };
  for (int round = 0; round < 4000; ++round) {
    std::string text = valid;
    for (std::size_t change = 1 + below(12); change > 0; --change) {
      std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text[at] = special[below(special.size())];
          break;
        case 2:
          text.erase(at, 1 + below(20));
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        default:
          text.insert(at, 1 + below(30), special[below(special.size())]);
      }
      if (text.empty()) text = valid;
    }
    SymbolizedProfile profile = read_text(text);
    expect_sound(profile);
    if (HasFatalFailure()) FAIL() << text;
    if (round % 16 != 0) continue;
    for (ReportFormat format : {ReportFormat::terminal, ReportFormat::json, ReportFormat::collapsed,
                                ReportFormat::perf_script}) {
      report_text(profile, format);
    }
  }
}

TEST(DamagedText, RandomBytesAreAnErrorOrAProfile) {
  std::mt19937 random(7);
  std::filesystem::path file = testing::TempDir() + "cxprof_random_bytes";
  for (int round = 0; round < 20; ++round) {
    std::string bytes(65536, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    std::ofstream(file, std::ios::binary) << bytes;
    try {
      expect_sound(load_perf_script(file));
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("no sample"));
    }
  }
  std::filesystem::remove(file);
}

double seconds_to_read(const std::string& text) {
  auto start = std::chrono::steady_clock::now();
  expect_sound(read_text(text));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeated(const std::string& part, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + part.size());
  while (text.size() < bytes) text += part;
  return text;
}

// Twice the length may take twice the time, not four times; the bound is generous for busy
// machines.
TEST(DamagedText, LongLinesTakeLinearTime) {
  constexpr std::size_t bytes = 1000 * 1000;
  for (const char* part : {"1 ",
                           "1/2 ",
                           "1 1.5: ",
                           "a:",
                           " (/",
                           ") (/",
                           " (",
                           ")",
                           "(",
                           "+0x1 (",
                           " ",
                           "\t",
                           "0x1/2 ",
                           "[1] ",
                           "1 [000] ",
                           " => ",
                           "ffffffffffffffff ",
                           "_ZN",
                           "<",
                           "operator<",
                           " ilen: "}) {
    std::string body = repeated(part, bytes);
    EXPECT_LT(seconds_to_read(body), 2.0) << part;
    EXPECT_LT(seconds_to_read("a 1 1.5: cycles: \n\t 1 " + body + ")\n\n"), 2.0) << part;
    EXPECT_LT(seconds_to_read("a 1 1.5: cycles: " + body + "\n\n"), 2.0) << part;
  }
}

TEST(DamagedText, ManyDistinctNamesTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    text += fmt::format("c{} {} 1.5: e{}: \n\t 0 f{} (/p)\n\n", i, i, i, i);
  }
  EXPECT_LT(seconds_to_read(text), 20.0);
}

TEST(DamagedText, AnOverlongLineIsOneFault) {
  std::filesystem::path file = testing::TempDir() + "cxprof_overlong_line";
  {
    std::ofstream out(file, std::ios::binary);
    out << std::string(3U << 20U, 'x') << "\na 1 1.5: cycles: \n\t 1 f (/p)\n\n";
  }
  SymbolizedProfile profile = load_perf_script(file);
  EXPECT_EQ(profile.samples.size(), 1U);
  ASSERT_EQ(profile.findings.size(), 1U);
  EXPECT_THAT(profile.findings[0].text, testing::HasSubstr("line 1"));
  EXPECT_LT(profile.findings[0].text.size(), 400U);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace cxprof
