#pragma once

#include <optional>
#include <string>

#include "runner/command_line/options.h"
#include "runner/profile/profile.h"

namespace cxprof {

/// Why a profiled test cannot run in this process: valgrind runs it (`ctest -T MemCheck`), where a
/// profile would be valgrind's. Absent: it can.
std::optional<std::string> not_in_this_test_run();

/// Says on stdout, for CTest, why the test is skipped.
void write_skipped_test(const std::string& reason);

/// What a profiled test prints about its profile: the terminal report, as wide as its names, then
/// the measurements for dashboards, which attach what make_files_to_attach has made. `skipped`: the
/// test will be skipped, so its details say why.
void write_test_report(const Profile& profile, const AnalysisOptions& analysis, bool skipped);

/// The measurements where no profile could be made of a recording, with the reason in the details.
void write_test_failure(const Recording& recording, const std::string& reason);

/// The program's own stdout and stderr, byte for byte, each behind a heading; what is empty is left
/// out. Last: CTest keeps the beginning of a long output.
void write_program_output(const Recording& recording);

/// Makes the files that measurements attach (see file_to_attach) from profile.json and report.txt,
/// as links where that is possible.
void make_files_to_attach(const Recording& recording);

}  // namespace cxprof
