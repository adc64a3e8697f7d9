#include "runner/perf_script/text_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runner/perf_script/cursor.h"
#include "runner/perf_script/text_findings.h"
#include "runner/support/text.h"

namespace cxprof::perf_script {
namespace {

constexpr std::size_t longest_comm = 15;  // TASK_COMM_LEN without the closing NUL

bool is_empty(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return is_blank(c); });
}

bool is_comment(std::string_view line) {
  return line.starts_with('#') && (line.size() == 1 || is_blank(line[1]));
}

// What other fields (insn, iregs, brstack …) put where the empty line behind the frames would be.
bool is_other_field(std::string_view line) {
  Cursor cursor(line);
  std::string_view word = cursor.word();
  if (line.starts_with(' ') && !line.starts_with("  ")) {
    constexpr std::array<std::string_view, 6> names{"ilen:", "insn:", "ABI:", "IPC:", "|OP", "0x"};
    return std::ranges::any_of(names, [&](auto name) { return word.starts_with(name); });
  }
  // brstackinsn: "main:" and "address insn: 48 89 …"
  return (line.starts_with('\t') && cursor.rest().empty() && word.ends_with(':')) ||
         cursor.peek() == "insn:" || line.find("\tinsn:") != std::string_view::npos;
}

// Where programs and threads begin: a stack that ends there was unwound through the C library.
bool is_outermost(std::string_view symbol) {
  constexpr std::array<std::string_view, 6> starts{"_start",  "clone",        "clone3",
                                                   "__clone", "__GI___clone", "__clone3"};
  return std::ranges::find(starts, symbol) != starts.end();
}

// "12490290506 0x108 [0x50]: PERF_RECORD_SAMPLE(IP, 0x1): …" of perf script -D
bool is_dumped_record(std::string_view line) {
  std::size_t end = line.find("]: PERF_RECORD_");
  if (end == std::string_view::npos) return false;
  std::size_t start = line.rfind(" [0x", end);
  if (start == std::string_view::npos || !number_in(line.substr(start + 4, end - start - 4), 16)) {
    return false;
  }
  std::string_view before = line.substr(0, start);
  return before.substr(before.rfind(' ') + 1).starts_with("0x");
}

// Where field srcline has no file: "prog[1170]"
bool is_place_in_object(std::string_view text) {
  std::size_t start = text.rfind('[');
  return start != std::string_view::npos && text.ends_with(']') &&
         number_in(text.substr(start + 1, text.size() - start - 2), 16).has_value();
}

}  // namespace

void TextReader::read(std::string_view line) {
  ++line_number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (is_empty(line)) {
    close();
    drop_fragment();
  } else if (is_comment(line)) {
    if (state_ == State::between) facts_.read_comment(line);
  } else if (state_ == State::between) {
    between_samples(line);
  } else {
    within_sample(line);
  }
}

void TextReader::read_overlong(std::string_view start) {
  ++line_number_;
  faults_.note(line_number_, start);
}

void TextReader::between_samples(std::string_view line) {
  if (open_header(line)) return;
  if (starts_as_frame(line) && frames_.line(line) != FrameTable::no_frame) {
    begin_without_header(line);
    return;
  }
  drop_fragment();
  if (line.starts_with('#')) return;
  fragment_ = line;
  fragment_number_ = line_number_;
}

// The order of the questions matters: a thread called "dd" begins like an address.
void TextReader::within_sample(std::string_view line) {
  bool indented = is_blank(line.front());
  bool header_first = !indented || state_ == State::flat;
  if (header_first && open_header(line)) return;
  if (add_frame(line)) return;
  if (add_source_line(line)) return;
  if (is_other_field(line)) return;
  if (!header_first && open_header(line)) return;
  faults_.note(line_number_, line);
}

bool TextReader::open_header(std::string_view line) {
  raw_dump_ = raw_dump_ || is_dumped_record(line);
  auto header = parse_header(line);
  if (!header) return false;
  bool known = header->certain || header->is_record;
  if (!known && state_ != State::between && header->event.empty()) return false;
  // In mid-sample a line without a time is a header only where such lines have been headers.
  if (!known && state_ != State::between) {
    if (!events_[event_id(header->event)].seen_with_frames) return false;
  }
  close();
  if (header->is_record) {
    drop_fragment();
    note_loss(*header);
    return true;
  }
  std::string joined;
  if (fragment_number_ != 0) {
    joined = fragment_ + "\n" + std::string(header->comm);
    if (joined.size() <= longest_comm && fragment_number_ + 1 == line_number_) {
      header->comm = joined;
      fragment_number_ = 0;
    } else {
      drop_fragment();
    }
  }
  begin(*header);
  weak_ = !known && !events_[sample_.event].seen_with_frames;
  if (weak_) header_text_ = line;
  return true;
}

