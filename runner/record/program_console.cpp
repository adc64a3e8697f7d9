#include "runner/record/program_console.h"

#include <fcntl.h>
#include <unistd.h>

namespace cxprof {
namespace {

UniqueFd duplicate(const UniqueFd& fd) { return UniqueFd(fcntl(fd.get(), F_DUPFD_CLOEXEC, 3)); }

}  // namespace

ProgramConsole::ProgramConsole(const std::filesystem::path& stdout_file,
                               const std::filesystem::path& stderr_file, bool quiet)
    : streams_(connect_streams()),
      has_terminal_(static_cast<bool>(streams_.program_terminal)),
      out_(duplicate(streams_.out), {stdout_file, quiet ? -1 : STDOUT_FILENO, {}}),
      err_(duplicate(streams_.err), {stderr_file, quiet ? -1 : STDERR_FILENO, {}}),
      terminal_(streams_) {
  if (streams_.terminal_is_stdin) {
    echo_.emplace(duplicate(streams_.terminal), OutputPlaces{{}, STDIN_FILENO, {}});
  }
}

void ProgramConsole::handed_over() {
  streams_.program_out.close();
  streams_.program_err.close();
  // The program's terminal stays open here where it is stdin's: its modes are looked after.
  if (!streams_.terminal_is_stdin) streams_.program_terminal.close();
}

bool ProgramConsole::finish(std::chrono::milliseconds drain) {
  out_.begin_finish(drain);
  err_.begin_finish(drain);
  out_.finish(drain);
  err_.finish(drain);
  terminal_.suspend();
  if (echo_) echo_->finish(std::chrono::milliseconds(0));
  return out_.file_error() == 0 && err_.file_error() == 0;
}

}  // namespace cxprof
