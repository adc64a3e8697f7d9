#include "runner/elf/build_id_note.h"

#include <elf.h>
#include <fmt/format.h>
#include <gelf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace cxprof {
namespace {

constexpr std::string_view gnu_name("GNU\0", 4);

BuildId hexadecimal(const unsigned char* bytes, std::size_t size) {
  BuildId id;
  id.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) id += fmt::format("{:02x}", bytes[i]);
  return id;
}

// libelf checks that name and descriptor of every note lie inside the data.
BuildId build_id_in(Elf_Data* notes) {
  if (notes == nullptr || notes->d_buf == nullptr) return {};
  const auto* base = static_cast<const char*>(notes->d_buf);
  GElf_Nhdr note{};
  std::size_t name_at = 0;
  std::size_t descriptor_at = 0;
  for (std::size_t at = 0; (at = gelf_getnote(notes, at, &note, &name_at, &descriptor_at)) != 0;) {
    if (note.n_type == NT_GNU_BUILD_ID && note.n_descsz > 0 &&
        std::string_view(base + name_at, note.n_namesz) == gnu_name) {
      return hexadecimal(reinterpret_cast<const unsigned char*>(base) + descriptor_at,
                         note.n_descsz);
    }
  }
  return {};
}

}  // namespace

BuildId read_build_id(Elf* elf) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) == 0) {
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Phdr header{};
      if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) break;
      if (header.p_type != PT_NOTE || header.p_filesz == 0) continue;
      Elf_Data* notes =
          elf_getdata_rawchunk(elf, static_cast<std::int64_t>(header.p_offset), header.p_filesz,
                               header.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
      if (BuildId id = build_id_in(notes); !id.empty()) return id;
    }
  }
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header{};
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_NOTE) continue;
    if (BuildId id = build_id_in(elf_getdata(section, nullptr)); !id.empty()) return id;
  }
  return {};
}

BuildId running_kernel_build_id() {
  std::ifstream file("/sys/kernel/notes", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  elf_version(EV_CURRENT);
  Elf_Data notes{};
  notes.d_buf = bytes.data();
  notes.d_size = bytes.size();
  notes.d_type = ELF_T_NHDR;
  notes.d_version = EV_CURRENT;
  return build_id_in(&notes);
}

}  // namespace cxprof
