#include "runner/record/tool_output.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {

ToolOutput::ToolOutput(std::string tool) : tool_(std::move(tool)) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot start {}: {}", tool_, std::strerror(errno));
  writer_ = UniqueFd(ends[1]);
  relay_.emplace(UniqueFd(ends[0]),
                 OutputPlaces{{}, -1, [this](std::string_view bytes) { take(bytes); }});
}

std::string ToolOutput::finish() {
  writer_.close();
  relay_->finish(std::chrono::milliseconds(100));
  if (!line_.empty()) take("\n");
  return std::move(text_);
}

void ToolOutput::take(std::string_view bytes) {
  constexpr std::size_t most_kept = 65536;
  text_.append(bytes.substr(0, most_kept - std::min(most_kept, text_.size())));
  for (char c : bytes) {
    if (c != '\n') {
      line_ += c;
    } else if (!line_.empty()) {
      spdlog::debug("{}: {}", tool_, printable(line_));
      line_.clear();
    }
  }
}

}  // namespace cxprof
