#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/perf_script/frame_line.h"
#include "runner/perf_script/line_texts.h"
#include "runner/perf_script/lost_objects.h"
#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/function_table.h"

namespace cxprof::perf_script {

/// Turns lines of frames into addresses with frames. Each distinct line is taken apart once:
/// everything else is a look-up of its text.
class FrameTable {
 public:
  using LineId = std::uint32_t;
  static constexpr LineId no_frame = UINT32_MAX;

  FrameTable();

  /// The frame in a line; no_frame: it is none.
  LineId line(std::string_view text);
  /// A frame that was taken from within a line.
  LineId line(const FrameLine& frame);

  [[nodiscard]] bool is_inlined(LineId line) const { return lines_[line].frame.inlined; }
  /// Raw name. Empty: none.
  [[nodiscard]] std::string_view symbol(LineId line) const { return lines_[line].frame.symbol; }

  /// The address of a line that is the physical frame, `inlined` (innermost first) being the levels
  /// inlined into it. They belong to it only where they show the same address.
  AddressId address(std::span<const LineId> inlined, LineId physical);
  /// Inlined levels whose physical frame is not there: the outermost stands for it. Its object is
  /// not known before `find_lost`.
  AddressId address_without_object(std::span<const LineId> inlined, std::int32_t pid);

  /// Whether there are addresses whose object is to be found.
  [[nodiscard]] bool any_lost() const { return !lost_.empty(); }
  /// Whether an object was printed in any line.
  [[nodiscard]] bool any_object() const { return any_object_; }
  /// Tells `objects` what lines with an object say of address `id` in process `pid`.
  void tell(AddressId id, std::int32_t pid, LostObjects& objects) const;
  /// Gives the lost ones their object where `objects` knows it. Returns what has none still.
  std::vector<AddressId> find_lost(const LostObjects& objects);

  [[nodiscard]] bool same_address(LineId a, LineId b) const {
    return lines_[a].frame.address == lines_[b].frame.address;
  }

  /// The line is an inlined level (field srcline shows that behind the source line only).
  void set_inlined(LineId line) { lines_[line].frame.inlined = true; }

  /// Source line of a frame (field srcline); to be told before its address is asked for.
  void set_source(LineId line, std::string_view file, std::uint32_t number);

  /// Fills modules, module_facts, addresses, functions, source_files and frames.
  void finish(SymbolizedProfile& profile);

 private:
  static constexpr AddressId none = UINT32_MAX;
  struct Line {
    FrameLine frame;         ///< Views into the kept text.
    AddressId alone = none;  ///< Its address when nothing is inlined into it.
    SourceFileId file = 0;
    std::uint32_t source_line = 0;
    bool is_frame = false;
  };
  struct Group {  ///< Inlined levels, and the one around them.
    std::uint32_t inner = 0;
    LineId line = 0;
    AddressId address = none;
  };

  struct Lost {
    std::vector<LineId> levels;  ///< Innermost first; the last one stands for the physical frame.
    std::int32_t pid = -1;
    AddressId address = 0;
  };

  ModuleId module_of(std::string_view object, std::uint64_t address);
  Frame frame_of(const Line& line, ModuleId module);
  std::vector<Frame> frames_in(std::span<const LineId> inlined, const Line& physical,
                               ModuleId module);
  std::uint32_t enclosed(std::uint32_t inner, LineId line);
  std::uint32_t group_of(std::span<const LineId> levels);
  AddressId add_address(std::span<const LineId> inlined, const Line& physical);

  LineTexts texts_;
  std::vector<Line> lines_;  ///< Parallel to texts_.
  LineTexts objects_;
  std::vector<ModuleId> module_of_object_;  ///< Parallel to objects_.
  LineTexts source_names_;
  std::vector<std::string> source_files_;
  std::vector<Group> groups_;
  IndexTable group_index_;
  bool any_object_ = false;
  std::vector<Lost> lost_;
  std::map<std::pair<std::uint32_t, std::int32_t>, AddressId> lost_ids_;  ///< By group and process.
  IndexTable address_index_;
  std::vector<Module> modules_;
  std::vector<ModuleFacts> facts_;
  std::vector<FrameAddress> addresses_;
  std::vector<std::vector<Frame>> frames_;
  FunctionTable functions_;
};

}  // namespace cxprof::perf_script
