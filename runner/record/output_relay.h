#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <thread>

#include "runner/record/unique_fd.h"

namespace cxprof {

/// Where one output stream of a process goes. Every byte goes to every place, unchanged.
struct OutputPlaces {
  std::filesystem::path file;  ///< Empty: none. Created anew.
  int shown_on = -1;           ///< Descriptor of ours to copy to; -1: none. A reader that went away
                               ///< (`| head`) ends the copying, nothing else.
  std::function<void(std::string_view)> listener;  ///< Called in the relay's thread. May be empty.
};

/// Copies a pipe (or a pseudo-terminal) as it is written, in a thread of its own: a reader of ours
/// that is slow holds up the program as it would without us, and nobody else.
class OutputRelay {
 public:
  /// Opens the file at once; throws Error when it cannot be created.
  OutputRelay(UniqueFd source, OutputPlaces places);
  ~OutputRelay();
  OutputRelay(const OutputRelay&) = delete;
  OutputRelay& operator=(const OutputRelay&) = delete;

  /// Call when the writing program has ended. Everything that it wrote is delivered; what its
  /// descendants still write is, for at most `drain`. Returns when the relay is done.
  void finish(std::chrono::milliseconds drain);
  /// Lets finish() begin, for several relays to wait at the same time. The first call counts.
  void begin_finish(std::chrono::milliseconds drain);

  /// errno of the first failed write to the file (disk full); 0: the file is complete.
  [[nodiscard]] int file_error() const { return file_error_; }

 private:
  void run();
  std::int64_t copy_some();
  void deliver(std::string_view bytes);

  UniqueFd source_;
  UniqueFd file_;
  UniqueFd finish_;  ///< eventfd: finish() was called.
  OutputPlaces places_;
  std::chrono::milliseconds drain_{0};
  bool finishing_ = false;
  int file_error_ = 0;
  std::thread thread_;
};

}  // namespace cxprof
