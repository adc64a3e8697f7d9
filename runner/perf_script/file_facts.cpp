#include "runner/perf_script/file_facts.h"

#include <algorithm>

#include "runner/perf_script/cursor.h"
#include "runner/support/text.h"

namespace cxprof::perf_script {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t most_events = 256;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Value of "key = value" in a list divided by commas. Empty: not there.
std::string_view value_of(std::string_view list, std::string_view key) {
  for (std::size_t at = list.find(key); at != npos; at = list.find(key, at + 1)) {
    if (at > 0 && list[at - 1] != ' ') continue;
    std::string_view behind = list.substr(at + key.size());
    if (!behind.starts_with(" = ")) continue;
    behind.remove_prefix(3);
    return trimmed(behind.substr(0, behind.find(',')));
  }
  return {};
}

bool has_word(std::string_view bits, std::string_view word) {  // "IP|TID|CALLCHAIN"
  while (!bits.empty()) {
    std::size_t bar = bits.find('|');
    if (bits.substr(0, bar) == word) return true;
    if (bar == npos) break;
    bits.remove_prefix(bar + 1);
  }
  return false;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  Cursor cursor(text);
  for (auto word = cursor.word(); !word.empty(); word = cursor.word()) words.emplace_back(word);
  return words;
}

// What stands behind "--", without cxprof's launcher and its arguments.
std::vector<std::string> program_of(const std::vector<std::string>& command) {
  auto separator = std::ranges::find(command, "--");
  if (separator == command.end()) return {};
  std::vector<std::string> program(std::next(separator), command.end());
  bool launched = !program.empty() && program.front().ends_with("/cxprof-launcher");
  auto after = std::ranges::find(program, "--");
  if (launched && after != program.end()) program.erase(program.begin(), std::next(after));
  return program;
}

void fill(std::string& field, const std::string& value) {
  if (field.empty()) field = value;
}

}  // namespace

FileFacts::KnownEvent FileFacts::event_in(std::string_view list) {
  Event event;
  event.name = valid_utf8(value_of(list, "name"));
  std::uint64_t rate = number_in(value_of(list, "{ sample_period, sample_freq }")).value_or(0);
  (value_of(list, "freq") == "1" ? event.frequency_hz : event.period) = rate;
  std::string_view fields = value_of(list, "sample_type");
  event.has_call_chain = has_word(fields, "CALLCHAIN");
  event.has_user_stack = has_word(fields, "STACK_USER");
  return {std::move(event), !fields.empty()};
}

void FileFacts::read_comment(std::string_view line) {
  line.remove_prefix(1);
  std::size_t colon = line.find(" : ");
  if (colon == npos) return;
  std::string_view key = trimmed(line.substr(0, colon));
  std::string_view value = trimmed(line.substr(colon + 3));
  if (key == "hostname") facts_.host.name = valid_utf8(value);
  if (key == "os release") facts_.host.kernel = valid_utf8(value);
  if (key == "arch") facts_.host.machine = valid_utf8(value);
  if (key == "cpudesc") facts_.host.cpu_model = valid_utf8(value);
  if (key == "perf version") facts_.recorder_version = valid_utf8(value);
  if (key == "cmdline") facts_.recorder_command = words_of(valid_utf8(value));
  if (key == "event" && events_.size() < most_events) {
    KnownEvent known = event_in(value);
    if (!known.event.name.empty()) events_.push_back(std::move(known));
  }
}

void FileFacts::complete(Recording& recording) const {
  fill(recording.host.name, facts_.host.name);
  fill(recording.host.kernel, facts_.host.kernel);
  fill(recording.host.machine, facts_.host.machine);
  fill(recording.host.cpu_model, facts_.host.cpu_model);
  fill(recording.recorder_version, facts_.recorder_version);
  if (recording.recorder_command.empty()) recording.recorder_command = facts_.recorder_command;
  if (recording.command.arguments.empty()) {
    recording.command.arguments = program_of(recording.recorder_command);
  }
}

bool FileFacts::complete(Event& event) const {
  auto known = std::ranges::find_if(
      events_, [&](const KnownEvent& candidate) { return candidate.event.name == event.name; });
  if (known == events_.end()) return false;
  event.frequency_hz = known->event.frequency_hz;
  event.period = known->event.period;
  event.has_call_chain = known->event.has_call_chain;
  event.has_user_stack = known->event.has_user_stack;
  return known->fields_told;
}

}  // namespace cxprof::perf_script
