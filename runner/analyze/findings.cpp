#include "runner/analyze/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "runner/support/text.h"

namespace cxprof {

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  double share = whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.1f} %", share);
}

std::string counted(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Finding in_sentences(Finding finding) {
  finding.text = as_sentence(std::move(finding.text));
  finding.advice = as_sentence(std::move(finding.advice));
  return finding;
}

Findings all_findings(const Evidence& evidence) {
  Findings findings;
  add_run_findings(evidence, findings);
  add_empty_findings(evidence, findings);
  add_sample_findings(evidence, findings);
  add_stack_findings(evidence, findings);
  add_symbol_findings(evidence, findings);
  add_build_findings(evidence, findings);
  for (const Findings* earlier :
       {&evidence.symbolized.recording.findings, &evidence.symbolized.findings}) {
    for (const Finding& clause : *earlier) {
      Finding finding = in_sentences(clause);
      bool known = std::find(findings.begin(), findings.end(), finding) != findings.end();
      if (!known) findings.push_back(finding);
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return findings;
}

}  // namespace cxprof
