// Texts that this project did not make, against what came with them.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runner/perf_script/load_perf_script.h"
#include "runner/report/collapsed_names.h"
#include "runner/symbolize/demangle.h"
#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

fs::path data_directory() {
  const char* from_environment = std::getenv("CXPROF_SHARED_DIR");
  return fs::path(from_environment ? from_environment : CXPROF_SHARED_DIR) / "data";
}

std::uint64_t total_period(const SymbolizedProfile& profile) {
  std::uint64_t total = 0;
  for (const UnwoundSample& sample : profile.samples) total += sample.period;
  return total;
}

TEST(ForeignTexts, HaveTheirSamples) {
  std::ifstream expected(data_directory() / "EXPECTED.tsv");
  if (!expected) GTEST_SKIP() << "no " << (data_directory() / "EXPECTED.tsv").string();
  std::string line;
  std::size_t files = 0;
  while (std::getline(expected, line)) {
    std::istringstream columns(line);
    std::string file, samples, remark;
    std::getline(columns, file, '\t');
    std::getline(columns, samples, '\t');
    std::getline(columns, remark, '\t');
    if (!file.starts_with("perf-script/")) continue;
    SCOPED_TRACE(file);
    ++files;
    SymbolizedProfile profile = load_perf_script(data_directory() / file);
    EXPECT_EQ(std::to_string(profile.samples.size()), samples);
    constexpr std::string_view weight = "total weight ";
    if (remark.starts_with(weight)) {
      EXPECT_EQ(std::to_string(total_period(profile)), remark.substr(weight.size()));
    }
    if (remark == "two events, first 333") {
      ASSERT_EQ(profile.events.size(), 2U);
      EXPECT_EQ(std::ranges::count(profile.samples, 0U, &UnwoundSample::event), 333);
    }
    if (remark.find("malformed") != std::string::npos) {
      ASSERT_EQ(profile.findings.size(), 1U);
      EXPECT_THAT(profile.findings[0].text, testing::HasSubstr("line 5 (THIS_IS_A_WEIRD_LINE)"));
    } else if (file == "perf-script/inferno/no-events.txt") {
      ASSERT_EQ(profile.findings.size(), 1U);
      EXPECT_THAT(profile.findings[0].text, testing::HasSubstr("The text holds no samples"));
    } else {
      EXPECT_THAT(profile.findings, testing::IsEmpty());
    }
  }
  EXPECT_GT(files, 0U);
}

using Folded = std::map<std::string, std::uint64_t>;

// As our names are: the collapsers leave mangled names and clone suffixes as they are in the text.
std::string as_ours(std::string_view frame) {
  std::string_view mark;
  for (std::string_view known : {"_[k]", "_[j]", "_[i]"}) {
    if (frame.ends_with(known)) mark = known;
  }
  std::string_view name = frame.substr(0, frame.size() - mark.size());
  Function function;
  function.name = display_name(name);
  function.source = NameSource::symbol;
  std::string ours(name);
  if (name.starts_with("_Z") || without_clone_suffix(name) != name) {
    ours = collapsed_name(function, {}, false, false);
  }
  return ours + std::string(mark);
}

Folded folded(std::istream& in, bool handed) {
  Folded stacks;
  for (std::string line; std::getline(in, line);) {
    std::size_t blank = line.rfind(' ');
    std::string stack;
    std::istringstream frames(line.substr(0, blank));
    for (std::string frame; std::getline(frames, frame, ';');) {
      stack += (stack.empty() ? "" : ";") + (handed ? as_ours(frame) : frame);
    }
    stacks[stack] += std::stoull(line.substr(blank + 1));
  }
  return stacks;
}

struct Pair {
  const char* text;
  const char* expected;
  std::uint64_t dropped;  ///< Weight of the last sample, which the FlameGraph collapser drops where
                          ///< no empty line follows.
  bool annotated;
};

class HandedFolds : public testing::TestWithParam<Pair> {};

TEST_P(HandedFolds, AreReproduced) {
  fs::path directory = data_directory() / "perf-script";
  std::ifstream file(directory / GetParam().expected);
  if (!file) GTEST_SKIP() << "no " << (directory / GetParam().expected).string();
  Folded expected = folded(file, true);
  ReportOptions options;
  options.annotate = GetParam().annotated;
  std::istringstream report(
      report_text(load_perf_script(directory / GetParam().text), ReportFormat::collapsed, options));
  Folded ours = folded(report, false);
  std::uint64_t more = 0;
  std::size_t differing = 0;
  for (const auto& [stack, weight] : ours) {
    std::uint64_t before = expected.contains(stack) ? expected[stack] : 0;
    EXPECT_GE(weight, before) << stack;
    if (weight != before) {
      more += weight - before;
      ++differing;
    }
  }
  for (const auto& [stack, weight] : expected) EXPECT_TRUE(ours.contains(stack)) << stack;
  EXPECT_EQ(more, GetParam().dropped);
  EXPECT_EQ(differing, GetParam().dropped > 0 ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(
    All, HandedFolds,
    testing::Values(Pair{"FlameGraph/perf-dd-stacks-01.txt",
                         "FlameGraph/perf-dd-stacks-01-collapsed-all.txt", 10101010, true},
                    Pair{"FlameGraph/perf-cycles-instructions-01.txt",
                         "FlameGraph/perf-cycles-instructions-01-collapsed-all.txt", 0, true},
                    Pair{"FlameGraph/perf-iperf-stacks-pidtid-01.txt",
                         "FlameGraph/perf-iperf-stacks-pidtid-01-collapsed-all.txt", 1, true},
                    Pair{"FlameGraph/perf-java-faults-01.txt",
                         "FlameGraph/perf-java-faults-01-collapsed-all.txt", 0, true},
                    Pair{"FlameGraph/perf-numa-stacks-01.txt",
                         "FlameGraph/perf-numa-stacks-01-collapsed-all.txt", 1, true},
                    Pair{"inferno/cpp-stacks-std-function.txt",
                         "inferno/cpp-stacks-std-function-collapsed.txt", 0, false},
                    Pair{"inferno/go-stacks.txt", "inferno/go-stacks-collapsed.txt", 0, false},
                    Pair{"inferno/single-event.txt", "inferno/single-event-collapsed.txt", 0,
                         false},
                    Pair{"inferno/no-events.txt", "inferno/no-events-collapsed.txt", 0, false}),
    [](const auto& pair) {
      std::string name = fs::path(pair.param.text).stem().string();
      std::ranges::replace_if(
          name, [](char c) { return !std::isalnum(c); }, '_');
      return name;
    });

}  // namespace
}  // namespace cxprof
