#include "runner/profile/exit_status.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

TEST(ExitStatus, IsDescribedInAFewWords) {
  EXPECT_EQ(describe({ExitKind::exited, 3, 0}), "exited with 3");
  EXPECT_EQ(describe({ExitKind::signalled, 0, 11}), "killed by signal 11 (SIGSEGV)");
  EXPECT_EQ(describe({ExitKind::timed_out, 0, 9}),
            "stopped at the time limit by signal 9 (SIGKILL)");
  EXPECT_EQ(describe({ExitKind::not_started, 127, 0}), "not found");
  EXPECT_EQ(describe({}), "not known");
}

}  // namespace
}  // namespace cxprof
