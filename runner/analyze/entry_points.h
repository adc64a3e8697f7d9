#pragma once

#include <string_view>

namespace cxprof {

/// A function through which everything is called: main, _start, thread starts, and the insides of
/// the test and benchmark frameworks (GoogleTest, Catch2, doctest, Boost.Test, Google Benchmark).
/// Ranked by inclusive time they would only say 100 %.
bool is_entry_point(std::string_view demangled_name);

}  // namespace cxprof
