#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/profile/symbolized_profile.h"
#include "runner/symbolize/symbolize.h"
#include "tests/unit/elf/test_directory.h"

namespace cxprof {

/// A function symbol as nm -S prints it.
struct NmSymbol {
  std::uint64_t start = 0;
  std::uint64_t size = 0;  ///< 0: none printed.
  std::string name;
};

/// The symbols in code (nm's types t, T, w, W, i) of a test program.
std::vector<NmSymbol> nm_functions(const std::string& program);

/// The address of one symbol by nm; the test fails where there is none.
std::uint64_t nm_address(const std::string& program, const std::string& name);

/// Whether the program was made (its linker or compiler may not be installed).
bool has_program(const std::string& name);

/// Whether a tool can be started from PATH.
bool has_tool(const std::string& name);

/// Symbolizes addresses of one program, found at its own path, as a profile with one sample at
/// each.
SymbolizedProfile symbolize_program(const std::string& program,
                                    const std::vector<std::uint64_t>& addresses,
                                    const SymbolizeOptions& options = {},
                                    const FileSearch& search = {{}, {}});

/// The frames at one address as "name" or "name (inlined)", innermost first.
std::vector<std::string> names_at(const SymbolizedProfile& profile, std::size_t address);

/// The physical function at one address.
const Function& physical_at(const SymbolizedProfile& profile, std::size_t address);

}  // namespace cxprof
