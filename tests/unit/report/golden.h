#pragma once

#include <string>

namespace cxprof {

/// Expects `actual` to equal tests/golden/<name>. On a mismatch it is written to
/// <build>/golden/<name>.actual and the difference is shown; with CXPROF_APPROVE=1 in the
/// environment it becomes the golden file instead.
void expect_golden(const std::string& name, const std::string& actual);

}  // namespace cxprof
