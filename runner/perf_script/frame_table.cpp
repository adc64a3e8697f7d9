#include "runner/perf_script/frame_table.h"

#include <fmt/format.h>

#include <utility>

#include "runner/perf_script/object_kind.h"
#include "runner/perf_script/text_names.h"
#include "runner/support/text.h"
#include "runner/symbolize/nameless.h"

namespace cxprof::perf_script {
namespace {

NameSource source_of(const FrameLine& frame, ModuleKind kind) {
  if (frame.inlined) return NameSource::debug_info;
  switch (kind) {
    case ModuleKind::kernel:
    case ModuleKind::kernel_module:
      return NameSource::kernel;
    case ModuleKind::anonymous:
      return NameSource::perf_map;
    case ModuleKind::file:
    case ModuleKind::vdso:
    case ModuleKind::unknown:
      break;
  }
  return frame.symbol.ends_with("@plt") ? NameSource::plt : NameSource::symbol;
}

}  // namespace

FrameTable::FrameTable() : source_files_(1), groups_(1), modules_(1), facts_(1) {
  bool is_new = false;
  source_names_.number_of("", is_new);
}

FrameTable::LineId FrameTable::line(std::string_view text) {
  bool is_new = false;
  LineId id = texts_.number_of(text, is_new);
  if (is_new) {
    lines_.emplace_back();
    if (auto frame = parse_frame(texts_[id])) {
      lines_.back().frame = *frame;
      lines_.back().is_frame = true;
    }
  }
  return lines_[id].is_frame ? id : no_frame;
}

FrameTable::LineId FrameTable::line(const FrameLine& frame) {
  std::string_view symbol = frame.symbol.empty() ? "[unknown]" : frame.symbol;
  if (frame.object.empty()) {
    return line(fmt::format("{:16x} {}+0x{:x}", frame.address, symbol, frame.offset));
  }
  return line(
      fmt::format("{:16x} {}+0x{:x} ({})", frame.address, symbol, frame.offset, frame.object));
}

AddressId FrameTable::address(std::span<const LineId> inlined, LineId physical) {
  if (inlined.empty()) {
    AddressId& known = lines_[physical].alone;
    if (known == none) {
      AddressId added = add_address({}, lines_[physical]);
      lines_[physical].alone = added;
      return added;
    }
    return known;
  }
  std::uint32_t group = enclosed(group_of(inlined), physical);
  if (groups_[group].address == none) {
    groups_[group].address = add_address(inlined, lines_[physical]);
  }
  return groups_[group].address;
}

std::uint32_t FrameTable::enclosed(std::uint32_t inner, LineId line) {
  auto next = static_cast<std::uint32_t>(groups_.size());
  std::uint32_t found =
      group_index_.find_or_insert(hash_words(inner, line), next, [&](std::uint32_t index) {
        return groups_[index].inner == inner && groups_[index].line == line;
      });
  if (found == next) groups_.push_back({inner, line, none});
  return found;
}

std::uint32_t FrameTable::group_of(std::span<const LineId> levels) {
  std::uint32_t group = 0;
  for (LineId line : levels) group = enclosed(group, line);
  return group;
}

AddressId FrameTable::address_without_object(std::span<const LineId> inlined, std::int32_t pid) {
  auto next = static_cast<AddressId>(addresses_.size());
  auto [known, is_new] = lost_ids_.try_emplace({group_of(inlined), pid}, next);
  if (!is_new) return known->second;
  lost_.push_back({{inlined.begin(), inlined.end()}, pid, next});
  addresses_.push_back(
      {unknown_module, AddressKind::instruction_pointer, lines_[inlined.back()].frame.address, -1});
  frames_.emplace_back();
  return next;
}

void FrameTable::tell(AddressId id, std::int32_t pid, LostObjects& objects) const {
  const FrameAddress& address = addresses_[id];
  if (address.module == unknown_module) return;
  objects.see(pid, address.module, address.address, frames_[id].back().offset);
}

std::vector<AddressId> FrameTable::find_lost(const LostObjects& objects) {
  std::vector<AddressId> without;
  for (const Lost& lost : lost_) {
    Line physical = lines_[lost.levels.back()];
    physical.frame.inlined = false;
    FrameAddress& address = addresses_[lost.address];
    address.module = objects.find(lost.pid, address.address, physical.frame.offset);
    if (address.module == unknown_module) without.push_back(lost.address);
    if (modules_[address.module].kind == ModuleKind::anonymous) address.pid = lost.pid;
    std::span<const LineId> inlined(lost.levels.data(), lost.levels.size() - 1);
    frames_[lost.address] = frames_in(inlined, physical, address.module);
  }
  return without;
}

void FrameTable::set_source(LineId id, std::string_view file, std::uint32_t number) {
  Line& line = lines_[id];
  if (line.file != 0) return;
  bool is_new = false;
  line.file = source_names_.number_of(file, is_new);
  line.source_line = number;
  if (is_new) source_files_.push_back(valid_utf8(file));
}

ModuleId FrameTable::module_of(std::string_view object, std::uint64_t address) {
  bool is_new = false;
  std::uint32_t number = objects_.number_of(object, is_new);
  if (is_new) {
    any_object_ = any_object_ || !object.empty();
    Module module = module_of_object(object, address);
    if (module.kind == ModuleKind::unknown) {
      module_of_object_.push_back(unknown_module);
    } else {
      module_of_object_.push_back(static_cast<ModuleId>(modules_.size()));
      modules_.push_back(std::move(module));
      facts_.emplace_back();
    }
  }
  return module_of_object_[number];
}

Frame FrameTable::frame_of(const Line& line, ModuleId module) {
  const Module& description = modules_[module];
  Frame frame{0, line.frame.offset, line.file, line.source_line, false};
  if (line.frame.symbol.empty()) {
    frame.function = functions_.unnamed(module, nameless_function(description));
    return frame;
  }
  bool made_by_jit = description.kind == ModuleKind::anonymous;
  frame.function =
      functions_.shown_as(module, line.frame.symbol, source_of(line.frame, description.kind),
                          text_display_name(line.frame.symbol, made_by_jit));
  facts_[module].has_symbols = true;
  return frame;
}

std::vector<Frame> FrameTable::frames_in(std::span<const LineId> inlined, const Line& physical,
                                         ModuleId module) {
  std::vector<Frame> frames;
  frames.reserve(inlined.size() + 1);
  for (LineId line : inlined) {
    frames.push_back(frame_of(lines_[line], module));
    frames.back().inlined = true;
  }
  frames.push_back(frame_of(physical, module));
  return frames;
}

AddressId FrameTable::add_address(std::span<const LineId> inlined, const Line& physical) {
  ModuleId module = module_of(physical.frame.object, physical.frame.address);
  FrameAddress address{module, AddressKind::instruction_pointer, physical.frame.address, -1};
  if (modules_[module].kind == ModuleKind::anonymous) {
    address.pid = pid_of_perf_map(physical.frame.object);
  }
  std::vector<Frame> frames = frames_in(inlined, physical, module);
  auto next = static_cast<AddressId>(addresses_.size());
  auto equal_frames = [&](const std::vector<Frame>& known) {
    if (known.size() != frames.size()) return false;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (known[i].function != frames[i].function || known[i].offset != frames[i].offset) {
        return false;
      }
    }
    return true;
  };
  // The same address may stand in lines that differ in blanks only.
  std::uint64_t hash = hash_words(module, address.address);
  for (const Frame& frame : frames) hash = hash_words(hash, frame.function);
  AddressId found = address_index_.find_or_insert(hash, next, [&](AddressId id) {
    return addresses_[id] == address && equal_frames(frames_[id]);
  });
  if (found == next) {
    addresses_.push_back(address);
    frames_.push_back(std::move(frames));
  }
  return found;
}

void FrameTable::finish(SymbolizedProfile& profile) {
  for (std::size_t id = 1; id < facts_.size(); ++id) {
    // There is nothing to look for: the text's own names are all that can be known.
    if (!facts_[id].has_symbols) facts_[id].missing_reason = "perf script found none";
  }
  profile.modules = std::move(modules_);
  profile.module_facts = std::move(facts_);
  profile.addresses = std::move(addresses_);
  profile.functions = functions_.take();
  profile.source_files = std::move(source_files_);
  profile.frames = std::move(frames_);
}

}  // namespace cxprof::perf_script
