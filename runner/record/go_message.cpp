#include "runner/record/go_message.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "runner/record/launcher/protocol.h"
#include "runner/record/unique_fd.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

// The program's environment, for the launcher to map.
UniqueFd environment_file(const std::string& environment) {
  UniqueFd file(memfd_create("environment", MFD_CLOEXEC));
  std::string_view left = environment;
  while (file && !left.empty()) {
    ssize_t size = ::write(file.get(), left.data(), left.size());
    if (size < 0 && errno != EINTR) break;
    if (size > 0) left.remove_prefix(static_cast<std::size_t>(size));
  }
  if (!file || !left.empty()) {
    fail("cannot hand the environment to the program: {}", std::strerror(errno));
  }
  return file;
}

}  // namespace

bool send_go(int control, const ProgramStreams& streams, const InheritedState& inherited) {
  UniqueFd environment = environment_file(inherited.environment);
  launcher::Go go{};
  go.ignored_signals = inherited.ignored_signals;
  go.blocked_signals = inherited.blocked_signals;
  go.environment_bytes = inherited.environment.size();
  go.has_terminal = static_cast<bool>(streams.program_terminal);
  go.terminal_is_stdin = streams.terminal_is_stdin;
  auto kept = std::min<std::size_t>(inherited.descriptors.size(), launcher::max_kept_descriptors);
  std::copy_n(inherited.descriptors.begin(), kept, go.kept);
  go.kept_count = static_cast<std::int32_t>(kept);

  int fds[4] = {environment.get(), streams.program_out.get(), streams.program_err.get(),
                streams.program_terminal.get()};
  std::size_t fd_bytes = (go.has_terminal ? 4 : 3) * sizeof(int);
  alignas(cmsghdr) char buffer[CMSG_SPACE(sizeof fds)] = {};
  iovec data{&go, sizeof go};
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = buffer;
  header.msg_controllen = CMSG_SPACE(fd_bytes);
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(fd_bytes);
  std::memcpy(CMSG_DATA(rights), fds, fd_bytes);
  return ::sendmsg(control, &header, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof go);
}

}  // namespace cxprof
