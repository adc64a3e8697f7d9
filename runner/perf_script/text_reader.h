#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/perf_script/file_facts.h"
#include "runner/perf_script/frame_table.h"
#include "runner/perf_script/header_line.h"
#include "runner/perf_script/line_faults.h"
#include "runner/perf_script/line_texts.h"
#include "runner/profile/symbolized_profile.h"
#include "runner/unwind/call_stack_builder.h"

namespace cxprof::perf_script {

/// Longer lines are no perf script text: a symbol has some thousand bytes at most.
inline constexpr std::size_t longest_line = 1U << 20U;

/// Reads perf script text line by line. Nothing of a line is needed after it was read.
class TextReader {
 public:
  /// One line, without its line break.
  void read(std::string_view line);
  /// A line that was longer than longest_line; `start` is its beginning.
  void read_overlong(std::string_view start);

  /// Samples so far; the open one is not among them.
  [[nodiscard]] std::size_t samples() const { return samples_.size(); }
  [[nodiscard]] std::uint64_t lines() const { return line_number_; }
  /// Whether a record of `perf script -D` was among the lines.
  [[nodiscard]] bool is_raw_dump() const { return raw_dump_; }

  /// The profile; `file` names the text in findings. The reader is not used any more.
  SymbolizedProfile finish(const std::string& file, Recording recording);

 private:
  struct EventState {
    bool seen_with_frames = false;  ///< Its headers need no time to be known as such.
    std::uint64_t samples = 0;
    std::uint64_t with_period = 0;
    std::uint64_t period = 0;  ///< The one that all samples have; 0: they differ.
    std::uint64_t with_callers = 0;
    std::uint64_t complete = 0;  ///< Stacks that reach the start of the program or thread.
  };
  enum class State {
    between,  ///< Before a header.
    frames,   ///< Behind a header: its frames follow.
    flat,     ///< Behind a header with its only frame.
    loose,    ///< In frames without a header.
  };

  void between_samples(std::string_view line);
  void within_sample(std::string_view line);
  bool open_header(std::string_view line);
  void begin(const HeaderLine& header);
  void begin_without_header(std::string_view line);
  bool add_frame(std::string_view line);
  bool add_source_line(std::string_view line);
  void close();
  StackId stack_of_lines();
  void note_loss(const HeaderLine& record);
  void drop_fragment();
  std::uint32_t event_id(std::string_view name);
  void find_objects(SymbolizedProfile& profile);
  void finish_events(SymbolizedProfile& profile);

  FrameTable frames_;
  CallStackBuilder stacks_;
  FileFacts facts_;
  LineFaults faults_;
  LineTexts comms_;
  LineTexts event_names_;
  std::vector<EventState> events_;  ///< Parallel to event_names_.
  std::vector<UnwoundSample> samples_;
  RecordingLosses losses_;

  State state_ = State::between;
  std::uint64_t line_number_ = 0;
  UnwoundSample sample_;  ///< The open one.
  bool weak_ = false;     ///< The open one is none unless frames follow.
  std::uint64_t header_number_ = 0;
  std::string header_text_;                ///< Of a weak one.
  std::vector<FrameTable::LineId> lines_;  ///< The open one's frames, as printed.
  std::vector<FrameTable::LineId> inlined_;
  std::vector<AddressId> addresses_;
  std::string fragment_;  ///< A line before a header that may be the start of a thread's name.
  std::uint64_t fragment_number_ = 0;  ///< 0: there is none.
  bool any_header_ = false;
  bool raw_dump_ = false;
};

}  // namespace cxprof::perf_script
