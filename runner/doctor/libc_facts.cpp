#include <link.h>

#include "runner/doctor/collect.h"
#include "runner/elf/module_files.h"
#include "runner/support/error.h"

namespace cxprof::doctor {
namespace {

// dl_iterate_phdr(3): the objects of this process, the C library among them.
std::filesystem::path path_of_libc() {
  std::filesystem::path path;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        std::filesystem::path candidate(object->dlpi_name);
        if (!candidate.filename().string().starts_with("libc.so")) return 0;
        *static_cast<std::filesystem::path*>(result) = candidate;
        return 1;
      },
      &path);
  return path;
}

}  // namespace

LibcFacts libc_facts() {
  LibcFacts facts;
  facts.path = path_of_libc();
  if (facts.path.empty()) return facts;
  try {
    Module libc{facts.path.string(), ModuleKind::file, ElfFile::open(facts.path)->build_id()};
    ModuleFiles files({Module{}, libc}, default_search({}));
    const ModuleFile& file = files.file(1);
    facts.has_symbols = (file.image && file.image->has_section(".symtab")) ||
                        (file.debug && file.debug->has_section(".symtab"));
  } catch (const Error&) {  // unreadable: then its names are, too
    facts.has_symbols = false;
  }
  return facts;
}

}  // namespace cxprof::doctor
