#pragma once

#include <cstdint>
#include <vector>

#include "runner/elf/module_files.h"
#include "runner/symbolize/named_part.h"
#include "runner/symbolize/symbolize.h"

namespace cxprof {

/// Addresses that are named by one thread: those of one file, those of the kernel and its modules,
/// or those of code that processes made at run time.
struct NamingJob {
  enum class Kind : std::uint8_t { file, kernel, made_at_run_time, unknown };
  Kind kind = Kind::unknown;
  ModuleId module = unknown_module;  ///< file: which.
  bool defined_functions = false;    ///< file: also list what it defines.
  std::vector<AddressId> addresses;  ///< Ascending.
};

/// The jobs of a profile, the largest first. A module without addresses has one where it is looked
/// into all the same: the program itself, whose compiler is wanted, and the project's binaries
/// where their functions are.
std::vector<NamingJob> naming_jobs(const UnwoundProfile& profile, const SymbolizeOptions& options);

/// What all jobs of a profile share and none changes.
struct NamingInput {
  const UnwoundProfile& profile;
  const SymbolizeOptions& options;
  const std::vector<std::uint64_t>& leaf_samples;  ///< By address: how many stood exactly there.
};

/// Does a job. `facts`, by module: completed for the modules of this job, none else is touched.
NamedPart name_addresses(const NamingInput& input, NamingJob job, std::vector<ModuleFacts>& facts);

}  // namespace cxprof
