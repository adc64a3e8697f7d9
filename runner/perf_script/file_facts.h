#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/profile/event.h"
#include "runner/profile/recording.h"

namespace cxprof::perf_script {

/// What the comments of `perf script --header` tell: "# hostname : x", "# event : name = …".
class FileFacts {
 public:
  /// Takes one comment line, the '#' included. Unknown ones are left out.
  void read_comment(std::string_view line);

  /// Fills what `recording` does not know yet.
  void complete(Recording& recording) const;

  /// Fills frequency or period and what was recorded of the stacks; `event` is found by its name.
  /// False: the comments say nothing of its stacks.
  bool complete(Event& event) const;

 private:
  struct KnownEvent {
    Event event;
    bool fields_told = false;  ///< Old perf does not print sample_type.
  };

  Recording facts_;
  std::vector<KnownEvent> events_;

  static KnownEvent event_in(std::string_view list);
};

}  // namespace cxprof::perf_script
