#include "runner/doctor/doctor_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "runner/support/text.h"

namespace cxprof::doctor {
namespace {

const char* name_of(State state) {
  switch (state) {
    case State::ok:
      return "ok";
    case State::limited:
      return "limited";
    case State::missing:
      break;
  }
  return "missing";
}

const char* verdict(const Diagnosis& diagnosis) {
  switch (diagnosis.exit_status) {
    case 0:
      return "Everything that a profile needs works.";
    case 1:
      return "Nothing can be recorded here.";
    default:
      return "Recording works, but what is missing above will be missing in profiles.";
  }
}

}  // namespace

void write_text(const Diagnosis& diagnosis, std::ostream& out) {
  for (const Check& check : diagnosis.checks) {
    out << fmt::format("{:<8} {}: {}\n", name_of(check.state), check.title, printable(check.text));
    if (!check.command.empty()) out << fmt::format("         mend: {}\n", check.command);
    if (!check.security.empty()) out << fmt::format("         security: {}\n", check.security);
  }
  out << '\n' << verdict(diagnosis) << '\n';
}

void write_json(const Diagnosis& diagnosis, std::ostream& out) {
  using Json = nlohmann::ordered_json;
  auto text_or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json checks = Json::array();
  for (const Check& check : diagnosis.checks) {
    checks.push_back({{"code", check.code},
                      {"title", check.title},
                      {"state", name_of(check.state)},
                      {"text", printable(check.text)},
                      {"command", text_or_null(check.command)},
                      {"security", text_or_null(check.security)}});
  }
  Json report = {{"report_kind", "cxprof.doctor"},
                 {"schema_version", 1},
                 {"checks", checks},
                 {"can_record", diagnosis.can_record},
                 {"exit_status", diagnosis.exit_status}};
  // A path may hold bytes that are no UTF-8.
  out << report.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace cxprof::doctor
