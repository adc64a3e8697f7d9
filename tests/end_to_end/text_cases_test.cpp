// The handed cases as perf script text: the same right results as from their perf.data.
#include <algorithm>
#include <map>
#include <regex>

#include "tests/end_to_end/harness/cases.h"

namespace cxprof::test {
namespace {

namespace fs = std::filesystem;

// Samples by name, kept whole for C++ names without their parameters.
std::uint64_t self_samples(const nlohmann::json& profile, const std::string& symbol) {
  return samples_of(profile["rankings"]["self_time"], symbol);
}

bool has_finding(const nlohmann::json& profile, const std::string& code) {
  return std::ranges::any_of(profile["findings"],
                             [&](const auto& finding) { return finding["code"] == code; });
}

std::uint64_t count_of(const fs::path& file, const std::string& text) {
  std::string content = read_file(file);
  std::uint64_t count = 0;
  for (std::size_t at = 0; (at = content.find(text, at)) != std::string::npos; ++at) ++count;
  return count;
}

// "   12  [.] burn<3>" of perf report.
std::map<std::string, std::uint64_t> perf_report_rows(const fs::path& file) {
  std::map<std::string, std::uint64_t> rows;
  for (const std::string& line : lines_of(read_file(file))) {
    std::smatch columns;
    if (std::regex_match(line, columns, std::regex(" *([0-9]+) +\\[.\\] (.*?) *"))) {
      std::string name = columns[2];
      rows[name.substr(0, name.find('('))] += std::stoull(columns[1]);
    }
  }
  return rows;
}

TEST_F(Cases, C01TextKeepsEveryThreadWhateverItsName) {
  fs::path out = made("01-comm-nasty");
  std::uint64_t all = count_of(out / "script.txt", " cpu-clock:");
  for (const char* text : {"script.txt", "script-pidtid.txt"}) {
    nlohmann::json profile = report_json(out / text);
    EXPECT_EQ(profiled_samples(profile), all) << text;
    EXPECT_FALSE(has_finding(profile, "malformed-lines")) << text;
    std::size_t burns = 0;
    for (const auto& [name, samples] : perf_report_rows(out / "expected-samples.txt")) {
      if (!name.starts_with("burn<")) continue;
      EXPECT_EQ(self_samples(profile, name), samples) << text << " " << name;
      ++burns;
    }
    EXPECT_GE(burns, 13U);
  }
  // Every thread has its own name in folded stacks, the one with a line break included.
  CommandResult folded =
      run_command({CXPROF_RUNNER, "report", out / "script-pidtid.txt", "--format", "collapsed"});
  for (const char* comm : {"\n12_34;", "\n7_cycles:;", "\n[NET_0];", "\nx_1/2_[000];", "\nnl?name;",
                           "\nsemi:colon;", "\ntwo_words;", "\ntab\there;", "\n___lead;"}) {
    EXPECT_NE(("\n" + folded.out).find(comm), std::string::npos) << comm;
  }
}

TEST_F(Cases, C02TextKeepsAwkwardObjectsWhole) {
  fs::path out = made("02-dso-paths");
  std::size_t rows = 0;
  for (const std::string& line : lines_of(read_file(out / "expected.tsv"))) {
    std::smatch columns;
    ASSERT_TRUE(std::regex_match(line, columns, std::regex("(p[0-9]+)\t([0-9]+)\t(.*)"))) << line;
    nlohmann::json profile = report_json(out / (columns[1].str() + ".txt"));
    const auto& leader = profile["rankings"]["self_time"][0];
    EXPECT_EQ(leader["symbol"], "hot_here") << line;
    EXPECT_EQ(leader["samples"], std::stoul(columns[2])) << line;
    EXPECT_EQ(leader["module"], (out / columns[3].str()).string()) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 7U);
}

// perf script prints C++ names without parameters; --no-demangle leaves them to us.
TEST_F(Cases, C03TextKeepsCppNamesWhole) {
  fs::path out = made("03-cpp-names");
  nlohmann::json mangled = report_json(out / "script-mangled.txt");
  nlohmann::json plain = report_json(out / "script.txt");
  std::size_t rows = 0;
  for (const std::string& line : lines_of(read_file(out / "expected-self.tsv"))) {
    std::size_t tab = line.find('\t');
    if (tab == std::string::npos || std::stoul(line) < 5) continue;
    std::string name = line.substr(tab + 1);
    if (name.find('(') == std::string::npos) continue;  // the kernel's
    EXPECT_EQ(self_samples(mangled, name), std::stoul(line)) << name;
    ++rows;
  }
  EXPECT_GE(rows, 16U);
  std::size_t distinct = 0;
  for (const auto& row : plain["rankings"]["self_time"]) {
    if (row["module"].get<std::string>().ends_with("/prog") && row["samples"] >= 5) ++distinct;
  }
  EXPECT_EQ(distinct, rows);
}

TEST_F(Cases, C04TextOfEveryFieldSetGivesTheSameCounts) {
  fs::path out = made("04-field-sets");
  std::uint64_t inner = 0;
  for (const std::string& line : lines_of(read_file(out / "expected-self.txt"))) {
    if (line.ends_with(" inner")) inner = std::stoull(line);
  }
  ASSERT_GT(inner, 50U);
  std::size_t texts = 0;
  for (const char* text :
       {"default", "ns",      "header", "noinline", "mmap",  "pidtid", "tidonly", "pidonly",
        "nocomm",  "noevent", "notime", "period",   "nosym", "nodso",  "srcline", "addr",
        "flat",    "flatip",  "misc",   "insn",     "crlf",  "tod"}) {
    fs::path file = out / (std::string(text) + ".txt");
    if (fs::file_size(file) == 0) continue;  // a field set that this perf refuses
    nlohmann::json profile = report_json(file);
    std::string name = std::string(text) == "nosym" ? "[prog]" : "inner";
    EXPECT_EQ(self_samples(profile, name), inner) << text;
    EXPECT_FALSE(has_finding(profile, "malformed-lines")) << text;
    ++texts;
  }
  EXPECT_GE(texts, 19U);
  for (const char* text : {"wide-default.txt", "wide-pid.txt"}) {
    nlohmann::json profile = report_json(out / text);
    // A task that exits may have a sample without even an instruction pointer: it is observed.
    EXPECT_EQ(profile["summary"]["observed_samples"].get<std::uint64_t>(),
              count_of(out / text, " cpu-clock:"))
        << text;
    EXPECT_FALSE(has_finding(profile, "malformed-lines")) << text;
  }
  // Without a name for the file: from a pipe.
  CommandResult piped = run_command({CXPROF_RUNNER, "report", "-", "--format", "json"},
                                    {{}, out / "default.txt", {}});
  ASSERT_EQ(piped.exit_code, 0) << piped.err;
  EXPECT_EQ(self_samples(nlohmann::json::parse(piped.out), "inner"), inner);
}

TEST_F(Cases, C05TextCountsInlinedFramesOnce) {
  fs::path out = made("05-inlined");
  std::uint64_t samples = std::stoull(read_file(out / "samples.txt"));
  for (const char* text : {"inline.txt", "noinline.txt"}) {
    nlohmann::json profile = report_json(out / text);
    std::uint64_t self = 0;
    for (const auto& row : profile["rankings"]["self_time"]) {
      self += row["samples"].get<std::uint64_t>();
    }
    EXPECT_EQ(self, samples) << text;
    EXPECT_GT(share_of(profile, "self_time", "real_fn"), 90.0) << text;
    for (const auto& row : profile["rankings"]["inclusive_time"]) {
      EXPECT_LE(row["samples"].get<std::uint64_t>(), samples) << text << " " << row["symbol"];
    }
  }
}

TEST_F(Cases, C08TextOfJitCodeKeepsItsNames) {
  fs::path out = made("08-jit-map");
  const std::string loop = "LazyCompile:*loop one /app/a b.js:1:2";
  const std::string interpreter = "Interpreter::operator()(int) const";
  std::map<std::string, std::uint64_t> expected;
  for (const std::string& line : lines_of(read_file(out / "expected.txt"))) {
    for (const std::string& name : {loop, interpreter}) {
      if (line.find(name) != std::string::npos) expected[name] = std::stoull(line);
    }
  }
  ASSERT_EQ(expected.size(), 2U);
  nlohmann::json profile = report_json(out / "script.txt");
  EXPECT_EQ(self_samples(profile, loop), expected[loop]);
  EXPECT_EQ(self_samples(profile, interpreter), expected[interpreter]);
  nlohmann::json gone = report_json(out / "script-map-gone.txt");
  EXPECT_EQ(profiled_samples(gone), profiled_samples(profile));
  EXPECT_EQ(self_samples(gone, loop), 0U);
}

// What `cxprof report --format perf-script` writes of a recording reads back as the same rankings.
TEST_F(Cases, TextOfOurOwnReadsBackTheSame) {
  fs::path out = made("03-cpp-names");
  fs::path text = out / "ours.txt";
  CommandResult written = run_command(
      {CXPROF_RUNNER, "report", out / "perf.data", "--format", "perf-script", "--output", text});
  ASSERT_EQ(written.exit_code, 0) << written.err;
  nlohmann::json recording = report_json(out / "perf.data");
  nlohmann::json read_back = report_json(text);
  EXPECT_EQ(profiled_samples(read_back), profiled_samples(recording));
  for (const auto& row : recording["rankings"]["self_time"]) {
    EXPECT_EQ(self_samples(read_back, row["symbol"]), row["samples"].get<std::uint64_t>())
        << row["symbol"];
  }
  auto folded = [](const fs::path& input) {
    return run_command({CXPROF_RUNNER, "report", input, "--format", "collapsed"}).out;
  };
  EXPECT_EQ(folded(text), folded(out / "perf.data"));
}

}  // namespace
}  // namespace cxprof::test
