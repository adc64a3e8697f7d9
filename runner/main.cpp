#include <fcntl.h>
#include <spdlog/spdlog.h>

#include "runner/command_line/command_line.h"
#include "runner/record/record.h"
#include "runner/support/error.h"
#include "runner/support/logging.h"
#include "runner/verbs/verbs.h"

namespace {

// With 0, 1 or 2 closed, a file of ours would get that number, and the report would be written into
// it.
void open_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) == -1) (void)open("/dev/null", O_RDWR);  // takes the lowest number: fd
  }
}

constexpr int own_error = 125;  // wrong usage, or an error of ours

// Each verb's options lead to the verb.
struct Perform {
  int operator()(const cxprof::RunOptions& options) const { return cxprof::run(options); }
  int operator()(const cxprof::RecordOptions& options) const {
    return cxprof::record_only(options);
  }
  int operator()(const cxprof::ReportCommandOptions& options) const {
    return cxprof::report(options);
  }
  int operator()(const cxprof::ProjectTestsOptions& options) const {
    return cxprof::project_tests(options);
  }
  int operator()(const cxprof::DoctorOptions& options) const { return cxprof::examine(options); }
  int operator()(const cxprof::MergeOptions& options) const {
    return cxprof::merge_profiles(options);
  }
};

}  // namespace

int main(int argc, char** argv) {
  open_standard_descriptors();
  try {
    cxprof::start_logging("info");
    auto options = cxprof::parse_command_line(argc, argv);
    if (!options) return 0;
    cxprof::start_logging(options->log_level);
    return std::visit(Perform{}, options->verb);
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
    return own_error;
  }
}
