#include "runner/perf_script/header_line.h"

#include <algorithm>
#include <limits>

#include "runner/perf_script/cursor.h"

namespace cxprof::perf_script {
namespace {

constexpr std::size_t longest_comm = 15;    // TASK_COMM_LEN without the closing NUL
constexpr std::size_t period_columns = 10;  // perf prints it as %10lu

struct Ids {
  std::int32_t pid = -1;
  std::int32_t tid = -1;
};

std::optional<std::int32_t> id_in(std::string_view text) {
  if (text == "-1") return -1;
  auto number = number_in(text);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    return {};
  }
  return static_cast<std::int32_t>(*number);
}

// "123" or "123/124".
std::optional<Ids> ids_in(std::string_view word) {
  if (word.empty() || word.size() > 24) return {};
  std::size_t slash = word.find('/');
  auto first = id_in(word.substr(0, slash));
  if (!first) return {};
  if (slash == std::string_view::npos) return Ids{-1, *first};
  // Half of a "%5d/%-5d" is never empty.
  auto second = id_in(word.substr(slash + 1));
  if (!second) return {};
  return Ids{*first, *second};
}

// "12774.293194:", with six or nine digits behind the point.
std::optional<std::uint64_t> time_in(std::string_view word) {
  if (word.size() < 4 || word.back() != ':') return {};
  word.remove_suffix(1);
  std::size_t point = word.find('.');
  if (point == std::string_view::npos) return {};
  auto seconds = number_in(word.substr(0, point));
  std::string_view fraction = word.substr(point + 1);
  auto digits = number_in(fraction);
  if (!seconds || !digits || fraction.size() > 9 || *seconds > 9'000'000'000) return {};
  std::uint64_t nanoseconds = *digits;
  for (std::size_t i = fraction.size(); i < 9; ++i) nanoseconds *= 10;
  return *seconds * 1'000'000'000 + nanoseconds;
}

// "[003]"
std::optional<std::int32_t> cpu_in(std::string_view word) {
  if (word.size() < 3 || word.front() != '[' || word.back() != ']') return {};
  std::string_view inside = word.substr(1, word.size() - 2);
  if (inside.starts_with('-')) return -1;
  return id_in(inside);
}

bool is_misc(std::string_view word) {  // "U", "KE", "So": field misc
  return !word.empty() && word.size() <= 5 && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

// "2026-12-01 15:14:06.123456": field tod
void skip_time_of_day(Cursor& cursor) {
  std::string_view date = cursor.peek();
  if (date.size() != 10 || date[4] != '-' || date[7] != '-' || !is_digit(date[0])) return;
  cursor.word();
  std::string_view time = cursor.peek();
  if (time.size() >= 8 && time[2] == ':' && time[5] == ':') cursor.word();
}

bool is_event(std::string_view word) {
  return word.size() > 1 && word.back() == ':' && !time_in(word);
}

// Whether a number's field is as wide as perf prints a period: blanks in front count.
bool wide_as_period(std::string_view line, std::string_view number) {
  std::size_t end = static_cast<std::size_t>(number.data() - line.data()) + number.size();
  std::size_t start = end - number.size();
  while (start > 0 && is_blank(line[start - 1])) --start;
  return end - start > period_columns;
}

void parse_event(std::string_view line, Cursor& cursor, HeaderLine& header) {
  Cursor ahead = cursor;
  std::string_view first = ahead.word();
  auto period = number_in(first);
  if (period && (is_event(ahead.peek()) || ahead.peek().empty())) {
    bool only_number = ahead.peek().empty();
    if (!only_number || wide_as_period(line, first)) {
      header.period = *period;
      cursor = ahead;
    }
  }
  std::string_view event = cursor.peek();
  if (event.starts_with("PERF_RECORD_")) {
    header.event = cursor.word();
    header.is_record = true;
    header.certain = true;
  } else if (is_event(event)) {
    cursor.word();
    header.event = event.substr(0, event.size() - 1);
  }
  header.rest = cursor.rest();
}

// What stands behind the thread's id. Absent: that was not the id.
std::optional<HeaderLine> parse_behind_ids(std::string_view line, Cursor cursor) {
  HeaderLine header;
  if (auto cpu = cpu_in(cursor.peek())) {
    header.cpu = *cpu;
    cursor.word();
  }
  if (is_misc(cursor.peek())) {
    Cursor ahead = cursor;
    ahead.word();
    std::string_view next = ahead.peek();
    if (!next.empty() && is_digit(next.front())) cursor = ahead;
  }
  skip_time_of_day(cursor);
  if (auto time = time_in(cursor.peek())) {
    header.time_ns = *time;
    header.certain = true;
    cursor.word();
  }
  bool timed = header.certain;
  parse_event(line, cursor, header);
  if (timed || !header.event.empty()) return header;
  // Neither time nor event: only an address that perf prints in 16 columns may follow.
  std::string_view address = Cursor(header.rest).peek();
  if (address.empty()) return header;
  bool hex = std::ranges::all_of(address, is_hex_digit);
  auto behind = static_cast<std::size_t>(address.data() - header.rest.data()) + address.size();
  if (!hex || behind < 16) return {};
  return header;
}

std::string_view comm_before(std::string_view line, std::size_t at) {
  std::string_view comm = line.substr(0, at);
  while (!comm.empty() && is_blank(comm.back())) comm.remove_suffix(1);
  return comm;
}

// Without an id: `comm 123.456: event:`, `123.456: event:`, `comm event:`.
std::optional<HeaderLine> parse_without_ids(std::string_view line) {
  Cursor cursor(line);
  for (int words = 0; words < 8 && !cursor.peek().empty(); ++words) {
    std::string_view word = cursor.peek();
    if (time_in(word) || (cpu_in(word) && words > 0)) {
      auto header = parse_behind_ids(line, cursor);
      if (header && header->certain) {
        header->comm = comm_before(line, static_cast<std::size_t>(word.data() - line.data()));
        if (header->comm.size() <= longest_comm) return header;
      }
      return {};
    }
    cursor.word();
  }
  return {};
}

}  // namespace

std::optional<HeaderLine> parse_header(std::string_view line) {
  std::optional<HeaderLine> best;
  auto better = [&](const HeaderLine& found, bool within_reach) {
    if (!best) return true;
    if (!within_reach) return false;  // an over-long name: the first number that fits
    if (found.certain || best->certain) return found.certain;
    // No time tells the thread's id from the period: "pid/tid" does, or the columns do.
    if (best->pid >= 0) return found.pid >= 0;
    return found.period > 0 || best->period == 0;
  };
  Cursor cursor(line);
  cursor.skip_blanks();  // padding of a line without call graph, or the name's own
  std::size_t first = line.size() - cursor.rest().size();
  for (std::string_view word = cursor.word(); !word.empty(); word = cursor.word()) {
    auto at = static_cast<std::size_t>(word.data() - line.data());
    std::string_view comm = comm_before(line, at);
    bool within_reach = comm.size() <= longest_comm + std::min(first, comm.size());
    if (!within_reach && best) break;
    auto ids = ids_in(word);
    if (!ids) continue;
    auto found = parse_behind_ids(line, cursor);
    if (!found) continue;
    found->comm = comm;
    found->pid = ids->pid;
    found->tid = ids->tid;
    if (found->period > 0 && !found->certain && !found->event.empty()) {
      // `x 1234 99 event:` may be the name "x 1234" and the thread 99.
      std::string_view number = Cursor(cursor).peek();
      if (number_in(number) == found->period && !wide_as_period(line, number)) found->period = 0;
    }
    if (better(*found, within_reach)) best = found;
  }
  return best ? best : parse_without_ids(line);
}

HeaderLine loose_header(std::string_view line) {
  HeaderLine header;
  header.comm = comm_before(line, line.size());
  std::size_t blank = header.comm.find_last_of(" \t");
  std::string_view last = header.comm.substr(blank == std::string_view::npos ? 0 : blank + 1);
  if (is_event(last)) {
    header.event = last.substr(0, last.size() - 1);
    header.comm = comm_before(header.comm, header.comm.size() - last.size());
  }
  return header;
}

}  // namespace cxprof::perf_script
