#pragma once

#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// A ranking as text, and the measurement that it becomes.
struct CTestTable {
  std::string name;  ///< "cxprof.user_time", …: the ranking's key in profile.json.
  std::string text;  ///< A row a line, or one line that says why there is none.
};

/// All rankings whole, with exact names. A text ends at 1 MiB: its last line then says how many
/// rows more `attached` (a file's name; empty: profile.json) holds.
std::vector<CTestTable> ctest_tables(const Profile& profile, const std::string& attached);

}  // namespace cxprof
