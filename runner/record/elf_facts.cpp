#include "runner/record/elf_facts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "runner/record/unique_fd.h"

namespace cxprof {
namespace {

BuildId build_id_in(Elf* elf, const GElf_Phdr& notes) {
  Elf_Data* data = elf_getdata_rawchunk(elf, static_cast<int64_t>(notes.p_offset), notes.p_filesz,
                                        notes.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
  BuildId id;
  GElf_Nhdr note{};
  std::size_t name = 0;
  std::size_t description = 0;
  for (std::size_t at = 0; data && (at = gelf_getnote(data, at, &note, &name, &description)) > 0;) {
    const auto* bytes = static_cast<const unsigned char*>(data->d_buf);
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof "GNU" ||
        std::memcmp(bytes + name, "GNU", sizeof "GNU") != 0) {
      continue;
    }
    for (std::size_t i = 0; i < note.n_descsz; ++i)
      id += fmt::format("{:02x}", bytes[description + i]);
    break;
  }
  return id;
}

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

std::optional<ElfFacts> elf_facts(const std::filesystem::path& file) {
  UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  elf_version(EV_CURRENT);
  std::unique_ptr<Elf, int (*)(Elf*)> elf(elf_begin(fd.get(), ELF_C_READ_MMAP, nullptr), elf_end);
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF) return std::nullopt;
  ElfFacts facts;
  std::size_t count = 0;
  if (elf_getphdrnum(elf.get(), &count) != 0) return std::nullopt;
  for (std::size_t i = 0; i < count && facts.build_id.empty(); ++i) {
    GElf_Phdr header{};
    if (gelf_getphdr(elf.get(), static_cast<int>(i), &header) && header.p_type == PT_NOTE) {
      facts.build_id = build_id_in(elf.get(), header);
    }
  }
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf.get(), section));) {
    read_dynamic(elf.get(), section, facts);
  }
  if (!facts.runpath.empty()) facts.rpath.clear();  // as ld.so(8) has it
  return facts;
}

}  // namespace cxprof
