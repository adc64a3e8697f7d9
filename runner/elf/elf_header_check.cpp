#include "runner/elf/elf_header_check.h"

#include <elf.h>

#include <bit>
#include <cstdint>
#include <cstring>

#include "runner/support/byte_reader.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

constexpr unsigned char native_order =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

void check_table(std::span<const std::byte> bytes, const std::string& file, const char* what,
                 std::uint64_t offset, std::uint64_t count, std::uint64_t entry_size,
                 std::uint64_t expected_entry_size) {
  if (count == 0) return;
  if (entry_size != expected_entry_size) {
    fail("{}: the file is damaged: its {} have entries of {} bytes where {} are due", file, what,
         entry_size, expected_entry_size);
  }
  if (offset > bytes.size() || count > (bytes.size() - offset) / entry_size) {
    fail("{}: the file is damaged or cut: {} {} at offset {} do not fit into its {} bytes", file,
         count, what, offset, bytes.size());
  }
}

}  // namespace

void check_elf_headers(std::span<const std::byte> bytes, const std::string& file) {
  if (bytes.size() < SELFMAG || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    fail("{}: this is not an ELF file", file);
  }
  auto header = ByteReader(bytes, file).read<Elf64_Ehdr>("the ELF header");
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != native_order) {
    fail("{}: this ELF file is not for a 64-bit machine of this byte order", file);
  }
  // Counts that do not fit into 16 bits stand in the first section header (gABI, "Extended
  // numbering").
  std::uint64_t section_count = header.e_shnum;
  std::uint64_t program_count = header.e_phnum;
  if (header.e_shoff != 0 && (header.e_shnum == 0 || header.e_phnum == PN_XNUM)) {
    ByteReader sections(bytes, file);
    sections.skip(header.e_shoff, "the section headers");
    auto first = sections.read<Elf64_Shdr>("the first section header");
    if (header.e_shnum == 0) section_count = first.sh_size;
    if (header.e_phnum == PN_XNUM) program_count = first.sh_info;
  }
  check_table(bytes, file, "program headers", header.e_phoff, program_count, header.e_phentsize,
              sizeof(Elf64_Phdr));
  if (header.e_shoff != 0) {
    check_table(bytes, file, "section headers", header.e_shoff, section_count, header.e_shentsize,
                sizeof(Elf64_Shdr));
  }
}

}  // namespace cxprof
