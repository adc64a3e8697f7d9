#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// How large the document is and how often it is rendered.
struct WorkloadArgs {
  std::size_t lines;
  std::size_t reps;
};

/// [LINES [REPS]], each a whole number from 1 to 10000000; what is left out comes from `defaults`.
/// Throws std::invalid_argument with one sentence that says which argument is wrong.
WorkloadArgs parse_workload_args(const std::vector<std::string>& arguments, WorkloadArgs defaults);
