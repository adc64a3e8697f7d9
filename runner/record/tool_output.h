#pragma once

#include <optional>
#include <string>

#include "runner/record/output_relay.h"
#include "runner/record/unique_fd.h"

namespace cxprof {

/// What a tool prints about itself (perf's progress and errors): every line goes to runner.log as
/// it comes, the first 64 KiB are kept to find the reason of a failure in.
class ToolOutput {
 public:
  /// `tool` is what its lines begin with in the log.
  explicit ToolOutput(std::string tool);

  /// The descriptor to give the tool as stdout and stderr.
  [[nodiscard]] int writer() const { return writer_.get(); }
  /// The tool has its descriptor now; ours is closed.
  void started() { writer_.close(); }
  /// The tool has ended: returns what it printed.
  std::string finish();

 private:
  void take(std::string_view bytes);

  std::string tool_;
  UniqueFd writer_;
  std::string text_;  ///< Written by the relay's thread, read after it has ended.
  std::string line_;
  std::optional<OutputRelay> relay_;
};

}  // namespace cxprof
