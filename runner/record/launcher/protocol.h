#pragma once

// What the runner and cxprof-launcher say to each other, over one SOCK_SEQPACKET pair. Both are
// built together, so the structs travel as they lie in memory.

#include <cstdint>

namespace cxprof::launcher {

/// File descriptors that the runner itself inherited and that the program must inherit too. A
/// program rarely gets more than a handful (make's job server); further ones are closed.
inline constexpr int max_kept_descriptors = 64;

/// Runner → launcher, once, in answer to Message::hello: run the program now. Nothing is run before
/// it, and never twice: without it the launcher ends. Descriptors travel with it (SCM_RIGHTS): the
/// environment (NUL-separated strings), stdout, stderr, then, where `has_terminal`, the controlling
/// terminal, and where `terminal_is_stdin`, that is the program's stdin as well.
struct Go {
  std::uint64_t ignored_signals;  ///< Bit n-1: signal n is ignored in the program.
  std::uint64_t blocked_signals;  ///< Bit n-1: signal n is blocked in the program.
  std::uint64_t environment_bytes;
  std::int32_t has_terminal;
  std::int32_t terminal_is_stdin;
  std::int32_t kept_count;
  std::int32_t kept[max_kept_descriptors];
};

/// Runner → launcher, any time after Go: send `signal` to the program and its process group.
struct Order {
  std::int32_t signal;
  /// When the program ends, kill what is left of its group (we are ending it at its time limit).
  std::int32_t then_kill_rest;
};

enum class MessageKind : std::int32_t {
  hello,        ///< The launcher waits for Go.
  started,      ///< The program was executed; `pid` is its process and its process group.
  exec_failed,  ///< It could not be; `value` is errno. The launcher ends.
  stopped,      ///< The program was stopped by signal `value` (job control).
  ended,        ///< The program ended; `value` is its wait status. The launcher ends.
};

/// Launcher → runner.
struct Message {
  MessageKind kind;
  std::int32_t pid;
  std::int32_t value;
  std::int64_t wall_nanoseconds;   ///< ended: since just before the program was forked.
  std::int64_t user_microseconds;  ///< ended: CPU time of it and of the children it waited for.
  std::int64_t system_microseconds;
};

}  // namespace cxprof::launcher
