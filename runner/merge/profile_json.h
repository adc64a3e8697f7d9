#pragma once

#include <filesystem>

#include "runner/merge/json_field.h"
#include "runner/profile/profile.h"

namespace cxprof {

/// Reads what report/json_report.cpp writes (templates/profile.schema.json): everything but the
/// samples. Written again it gives the same bytes. Throws Error, naming file and field, when the
/// file is damaged, something else, or of a newer format.
Profile read_profile(const std::filesystem::path& file);

/// Whether `file` looks like JSON, not like a recording: its first byte that is no blank is '{'.
bool looks_like_json(const std::filesystem::path& file);

// Parts, each given the field of the name.
Rankings rankings_in(const JsonField& field);
std::vector<Observation> observations_in(const JsonField& field);
std::vector<ExecutableProfile> executables_in(const JsonField& field);
Summary summary_in(const JsonField& field);
std::vector<BudgetResult> budgets_in(const JsonField& field);
std::vector<TrackedFunction> tracked_in(const JsonField& field);
DataQuality data_quality_in(const JsonField& field);
Findings findings_in(const JsonField& field);
ExitStatus exit_status_in(const JsonField& field);
Host host_in(const JsonField& field);

}  // namespace cxprof
