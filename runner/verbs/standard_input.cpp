#include "runner/verbs/standard_input.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cxprof {

StandardInput::StandardInput() {
  struct stat facts {};
  if (fstat(STDIN_FILENO, &facts) != 0) return;
  if (S_ISREG(facts.st_mode)) offset_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (!S_ISFIFO(facts.st_mode) && !S_ISSOCK(facts.st_mode)) return;
  // One that is at its end already is so for every run.
  pollfd state{STDIN_FILENO, POLLIN, 0};
  bool at_end =
      poll(&state, 1, 0) == 1 && (state.revents & POLLHUP) != 0 && (state.revents & POLLIN) == 0;
  is_stream_ = !at_end;
}

bool StandardInput::rewind() const {
  if (is_stream_) return false;
  return offset_ < 0 || lseek(STDIN_FILENO, offset_, SEEK_SET) == offset_;
}

}  // namespace cxprof
