#pragma once

#include <sys/types.h>

namespace cxprof {

/// This process's standard input, which programs inherit: can a second run read what the first did?
class StandardInput {
 public:
  /// Looks at it as it is now, before the first run.
  StandardInput();

  /// Puts a file back to where it was. False: a pipe or socket that may have held something for the
  /// first run, and cannot give it again. (Terminals and devices give what they give.)
  [[nodiscard]] bool rewind() const;

 private:
  bool is_stream_ = false;
  off_t offset_ = -1;  ///< Of a regular file. -1: none.
};

}  // namespace cxprof
