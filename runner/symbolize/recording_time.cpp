#include "runner/symbolize/recording_time.h"

#include <sys/stat.h>

#include <cstdio>
#include <ctime>

namespace cxprof {

using std::chrono::sys_seconds;

std::optional<sys_seconds> parse_iso8601(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int used = 0;
  if (std::sscanf(text.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute,
                  &second, &used) != 6) {
    return std::nullopt;
  }
  std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                   std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  std::string zone = text.substr(static_cast<std::size_t>(used));
  std::chrono::seconds offset{0};
  if (zone != "Z") {
    char sign = '\0';
    int zone_hours = 0;
    int zone_minutes = 0;
    if (std::sscanf(zone.c_str(), "%c%2d:%2d", &sign, &zone_hours, &zone_minutes) != 3 &&
        std::sscanf(zone.c_str(), "%c%2d%2d", &sign, &zone_hours, &zone_minutes) != 3) {
      return std::nullopt;
    }
    if (sign != '+' && sign != '-') return std::nullopt;
    offset = std::chrono::hours(zone_hours) + std::chrono::minutes(zone_minutes);
    if (sign == '-') offset = -offset;
  }
  return sys_seconds(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second) - offset;
}

std::optional<sys_seconds> recording_time(const Recording& recording) {
  if (auto start = parse_iso8601(recording.started_at)) return start;
  struct stat status {};
  if (recording.perf_data.empty() || stat(recording.perf_data.c_str(), &status) != 0) {
    return std::nullopt;
  }
  return sys_seconds(std::chrono::seconds(status.st_mtim.tv_sec));
}

std::optional<sys_seconds> boot_time() {
  struct timespec since_boot {};
  if (clock_gettime(CLOCK_BOOTTIME, &since_boot) != 0) return std::nullopt;
  auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return now - std::chrono::seconds(since_boot.tv_sec);
}

}  // namespace cxprof
