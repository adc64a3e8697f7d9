#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/debug_info.h"
#include "runner/symbolize/symbol_table.h"

namespace cxprof {

/// Whether a module is the program that was recorded, a library that was kept with it, or lies
/// below one of `directories` (which may be given through symbolic links).
bool is_project_binary(const Module& module, const Recording& recording,
                       const std::vector<std::filesystem::path>& directories);

/// Appends the functions that one binary defines out of line: every name in its symbol table,
/// aliases included; where that is stripped, the names of debug information with code of their own
/// (`debug_info` may be nullptr). A function that was only ever inlined is not among them.
void append_defined_functions(const SymbolTable& symbols, DebugInfo* debug_info,
                              std::vector<DefinedFunction>& functions);

}  // namespace cxprof
