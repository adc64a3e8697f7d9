#include "tests/end_to_end/harness/cxprof.h"

#include <cstdlib>
#include <stdexcept>

namespace cxprof::test {

const std::string& why_not_recordable() {
  static const std::string reason = [] {
    TemporaryDirectory directory;
    try {
      CommandResult result = run_command({"perf", "record", "-e", "cpu-clock", "-F", "997", "-o",
                                          directory.path() / "perf.data", "--", "sh", "-c",
                                          "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"});
      if (result.exit_code == 0) return std::string();
      if (result.exit_code == 127) return std::string("perf is not installed");
      return "perf record fails: " + result.err.substr(0, result.err.find('\n'));
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
  }();
  return reason;
}

std::filesystem::path shared_directory() {
  const char* from_environment = std::getenv("CXPROF_SHARED_DIR");
  std::filesystem::path directory = from_environment ? from_environment : CXPROF_SHARED_DIR;
  return std::filesystem::is_directory(directory) ? directory : std::filesystem::path();
}

ProfiledRun profile_program(const std::filesystem::path& root, std::vector<std::string> options,
                            const std::vector<std::string>& program,
                            const CommandOptions& command) {
  std::vector<std::string> arguments{CXPROF_RUNNER, "run", "--output-dir", root, "--name", "t"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), program.begin(), program.end());
  ProfiledRun run;
  run.result = run_command(arguments, command);
  std::filesystem::path latest = root / "t" / "latest";
  if (std::filesystem::exists(latest)) run.directory = std::filesystem::canonical(latest);
  if (std::filesystem::exists(run.directory / "profile.json")) {
    run.profile = nlohmann::json::parse(read_file(run.directory / "profile.json"));
  }
  return run;
}

nlohmann::json report_json(const std::filesystem::path& input, std::vector<std::string> options) {
  std::vector<std::string> arguments{CXPROF_RUNNER, "report", input, "--format", "json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  CommandResult result = run_command(arguments);
  if (result.exit_code != 0)
    throw std::runtime_error("cxprof report " + input.string() + ": " + result.err);
  return nlohmann::json::parse(result.out);
}

namespace {

bool is_called(const std::string& symbol, const std::string& name) {
  if (symbol.compare(0, name.size(), name) != 0) return false;
  return symbol.size() == name.size() ||
         std::string("(<[").find(symbol[name.size()]) != std::string::npos;
}

}  // namespace

std::uint64_t samples_of(const nlohmann::json& ranking, const std::string& name) {
  std::uint64_t samples = 0;
  for (const auto& row : ranking) {
    if (is_called(row.at("symbol").get<std::string>(), name))
      samples += row.at("samples").get<std::uint64_t>();
  }
  return samples;
}

std::uint64_t profiled_samples(const nlohmann::json& profile) {
  return profile.at("summary").at("profiled_samples").get<std::uint64_t>();
}

double share_of(const nlohmann::json& profile, const char* ranking, const std::string& name) {
  auto samples = samples_of(profile.at("rankings").at(ranking), name);
  return 100.0 * static_cast<double>(samples) / static_cast<double>(profiled_samples(profile));
}

}  // namespace cxprof::test
