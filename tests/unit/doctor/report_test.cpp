#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "runner/doctor/doctor_report.h"

namespace cxprof::doctor {
namespace {

Diagnosis example() {
  Diagnosis diagnosis;
  diagnosis.checks = {
      {"perf-found", "perf", State::ok, "/usr/bin/perf", "", ""},
      {"seccomp", "system call filter", State::missing, "refused\x1b[2J", "mend it", "it costs"}};
  diagnosis.exit_status = 1;
  return diagnosis;
}

TEST(DoctorReport, TextForPeople) {
  std::ostringstream out;
  write_text(example(), out);
  EXPECT_EQ(out.str(),
            "ok       perf: /usr/bin/perf\n"
            "missing  system call filter: refused?[2J\n"
            "         mend: mend it\n"
            "         security: it costs\n"
            "\n"
            "Nothing can be recorded here.\n");
}

TEST(DoctorReport, JsonForMachines) {
  std::ostringstream out;
  write_json(example(), out);
  auto report = nlohmann::json::parse(out.str());
  EXPECT_EQ(report.at("report_kind"), "cxprof.doctor");
  EXPECT_EQ(report.at("schema_version"), 1);
  EXPECT_EQ(report.at("can_record"), false);
  EXPECT_EQ(report.at("exit_status"), 1);
  EXPECT_EQ(report.at("checks").size(), 2U);
  EXPECT_EQ(report.at("checks")[0].at("state"), "ok");
  EXPECT_TRUE(report.at("checks")[0].at("command").is_null());
  EXPECT_EQ(report.at("checks")[1].at("code"), "seccomp");
  EXPECT_EQ(report.at("checks")[1].at("security"), "it costs");
}

}  // namespace
}  // namespace cxprof::doctor