void TextReader::begin(const HeaderLine& header) {
  sample_ = {};
  sample_.time_ns = header.time_ns;
  sample_.period = header.period;
  sample_.pid = header.pid;
  sample_.tid = header.tid;
  sample_.cpu = header.cpu;
  sample_.event = event_id(header.event);
  state_ = State::frames;
  header_number_ = line_number_;
  weak_ = false;
  std::string_view comm = header.comm;
  if (!is_empty(header.rest)) {
    if (auto frame = parse_flat_frame(header.rest)) {
      auto line = frames_.line(*frame);
      if (line != FrameTable::no_frame) {
        lines_.push_back(line);
        state_ = State::flat;
        // Without call graph perf pads the name to 16 columns.
        while (!comm.empty() && comm.front() == ' ') comm.remove_prefix(1);
      }
    }
  }
  bool is_new = false;
  sample_.thread_name = comms_.number_of(comm, is_new);
}

// Frames only (-F ip,sym), or behind a header that could not be read.
void TextReader::begin_without_header(std::string_view line) {
  HeaderLine header;
  std::string comm;
  if (fragment_number_ + 1 == line_number_ && fragment_number_ != 0 && !any_header_) {
    header = loose_header(fragment_);  // -F comm,ip,sym
    comm = header.comm;
    fragment_number_ = 0;
  } else {
    drop_fragment();
  }
  begin(header);
  add_frame(line);
  // Without call graph each line is a sample of its own.
  bool one_line = !any_header_ && comm.empty() && header.event.empty() && line.front() != '\t';
  state_ = State::loose;
  if (one_line) close();
}

bool TextReader::add_frame(std::string_view line) {
  if (!starts_as_frame(line)) return false;
  FrameTable::LineId id = frames_.line(line);
  if (id == FrameTable::no_frame) return false;
  if (state_ == State::flat) {  // That was not its frame: it has a call graph.
    lines_.clear();
    state_ = State::frames;
  }
  lines_.push_back(id);
  return true;
}

// "  main.cpp:12" behind a frame (field srcline)
bool TextReader::add_source_line(std::string_view line) {
  if (lines_.empty() || !line.starts_with("  ")) return false;
  while (is_blank(line.front())) line.remove_prefix(1);
  constexpr std::string_view inlined = " (inlined)";
  if (line.ends_with(inlined)) {  // Said of the frame, here only.
    line.remove_suffix(inlined.size());
    frames_.set_inlined(lines_.back());
  }
  if (is_place_in_object(line)) return true;
  std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos) return false;
  std::string_view number = line.substr(colon + 1);
  number = number.substr(0, number.find(' '));  // "(discriminator 2)"
  auto value = number_in(number);
  if (number == "?") return true;
  if (!value || *value > UINT32_MAX) return false;
  if (colon == 0) return true;  // ":0"
  if (line.substr(0, colon) != "??") {
    frames_.set_source(lines_.back(), line.substr(0, colon), static_cast<std::uint32_t>(*value));
  }
  return true;
}

void TextReader::close() {
  if (state_ == State::between) return;
  bool flat = state_ == State::flat;
  bool headed = state_ != State::loose;
  state_ = State::between;
  if (weak_ && lines_.empty()) {
    faults_.note(header_number_, header_text_);
    weak_ = false;
    return;
  }
  weak_ = false;
  EventState& event = events_[sample_.event];
  if (!lines_.empty()) {
    event.seen_with_frames = true;
    any_header_ = any_header_ || headed;
    if (is_outermost(frames_.symbol(lines_.back()))) ++event.complete;
  }
  sample_.stack = stack_of_lines();
  sample_.end = flat ? StackEnd::not_recorded : StackEnd::root;
  if (addresses_.size() > 1) ++event.with_callers;
  if (event.samples == 0) event.period = sample_.period;
  if (event.period != sample_.period) event.period = 0;
  ++event.samples;
  if (sample_.period > 0) ++event.with_period;
  samples_.push_back(sample_);
  lines_.clear();
}

StackId TextReader::stack_of_lines() {
  addresses_.clear();
  inlined_.clear();
  auto inlined_alone = [&] {
    if (!inlined_.empty()) {
      addresses_.push_back(frames_.address_without_object(inlined_, sample_.pid));
    }
    inlined_.clear();
  };
  for (FrameTable::LineId line : lines_) {
    if (!inlined_.empty() && !frames_.same_address(inlined_.back(), line)) inlined_alone();
    if (frames_.is_inlined(line)) {
      inlined_.push_back(line);
      continue;
    }
    addresses_.push_back(frames_.address(inlined_, line));
    inlined_.clear();
  }
  inlined_alone();
  return stacks_.insert(addresses_);
}

