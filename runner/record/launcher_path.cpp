#include "runner/record/launcher_path.h"

#include <unistd.h>

#include "runner/support/error.h"

namespace cxprof {

std::filesystem::path launcher_path() {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (error) fail("cannot find cxprof-launcher: /proc is not mounted");
  fs::path beside = self.parent_path() / "cxprof-launcher";
  fs::path installed =
      (self.parent_path() / CXPROF_LIBEXEC_FROM_BIN / "cxprof-launcher").lexically_normal();
  for (const fs::path& candidate : {beside, installed}) {
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  fail("cxprof-launcher is neither {} nor {}; install CxProf again", beside.string(),
       installed.string());
}

}  // namespace cxprof
