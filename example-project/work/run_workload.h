#pragma once

#include <string>

#include "work/document.h"
#include "work/workload_args.h"

/// The driver of one renderer: parses [LINES [REPS]], renders a generated document REPS times and
/// prints one line,
///   NAME: lines=L reps=R bytes=B checksum=C elapsed=Eus (P us per rep)
/// Only the REPS renders are timed; the checksum is of one more render after them. Returns the exit
/// status: 0, or 2 after one sentence on stderr about a wrong argument.
int run_workload(const std::string& name, int argc, const char* const* argv, WorkloadArgs defaults,
                 std::string (*render)(const Document&));
