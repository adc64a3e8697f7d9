#include "runner/support/fd_stream.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace cxprof {
namespace {

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // Somebody made the pipe non-blocking: it is full.
      pollfd full{fd, POLLOUT, 0};
      (void)::poll(&full, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::streamsize FdStream::Buffer::xsputn(const char* text, std::streamsize size) {
  pending_.append(text, static_cast<std::size_t>(size));
  return size;
}

FdStream::Buffer::int_type FdStream::Buffer::overflow(int_type c) {
  if (!traits_type::eq_int_type(c, traits_type::eof())) pending_ += traits_type::to_char_type(c);
  return traits_type::not_eof(c);
}

int FdStream::Buffer::sync() {
  std::string text;
  text.swap(pending_);
  return write_all(fd_, text) ? 0 : -1;
}

}  // namespace cxprof
