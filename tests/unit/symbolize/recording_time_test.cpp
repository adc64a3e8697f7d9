#include "runner/symbolize/recording_time.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

using std::chrono::sys_days;
using namespace std::chrono_literals;

TEST(RecordingTime, ReadsOffsets) {
  auto noon = sys_days(std::chrono::year(2024) / 5 / 1) + 12h;
  EXPECT_EQ(parse_iso8601("2024-05-01T12:00:00Z"), noon);
  EXPECT_EQ(parse_iso8601("2024-05-01T14:00:00+02:00"), noon);
  EXPECT_EQ(parse_iso8601("2024-05-01T06:30:00-0530"), noon);
}

TEST(RecordingTime, RefusesOtherTexts) {
  for (const char* text : {"", "yesterday", "2024-13-01T00:00:00Z", "2024-05-01T12:00:00",
                           "2024-05-01 12:00:00Z", "2024-05-01T12:00:00*02:00"}) {
    EXPECT_EQ(parse_iso8601(text), std::nullopt) << text;
  }
}

TEST(RecordingTime, FallsBackToTheFile) {
  Recording recording;
  EXPECT_EQ(recording_time(recording), std::nullopt);
  recording.perf_data = "/proc/self/exe";
  EXPECT_TRUE(recording_time(recording).has_value());
  recording.started_at = "2024-05-01T12:00:00Z";
  EXPECT_EQ(recording_time(recording), parse_iso8601("2024-05-01T12:00:00Z"));
}

TEST(RecordingTime, TheMachineWasBootedInThePast) {
  auto booted = boot_time();
  ASSERT_TRUE(booted.has_value());
  EXPECT_LT(*booted, std::chrono::system_clock::now());
}

}  // namespace
}  // namespace cxprof
