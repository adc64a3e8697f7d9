#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/elf/elf_file.h"
#include "runner/symbolize/code_sections.h"

namespace cxprof {

/// A stub of the procedure linkage table.
struct PltStub {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::string name;  ///< Of the function that it jumps to, with "@plt".
};

/// The stubs in .plt, .plt.sec and .plt.got of an x86-64 file, which no symbol table names. Each is
/// named by the dynamic relocation of the GOT slot that it jumps through, or (lazy stubs of an IBT
/// table) by the relocation number that it pushes; so the layouts of bfd, gold, lld and mold are
/// alike. `name_at` gives the name of the function that starts at an address (IFUNC resolvers);
/// empty: none.
std::vector<PltStub> read_plt_stubs(const ElfFile& image, const std::vector<CodeSection>& sections,
                                    const std::function<std::string_view(std::uint64_t)>& name_at);

}  // namespace cxprof
