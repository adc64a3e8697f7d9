#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/build_id.h"

namespace cxprof {

/// What the recording room needs to know about an ELF file before it runs.
struct ElfFacts {
  BuildId build_id;                  ///< Empty: it has none.
  std::vector<std::string> needed;   ///< DT_NEEDED, in order.
  std::vector<std::string> rpath;    ///< Directories of DT_RPATH, unexpanded. Empty with a runpath.
  std::vector<std::string> runpath;  ///< Directories of DT_RUNPATH, unexpanded.
};

/// Nothing: the file cannot be read or is no ELF file of this machine's word size.
std::optional<ElfFacts> elf_facts(const std::filesystem::path& file);

}  // namespace cxprof
