#include <fcntl.h>
#include <spdlog/spdlog.h>

#include "runner/command_line/command_line.h"
#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/support/logging.h"
#include "runner/verbs.h"

namespace {

// With 0, 1 or 2 closed, a file of ours would get that number, and the report would be written into
// it.
void open_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) == -1) (void)open("/dev/null", O_RDWR);  // takes the lowest number: fd
  }
}

constexpr int own_error = 125;  // wrong usage, or an error of ours

int perform(const cxprof::Options& options) {
  if (const auto* run = std::get_if<cxprof::RunOptions>(&options.verb)) return cxprof::run(*run);
  if (const auto* record = std::get_if<cxprof::RecordOptions>(&options.verb))
    return cxprof::record_only(*record);
  return cxprof::report(std::get<cxprof::ReportCommandOptions>(options.verb));
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  try {
    cxprof::start_logging("info");
    auto options = cxprof::parse_command_line(argc, argv);
    if (!options) return 0;
    cxprof::start_logging(options->log_level);
    return perform(*options);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return own_error;
  }
}