// "PERF_RECORD_LOST lost 12" (--show-lost-events)
void TextReader::note_loss(const HeaderLine& record) {
  if (!record.event.starts_with("PERF_RECORD_LOST")) return;
  Cursor cursor(record.rest);
  if (cursor.word() == "lost") losses_.lost_samples += number_in(cursor.word()).value_or(0);
}

void TextReader::drop_fragment() {
  if (fragment_number_ == 0) return;
  faults_.note(fragment_number_, fragment_);
  fragment_number_ = 0;
}

std::uint32_t TextReader::event_id(std::string_view name) {
  bool is_new = false;
  std::uint32_t id = event_names_.number_of(name, is_new);
  if (is_new) events_.emplace_back();
  return id;
}

void TextReader::finish_events(SymbolizedProfile& profile) {
  for (std::uint32_t id = 0; id < events_.size(); ++id) {
    const EventState& state = events_[id];
    Event event;
    std::string_view name = event_names_[id];
    event.name = name.empty() ? "unknown" : valid_utf8(name);
    bool told = facts_.complete(event);
    if (!told) {
      // Walked through the C library, or along frame pointers that may be missing there.
      event.has_call_chain = state.with_callers > 0;
      event.has_user_stack = state.complete * 2 >= state.samples && state.with_callers > 0;
    }
    bool periods = state.samples > 0 && state.with_period == state.samples;
    if (periods && event.frequency_hz == 0 && event.period == 0) event.period = state.period;
    std::string_view base = std::string_view(event.name).substr(0, event.name.find(':'));
    event.counts_time = (base == "cpu-clock" || base == "task-clock") &&
                        (periods || event.frequency_hz > 0 || event.period > 0);
    profile.events.push_back(std::move(event));
  }
  for (UnwoundSample& sample : profile.samples) {
    const Event& event = profile.events[sample.event];
    bool stacks = event.has_call_chain || event.has_user_stack;
    if (!stacks) sample.end = StackEnd::not_recorded;
  }
}

// Addresses without object get the one that the other lines tell.
void TextReader::find_objects(SymbolizedProfile& profile) {
  if (profile.samples.empty()) return;
  const auto& nodes = profile.stacks.nodes;
  std::vector<AddressId> without;
  if (frames_.any_lost()) {
    LostObjects objects;
    // A node was seen with all its callers: most samples end the walk at once.
    std::vector<std::int32_t> seen_in(nodes.size(), INT32_MIN);
    for (const UnwoundSample& sample : profile.samples) {
      for (StackId node = sample.stack; node != empty_stack && seen_in[node] != sample.pid;
           node = nodes[node].caller) {
        seen_in[node] = sample.pid;
        frames_.tell(nodes[node].address, sample.pid, objects);
      }
    }
    without = frames_.find_lost(objects);
  }
  auto framed = std::ranges::count_if(
      profile.samples, [](const auto& sample) { return sample.stack != empty_stack; });
  if (framed == 0) {
    profile.findings.push_back(no_frames(profile.samples.size()));
  } else if (!frames_.any_object()) {
    profile.findings.push_back(no_object_field());
  } else {
    auto count = std::ranges::count_if(profile.samples, [&](const UnwoundSample& sample) {
      return sample.stack != empty_stack &&
             std::ranges::binary_search(without, nodes[sample.stack].address);
    });
    if (count > 0) {
      profile.findings.push_back(
          inlined_without_object(static_cast<std::uint64_t>(count), profile.samples.size()));
    }
  }
}

SymbolizedProfile TextReader::finish(const std::string& file, Recording recording) {
  close();
  drop_fragment();
  SymbolizedProfile profile;
  profile.samples = std::move(samples_);
  finish_events(profile);
  bool timed = std::ranges::all_of(profile.samples, [](const auto& s) { return s.time_ns > 0; });
  if (timed && !std::ranges::is_sorted(profile.samples, {}, &UnwoundSample::time_ns)) {
    std::ranges::stable_sort(profile.samples, {}, &UnwoundSample::time_ns);
  }
  profile.stacks = stacks_.take();
  for (std::uint32_t id = 0; id < comms_.size(); ++id) {
    profile.thread_names.emplace_back(comms_[id]);
  }
  find_objects(profile);
  frames_.finish(profile);
  facts_.complete(recording);
  profile.recording = std::move(recording);
  profile.losses = losses_;
  if (faults_.count() > 0) profile.findings.push_back(faults_.finding(file));
  return profile;
}

}  // namespace cxprof::perf_script
