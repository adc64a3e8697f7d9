#include "runner/record/elf_facts.h"

#include <gelf.h>

#include <algorithm>
#include <string_view>

#include "runner/elf/elf_file.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    std::size_t end = std::min(list.find(':'), list.size());
    if (end > 0) parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

void read_dynamic(Elf* elf, Elf_Scn* section, ElfFacts& facts) {
  GElf_Shdr header{};
  if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC) return;
  Elf_Data* data = elf_getdata(section, nullptr);
  GElf_Dyn entry{};
  for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; ++i) {
    if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RPATH && entry.d_tag != DT_RUNPATH) continue;
    const char* text = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
    if (!text) continue;
    if (entry.d_tag == DT_NEEDED) facts.needed.emplace_back(text);
    if (entry.d_tag == DT_RPATH) facts.rpath = split(text);
    if (entry.d_tag == DT_RUNPATH) facts.runpath = split(text);
  }
}

}  // namespace

std::optional<ElfFacts> elf_facts(const std::filesystem::path& file) try {
  auto elf = ElfFile::open(file);
  ElfFacts facts;
  facts.build_id = elf->build_id();
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf->elf(), section));) {
    read_dynamic(elf->elf(), section, facts);
  }
  if (!facts.runpath.empty()) facts.rpath.clear();  // as ld.so(8) has it
  return facts;
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace cxprof
