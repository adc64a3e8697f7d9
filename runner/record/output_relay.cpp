#include "runner/record/output_relay.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runner/support/error.h"

namespace cxprof {
namespace {

// 0, or errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t size = ::write(fd, bytes.data(), bytes.size());
    if (size >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {  // somebody made our stdout non-blocking
      pollfd writable{fd, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

OutputRelay::OutputRelay(UniqueFd source, OutputPlaces places)
    : source_(std::move(source)), places_(std::move(places)) {
  if (!places_.file.empty()) {
    file_ = UniqueFd(::open(places_.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file_) {
      fail("cannot create {}: {}; choose a writable --output-dir", places_.file.string(),
           std::strerror(errno));
    }
  }
  finish_ = UniqueFd(::eventfd(0, EFD_CLOEXEC));
  if (!finish_) fail("cannot record: {}", std::strerror(errno));
  // Signals are the main thread's business; a closed reader is an error code here, not a SIGPIPE.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

OutputRelay::~OutputRelay() { finish(std::chrono::milliseconds(0)); }

void OutputRelay::begin_finish(std::chrono::milliseconds drain) {
  if (std::exchange(finishing_, true)) return;
  drain_ = drain;
  eventfd_write(finish_.get(), 1);
}

void OutputRelay::finish(std::chrono::milliseconds drain) {
  begin_finish(drain);
  if (thread_.joinable()) thread_.join();
}

void OutputRelay::run() {
  std::array<pollfd, 2> ready{{{source_.get(), POLLIN, 0}, {finish_.get(), POLLIN, 0}}};
  while (!ready[1].revents) {
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    if (ready[0].revents && copy_some() < 0) return;
  }
  using Clock = std::chrono::steady_clock;
  auto deadline = Clock::now() + drain_;
  // A pipe keeps order: the program's own bytes are among those that lie in it now.
  int own_bytes = 0;
  if (::ioctl(source_.get(), FIONREAD, &own_bytes) != 0) own_bytes = 0;
  std::int64_t left = own_bytes;
  for (;;) {
    auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    bool time_left = wait.count() > 0;
    if (!time_left && left <= 0) return;
    int count = ::poll(ready.data(), 1, time_left ? static_cast<int>(wait.count()) : 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    std::int64_t copied = copy_some();
    if (copied < 0) return;
    left -= copied;
  }
}

// Bytes copied; -1: end of the stream.
std::int64_t OutputRelay::copy_some() {
  std::array<char, 65536> buffer;
  ssize_t size = ::read(source_.get(), buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR || errno == EAGAIN ? 0 : -1;  // EIO: nobody has the terminal
  if (size == 0) return -1;
  deliver({buffer.data(), static_cast<std::size_t>(size)});
  return size;
}

void OutputRelay::deliver(std::string_view bytes) {
  if (file_ && !file_error_) file_error_ = write_all(file_.get(), bytes);
  if (places_.shown_on >= 0 && write_all(places_.shown_on, bytes) != 0) places_.shown_on = -1;
  if (places_.listener) places_.listener(bytes);
}

}  // namespace cxprof
