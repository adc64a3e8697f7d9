#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/end_to_end/harness/command.h"

namespace cxprof::test {

/// Why nothing can be recorded here; empty when a real recording of a burning child works.
const std::string& why_not_recordable();

/// A directory of handed inputs (cases, data); empty where it is not at hand.
std::filesystem::path shared_directory();

/// `cxprof run` with its output directory in a temporary place.
struct ProfiledRun {
  CommandResult result;
  std::filesystem::path directory;  ///< The run directory; empty when none was made.
  nlohmann::json profile;           ///< profile.json; null when there is none.
};

/// Runs `cxprof run --output-dir ROOT --name t <options> -- <program>`.
ProfiledRun profile_program(const std::filesystem::path& root, std::vector<std::string> options,
                            const std::vector<std::string>& program,
                            const CommandOptions& command = {});

/// `cxprof report INPUT --format json <options>`, parsed; throws with cxprof's message when it
/// fails.
nlohmann::json report_json(const std::filesystem::path& input,
                           std::vector<std::string> options = {});

/// Samples of a ranking's rows whose symbol is `name`, alone or with parameters, template arguments
/// or an ABI tag behind it.
std::uint64_t samples_of(const nlohmann::json& ranking, const std::string& name);

/// Share in percent, of profiled_samples.
double share_of(const nlohmann::json& profile, const char* ranking, const std::string& name);

std::uint64_t profiled_samples(const nlohmann::json& profile);

}  // namespace cxprof::test

/// Ends the test as skipped, with the reason, where nothing can be recorded.
#define CXPROF_REQUIRE_RECORDING()                 \
  if (!cxprof::test::why_not_recordable().empty()) \
  GTEST_SKIP() << "nothing can be recorded here: " << cxprof::test::why_not_recordable()
