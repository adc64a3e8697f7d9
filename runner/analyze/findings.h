#pragma once

#include <optional>

#include "runner/analyze/event_choice.h"
#include "runner/analyze/sample_tally.h"
#include "runner/profile/profile.h"

namespace cxprof {

/// What findings are drawn from.
struct Evidence {
  const SymbolizedProfile& symbolized;
  const EventChoice& event;
  const SampleTally& tally;
  const Profile& profile;       ///< target, summary, data_quality and rankings are filled.
  const CodeRoots& code_roots;  ///< By which user code was told from the runtime's.
};

/// With fewer, a profile says that its results may be noisy (finding "few-samples").
inline constexpr std::uint64_t enough_samples = 100;

/// The finding of an earlier room, which may speak in clauses, as part of one text.
Finding in_sentences(Finding finding);

/// Everything that the reader must know, each worded once: the findings of the earlier stages and
/// those drawn here, most severe first, otherwise in the order of the functions below.
Findings all_findings(const Evidence& evidence);

/// How the program and the recording went.
void add_run_findings(const Evidence& evidence, Findings& findings);
/// Are there enough samples, of the right event, and do they stand for the time that was used?
void add_sample_findings(const Evidence& evidence, Findings& findings);
/// Why there is nothing in the rankings: no samples, or none in the user's code.
void add_empty_findings(const Evidence& evidence, Findings& findings);
/// Stacks that end early, callers that cannot be known.
void add_stack_findings(const Evidence& evidence, Findings& findings);
/// Functions without a name, files of another build.
void add_symbol_findings(const Evidence& evidence, Findings& findings);
/// What the compiler's flags say against the numbers.
void add_build_findings(const Evidence& evidence, Findings& findings);

/// CPU time of the program by the kernel's accounting, of the kind that the event samples. Absent:
/// not known.
std::optional<double> measured_cpu_seconds(const Evidence& evidence);

/// "37.5 %" of `whole`; "0.0 %" of nothing.
std::string percent_text(std::uint64_t part, std::uint64_t whole);
/// "1 sample", "2 samples".
std::string counted(std::uint64_t count, const char* noun);

}  // namespace cxprof
