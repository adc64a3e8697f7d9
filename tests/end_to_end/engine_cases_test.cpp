// The handed cases about recordings, debug information and stacks: forms of perf.data, damage,
// inlining, jit code, deep stacks, signals. Each with its right result.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <regex>
#include <set>

#include "tests/end_to_end/harness/cases.h"

namespace cxprof::test {
namespace {

std::uint64_t sum_of_self(const nlohmann::json& profile) {
  std::uint64_t sum = 0;
  for (const auto& row : profile["rankings"]["self_time"]) {
    sum += row["samples"].get<std::uint64_t>();
  }
  return sum;
}

std::set<std::string> findings_of(const nlohmann::json& profile) {
  std::set<std::string> codes;
  for (const auto& finding : profile["findings"]) codes.insert(finding["code"].get<std::string>());
  return codes;
}

// Ranking rows are few unless asked for.
const std::vector<std::string> all_rows{"--top", "1000000"};

std::vector<std::string> with(std::vector<std::string> options) {
  options.insert(options.end(), all_rows.begin(), all_rows.end());
  return options;
}

TEST_F(Cases, C05InlinedFramesAreNoSamplesOfTheirOwn) {
  std::filesystem::path out = made("05-inlined");
  auto samples = std::stoul(read_file(out / "samples.txt"));
  for (const auto& options : {all_rows, with({"--no-inline"})}) {
    nlohmann::json profile = report_json(out / "perf.data", options);
    EXPECT_EQ(profiled_samples(profile), samples);
    EXPECT_EQ(sum_of_self(profile), samples);
    for (const auto& row : profile["rankings"]["inclusive_time"]) {
      EXPECT_LE(row["samples"].get<std::uint64_t>(), samples) << row["symbol"];
    }
  }
  nlohmann::json physical = report_json(out / "perf.data", with({"--no-inline"}));
  EXPECT_GT(share_of(physical, "self_time", "real_fn"), 95.0);
  EXPECT_EQ(samples_of(physical["rankings"]["inclusive_time"], "in2"), 0U);
  // The chain is elfutils' at each of the hot addresses: in2 <- in1 <- real_fn.
  nlohmann::json inlined = report_json(out / "perf.data", all_rows);
  for (const char* function : {"in2", "in1"}) {
    EXPECT_GT(share_of(inlined, "inclusive_time", function), 95.0) << function;
    EXPECT_LE(share_of(inlined, "inclusive_time", function),
              share_of(inlined, "inclusive_time", "real_fn"));
  }
}

TEST_F(Cases, C08JitCodeIsNamedByItsMapAndItsAbsenceIsSaid) {
  // make.sh ends by removing the map, as somebody's clean-up does; here it is put back first.
  std::filesystem::path out = made("08-jit-map");
  std::filesystem::path map;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    if (entry.path().extension() == ".map") map = entry.path();
  }
  ASSERT_FALSE(map.empty());
  nlohmann::json gone = report_json(out / "perf.data", all_rows);
  EXPECT_EQ(findings_of(gone).count("jit-map-missing"), 1U) << gone["findings"];
  EXPECT_EQ(gone.dump().find("LazyCompile"), std::string::npos);

