#include "runner/support/logging.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>

#include "runner/support/error.h"

namespace cxprof {

void start_logging(const std::string& level) {
  constexpr std::array choices{"trace", "debug", "info", "warning", "error", "off"};
  if (std::find(choices.begin(), choices.end(), level) == choices.end()) {
    fail("--log-level {} is not known; choose one of trace, debug, info, warning, error, off",
         level);
  }
  auto to_stderr = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  to_stderr->set_pattern("cxprof: %l: %v");
  to_stderr->set_level(spdlog::level::from_str(level));
  auto logger = std::make_shared<spdlog::logger>("cxprof", to_stderr);
  logger->set_level(to_stderr->level());
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(logger);
}

void log_to_file(const std::filesystem::path& file) {
  try {
    auto to_file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string());
    to_file->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
    to_file->set_level(spdlog::level::debug);
    auto logger = spdlog::default_logger();
    logger->sinks().push_back(to_file);
    logger->set_level(std::min(logger->level(), spdlog::level::debug));
    logger->flush_on(spdlog::level::trace);  // whole also where we end by a signal
  } catch (const spdlog::spdlog_ex& error) {
    spdlog::warn("diagnostics are not kept: {}", error.what());
  }
}

}  // namespace cxprof
