#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include "runner/profile/profile.h"

namespace cxprof {

/// The measurements of a profiled test, for CTest to take out of the test's output. Always all of
/// them: of a repeated test CTest would keep the first try's otherwise. Written tag by tag, each
/// one followed by a flush: a stream that writes whole strings is never interrupted inside a tag.
/// `details`: the line next to the test's status.
void write_ctest_measurements(const Profile& profile, std::string_view details, std::ostream& out);

/// That line, from what matters most: a budget or a tracked function that fails the test, a run
/// that was stopped or not recorded, an undecided budget, or the function that leads.
std::string ctest_details_of(const Profile& profile);

/// Where a run's report lies for attaching: `file` ("profile.json", "report.txt") in the run
/// directory behind the profile's name, since dashboards call an attached file by its name alone.
/// Empty where there is no run directory.
std::filesystem::path file_to_attach(const Recording& recording, std::string_view file);

}  // namespace cxprof
