#pragma once

#include <iosfwd>

#include "runner/doctor/diagnosis.h"

namespace cxprof::doctor {

/// For people: a line a check, `mend:` and `security:` below those that need it, and the verdict.
void write_text(const Diagnosis& diagnosis, std::ostream& out);

/// For machines: report_kind cxprof.doctor, schema_version 1.
void write_json(const Diagnosis& diagnosis, std::ostream& out);

}  // namespace cxprof::doctor
