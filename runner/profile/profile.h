#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/gate.h"
#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// What a function cost. Shares are `samples` of Summary::profiled_samples.
struct FunctionCost {
  std::string symbol;  ///< Demangled, clones folded; "[libc.so.6]" without a name.
  std::string
      mangled_symbol;      ///< Symbol-table name of the clone with most samples. Empty: no name.
  std::string module;      ///< Path as recorded; "[unknown]" where no mapping was known.
  std::string file;        ///< Source file that declares it. Empty: not known.
  std::uint32_t line = 0;  ///< 0: not known.
  bool inlined =
      false;  ///< user_time, inclusive_time: every one of its samples was in an inlined copy.
  std::uint64_t samples = 0;
  double time_ms = 0;      ///< CPU milliseconds (sampled).
  bool user_code = false;  ///< The function is the user's own code, not the runtime's.

  bool operator==(const FunctionCost&) const = default;
};

/// Cost of a runtime function (libc, allocator, kernel …) as a leaf, and the user function it
/// served.
struct AttributedCost {
  std::string user_symbol;
  std::string user_mangled_symbol;
  std::string user_module;
  std::string runtime_symbol;  ///< Kernel leaves stand together as "[kernel]".
  std::string runtime_mangled_symbol;
  std::string runtime_module;
  std::uint64_t samples = 0;
  double time_ms = 0;

  bool operator==(const AttributedCost&) const = default;
};

/// A source line of user code and the samples whose innermost user frame stood there.
struct LineCost {
  std::string file;
  std::uint32_t line = 0;
  std::string symbol;
  std::uint64_t samples = 0;
  double time_ms = 0;

  bool operator==(const LineCost&) const = default;
};

/// All rankings hold every entry, ordered by samples descending, then by name (byte order).
struct Rankings {
  std::vector<FunctionCost>
      self_time;  ///< True leaf, physical functions, kernel and libc included.
  std::vector<FunctionCost> user_time;  ///< Innermost frame of user code, inlined ones included.
  std::vector<FunctionCost>
      inclusive_time;  ///< Each function once per stack; entry points left out.
  std::vector<AttributedCost> runtime_leaf_attributed_to_user;
  std::vector<LineCost> hot_lines;
  /// False: no call stacks were recorded, so only self_time (and leaf user_time) can be known.
  bool callers_available = true;
};

/// Sample counts. observed = running + non_running; running = profiled + missing_stack.
struct Summary {
  std::uint64_t observed_samples = 0;     ///< Sample records of the event.
  std::uint64_t non_running_samples = 0;  ///< Taken while not on a CPU (only other recorders know).
  std::uint64_t running_samples = 0;
  std::uint64_t profiled_samples = 0;       ///< Base of every percentage.
  std::uint64_t missing_stack_samples = 0;  ///< Not even an instruction pointer.
  double sample_weight_ms = 0;  ///< 1000 / frequency; 0 for events that do not count time.
  double profiled_time_ms = 0;  ///< CPU milliseconds (sampled), sum over profiled samples.
};

/// What could not be seen, in samples unless said otherwise.
struct DataQuality {
  std::uint64_t unsymbolized_leaves = 0;    ///< Leaf has an object but no function name.
  std::uint64_t unknown_object_leaves = 0;  ///< Leaf lies in no known mapping.
  std::uint64_t truncated_stacks = 0;       ///< StackEnd::truncated_copy
  std::uint64_t no_unwind_info_stacks = 0;  ///< StackEnd::no_unwind_info
  std::uint64_t unreadable_stacks = 0;      ///< StackEnd::unreadable
  std::uint64_t depth_limited_stacks = 0;   ///< StackEnd::depth_limit
  std::uint64_t without_user_frame = 0;     ///< Complete stacks without any user code.
  std::uint64_t user_frame_unknown = 0;  ///< Incomplete stacks whose user frame could not be seen.
  std::uint64_t kernel_samples = 0;      ///< Leaf in the kernel.
  std::uint64_t lost_samples = 0;
  std::uint64_t throttle_records = 0;
  std::vector<std::string> inclusive_symbols_suppressed_from_ranking;  ///< Really left out, sorted.
};

/// The measurement line a program printed about itself, e.g.
/// "naive: lines=2000 reps=70 bytes=147444 checksum=1 elapsed=2570000us (36714 us per rep)".
struct ProgramLine {
  std::string text;
  std::optional<std::uint64_t> bytes;
  std::string checksum;  ///< Empty: not printed.
  std::optional<double> elapsed_us;
  std::optional<double> us_per_repetition;
};

/// The profiled binary itself.
struct Target {
  std::string executable;            ///< Path that ran. Empty: not known.
  ModuleId module = unknown_module;  ///< In detail.modules. unknown_module: it has no samples.
  BuildId build_id;                  ///< As recorded. Empty: none.
  std::string producer;      ///< Compiler and flags (DW_AT_producer). Empty: no debug information.
  std::string optimization;  ///< "-O2"; "-O0" where GCC's flags name none. Empty: not known.
  bool has_symbols = false;
  bool has_line_info = false;
};

/// One sentence about the leader of a ranking.
struct Observation {
  std::string kind;  ///< "highest_user_time", "highest_self_time", "highest_inclusive_time".
  FunctionCost leader;
  std::string note;
};

/// One of the runs that a merged profile was made of.
struct ExecutableProfile {
  std::string name;                    ///< Of its profile, e.g. the test's. Empty: not known.
  std::string executable;              ///< Path that ran. Empty: not known.
  std::vector<std::string> arguments;  ///< The command line, [0] is the program as typed.
  std::string run_directory;           ///< Where its recording and reports lie. Empty: not known.
  ExitStatus exit;
  BuildId build_id;  ///< Empty: none.
  Event event;       ///< The event that its numbers are of; another one is not in the sums.
  Host host;
  Summary summary;
  Rankings rankings;
  DataQuality data_quality;
  std::vector<Observation> observations;
  Findings findings;
  std::vector<std::string> gate_failures;  ///< Sentences on budgets exceeded and names not found.
};

/// The finished profile of one event: everything that reports print.
struct Profile {
  Target target;
  Event event;                    ///< The event the rankings are of.
  std::uint32_t event_index = 0;  ///< In detail.events.
  Summary summary;
  Rankings rankings;
  DataQuality data_quality;
  std::vector<Observation> observations;
  std::optional<ProgramLine> program_line;  ///< Absent: the program printed none.
  Findings findings;                        ///< All of them, most severe first.
  std::vector<TrackedFunction> tracked;     ///< In the order asked for.
  std::vector<BudgetResult> budgets;        ///< In the order asked for.
  /// A merged profile: what it was made of, and everything above is their sum. Empty: one run.
  std::vector<ExecutableProfile> executables;

  /// The samples behind the numbers, of all events; recording, modules, losses with them.
  SymbolizedProfile detail;
};

}  // namespace cxprof