  std::filesystem::path back = std::filesystem::path("/tmp") / map.filename();
  std::filesystem::copy_file(map, back);
  nlohmann::json named = report_json(out / "perf.data", all_rows);
  std::filesystem::remove(back);
  const char* loop = "LazyCompile:*loop one /app/a b.js:1:2";
  const char* call = "Interpreter::operator()(int) const";
  auto in_loop = samples_of(named["rankings"]["self_time"], loop);
  auto in_call = samples_of(named["rankings"]["self_time"], call);
  EXPECT_GT(in_call, 10U);
  EXPECT_NEAR(static_cast<double>(in_loop) / static_cast<double>(in_call), 3.0, 1.0);
  EXPECT_EQ(findings_of(named).count("jit-map-missing"), 0U);
  EXPECT_EQ(profiled_samples(gone), profiled_samples(named)) << "none is dropped";
  // perf's own counts: "  123  perf-77.map  [.] name"
  for (const std::string& line : lines_of(read_file(out / "expected.txt"))) {
    std::smatch columns;
    if (!std::regex_match(line, columns, std::regex(R"(\s*([0-9]+)\s.*\[\.\]\s+(.*?)\s*)")))
      continue;
    if (columns[2] != loop && columns[2] != call) continue;
    EXPECT_EQ(samples_of(named["rankings"]["self_time"], columns[2]), std::stoul(columns[1]));
  }
}

TEST_F(Cases, C14EveryFormOfDebugInformationGivesTheSameNames) {
  made("05-inlined");  // its source is used
  std::filesystem::path out = made("14-debug-formats");
  std::size_t rows = 0;
  for (const std::string& line : lines_of(read_file(out / "expected.tsv"))) {
    std::smatch columns;
    if (!std::regex_match(line, columns, std::regex("(\\S+)\t([0-9]+) real_fn.*"))) continue;
    std::string name = columns[1];
    nlohmann::json profile = report_json(out / ("p-" + name + ".data"), with({"--no-inline"}));
    EXPECT_EQ(samples_of(profile["rankings"]["self_time"], "real_fn"), std::stoul(columns[2]))
        << name;
    EXPECT_GT(share_of(profile, "self_time", "real_fn"), 90.0) << name;
    // Inlined frames wherever there is DWARF that has them.
    if (name == "nog" || name == "ctf" || name == "g1") {
      ++rows;
      continue;
    }
    nlohmann::json inlined = report_json(out / ("p-" + name + ".data"), all_rows);
    EXPECT_GT(share_of(inlined, "inclusive_time", "in2"), 90.0) << name;
    ++rows;
  }
  EXPECT_GE(rows, 11U);
}

/// Stacks of a recording that reach `function`.
std::size_t stacks_through(const std::filesystem::path& recording, const std::string& function) {
  CommandResult script =
      run_command({CXPROF_RUNNER, "report", recording, "--format", "perf-script"});
  std::size_t count = 0;
  std::string mark = " " + function + "+0x";
  for (std::size_t stack = 0; stack < script.out.size();) {
    std::size_t end = std::min(script.out.find("\n\n", stack), script.out.size());
    std::size_t at = script.out.find(mark, stack);
    if (at != std::string::npos && at < end) ++count;
    stack = end + 2;
  }
  return count;
}

TEST_F(Cases, C23DeepStacksAreCutAndItIsSaid) {
  std::filesystem::path out = made("23-deep-stacks");
  for (const char* mode : {"fp", "dwarf-8192", "dwarf-65528"}) {
    SCOPED_TRACE(mode);
    nlohmann::json profile = report_json(out / (std::string(mode) + ".data"), all_rows);
    EXPECT_GT(share_of(profile, "self_time", "burn"), 90.0);
    for (const auto& row : profile["rankings"]["inclusive_time"]) {
      EXPECT_LE(row["samples"].get<std::uint64_t>(), profiled_samples(profile)) << row["symbol"];
    }
  }
  // The kernel gives up after perf_event_max_stack frames.
  nlohmann::json frame_pointers = report_json(out / "fp.data", all_rows);
  EXPECT_EQ(findings_of(frame_pointers).count("depth-limit"), 1U) << frame_pointers["findings"];
  EXPECT_LT(stacks_through(out / "fp.data", "main"), profiled_samples(frame_pointers));
  // A frame of 40 KB is not in a copy of 8 KB: its caller cannot be known. The recursion's is.
  nlohmann::json small_copy = report_json(out / "dwarf-8192.data", all_rows);
  EXPECT_EQ(findings_of(small_copy).count("truncated-stacks"), 1U) << small_copy["findings"];
  auto through_big_frame = samples_of(small_copy["rankings"]["inclusive_time"], "big_frame");
  EXPECT_GT(through_big_frame, 10U);
  EXPECT_LE(stacks_through(out / "dwarf-8192.data", "main") + through_big_frame,
            profiled_samples(small_copy));
  // Nothing hides main where the whole stack was copied, 400 calls deep as it is.
  nlohmann::json large_copy = report_json(out / "dwarf-65528.data", all_rows);
  EXPECT_GT(share_of(large_copy, "inclusive_time", "big_frame"), 15.0);
  EXPECT_GT(share_of(large_copy, "inclusive_time", "recurse"), 50.0);
  EXPECT_GT(stacks_through(out / "dwarf-65528.data", "main") + 3, profiled_samples(large_copy));
}

TEST_F(Cases, C25ASignalHandlerKeepsItsCallersAndItsTrampolineIsNobodysCode) {
  std::filesystem::path out = made("25-signal-frames");
  for (const char* mode : {"fp", "dwarf-16384"}) {
    SCOPED_TRACE(mode);
    nlohmann::json profile = report_json(out / (std::string(mode) + ".data"), all_rows);
    double in_handler = share_of(profile, "self_time", "in_handler");
    EXPECT_GT(in_handler, 5.0);  // how much depends on how busy the machine is
    EXPECT_GT(in_handler + share_of(profile, "self_time", "interrupted"), 90.0);
    EXPECT_EQ(share_of(profile, "user_time", "__restore_rt"), 0.0);
    EXPECT_LT(share_of(profile, "self_time", "__restore_rt"), 2.0);
  }
  nlohmann::json dwarf = report_json(out / "dwarf-16384.data", all_rows);
  double in_handler = share_of(dwarf, "inclusive_time", "in_handler");
  EXPECT_GE(share_of(dwarf, "inclusive_time", "handler") + 0.5, in_handler);
  // Through the signal's frame to what it interrupted. Its own caller is on the other stack, which
  // was not copied: that the stack ends there is said.
  EXPECT_GT(share_of(dwarf, "inclusive_time", "interrupted"), 95.0);
  EXPECT_EQ(findings_of(dwarf).count("truncated-stacks"), 1U) << dwarf["findings"];
  EXPECT_NEAR(static_cast<double>(stacks_through(out / "dwarf-16384.data", "main")),
              static_cast<double>(samples_of(dwarf["rankings"]["user_time"], "interrupted")), 2.0);
}

TEST_F(Cases, C32DamagedRecordingsGiveTheirSamplesOrOneSentence) {
  std::filesystem::path out = made("32-damaged-perfdata");
  const std::set<std::string> whole_data{"good.data", "junk.data", "datasize-huge.data"};
  std::uint64_t all = profiled_samples(report_json(out / "good.data"));
  ASSERT_GT(all, 50U);
  std::uint64_t data_end = 0;
  {
    std::string header = read_file(out / "good.data").substr(40, 16);
    std::uint64_t place[2];
    std::memcpy(place, header.data(), sizeof place);
    data_end = place[0] + place[1];
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    std::string name = entry.path().filename();
    if (entry.path().extension() != ".data") continue;
    SCOPED_TRACE(name);
    ++files;
    auto start = std::chrono::steady_clock::now();
    // 1 GiB of address space on top of what the libraries take: no allocation as the file claims.
    CommandResult report = run_command({"sh", "-c", "ulimit -v 4000000; exec \"$@\"", "sh",
                                        CXPROF_RUNNER, "report", entry.path(), "--format", "json"});
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    ASSERT_EQ(report.signal, 0) << report.err;
    std::smatch cut;
    bool is_cut = std::regex_match(name, cut, std::regex("trunc-0*([0-9]+)\\.data"));
    bool all_data = whole_data.count(name) > 0 || (is_cut && std::stoul(cut[1]) >= data_end);
    if (report.exit_code == 0) {
      nlohmann::json profile = nlohmann::json::parse(report.out);
      EXPECT_LE(profiled_samples(profile), all);
      if (all_data) {
        EXPECT_EQ(profiled_samples(profile), all);
      } else {
        EXPECT_EQ(findings_of(profile).count("damaged-data"), 1U) << profile["findings"];
      }
    } else {
      EXPECT_FALSE(all_data) << report.err;
      EXPECT_EQ(std::count(report.err.begin(), report.err.end(), '\n'), 1) << report.err;
      EXPECT_NE(report.err.find(name), std::string::npos) << report.err;
      EXPECT_TRUE(
          std::regex_search(
              report.err,
              std::regex("offset [0-9]+|is empty|cut|not finished|version 1|neither a perf")) ||
          report.err.find("cannot be entries") != std::string::npos)
          << report.err;
    }
  }
  EXPECT_GE(files, 19U);
}

TEST_F(Cases, C33EveryRecordingModeGivesTheSameAnswer) {
  std::filesystem::path out = made("33-pipe-zstd-multi");
  std::size_t modes = 0;
  double sum_a = 0;
  double sum_b = 0;
  for (const std::string& line : lines_of(read_file(out / "says.tsv"))) {
    std::smatch columns;
    ASSERT_TRUE(std::regex_match(line, columns,
                                 std::regex("(\\S+)\t.*events: (.*?)\\s*\tself: ([^\t]*).*")))
        << line;
    std::string name = columns[1];
    SCOPED_TRACE(line);
    ++modes;
    nlohmann::json profile = report_json(out / name, all_rows);
    // One event leads, and nothing of the others is added to it.
    std::map<std::string, std::uint64_t> perf_events;
    std::string events = columns[2];
    static const std::regex count("(\\S+):=([0-9]+)");
    for (std::sregex_iterator event(events.begin(), events.end(), count), end; event != end;
         ++event) {
      perf_events[(*event)[1]] = std::stoul((*event)[2]);
    }
    std::uint64_t samples = profiled_samples(profile);
    bool is_one_event = std::any_of(perf_events.begin(), perf_events.end(),
                                    [&](const auto& event) { return event.second == samples; });
    EXPECT_TRUE(is_one_event) << samples;
    // perf makes samples of a group's other members up from the leader's; they are none.
    if (name != "group.data") {
      EXPECT_EQ(findings_of(profile).count("other-events"), perf_events.size() > 1 ? 1U : 0U);
    }
    EXPECT_EQ(sum_of_self(profile), samples);
    if (name == "group.data" || name == "perthread.data") {
      EXPECT_EQ(findings_of(profile).count("few-samples"), 1U) << "one sample or two";
      continue;
    }
    std::string self = columns[3];
    std::smatch work;
    for (const char* function : {"work_a", "work_b"}) {
      std::string event = perf_events.size() == 1 ? perf_events.begin()->first : "cpu-clock";
      ASSERT_TRUE(std::regex_search(self, work, std::regex(event + ":" + function + "=([0-9]+)")));
      EXPECT_EQ(samples_of(profile["rankings"]["self_time"], function), std::stoul(work[1]));
    }
    auto a = samples_of(profile["rankings"]["self_time"], "work_a");
    auto b = samples_of(profile["rankings"]["self_time"], "work_b");
    sum_a += static_cast<double>(a);
    sum_b += static_cast<double>(b);
  }
  // Each count is perf's own, above. That they are 2 : 1 by construction is only roughly seen on a
  // machine that does something else at the same time.
  EXPECT_GT(sum_a, sum_b);
  EXPECT_GE(modes, 19U);

  nlohmann::json second = report_json(out / "multi.data", with({"--event", "task-clock"}));
  nlohmann::json first = report_json(out / "multi.data", all_rows);
  EXPECT_GT(profiled_samples(second), 50U);
  EXPECT_GT(profiled_samples(first), 50U);
}

}  // namespace
}  // namespace cxprof::test
