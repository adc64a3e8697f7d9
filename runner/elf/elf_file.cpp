#include "runner/elf/elf_file.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runner/elf/build_id_note.h"
#include "runner/elf/elf_header_check.h"
#include "runner/support/error.h"
#include "runner/support/mapped_file.h"

namespace cxprof {
namespace {

std::vector<LoadSegment> read_segments(Elf* elf) {
  std::vector<LoadSegment> segments;
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return segments;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header{};
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) break;
    if (header.p_type != PT_LOAD) continue;
    segments.push_back({header.p_offset, header.p_vaddr, header.p_filesz, header.p_memsz,
                        (header.p_flags & PF_X) != 0});
  }
  return segments;
}

void require_elf(Elf* elf, const std::string& name) {
  if (elf == nullptr || elf_kind(elf) != ELF_K_ELF) {
    fail("{}: the ELF file cannot be read: {}", name, elf_errmsg(-1));
  }
}

}  // namespace

std::shared_ptr<ElfFile> ElfFile::open(const std::filesystem::path& path) {
  elf_version(EV_CURRENT);
  auto mapped = MappedFile::open(path);
  check_elf_headers(mapped->bytes(), path.string());
  std::shared_ptr<ElfFile> file(new ElfFile);
  file->sections_ = read_sections(mapped->bytes());
  file->mapped_ = std::move(mapped);
  file->path_ = path;
  file->fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file->fd_ < 0) fail("cannot open {}: {}", path.string(), std::strerror(errno));
  file->elf_ = elf_begin(file->fd_, ELF_C_READ_MMAP, nullptr);
  require_elf(file->elf_, path.string());
  file->segments_ = read_segments(file->elf_);
  file->build_id_ = read_build_id(file->elf_);
  return file;
}

std::shared_ptr<ElfFile> ElfFile::from_memory(std::vector<std::byte> image, std::string name) {
  elf_version(EV_CURRENT);
  check_elf_headers(image, name);
  std::shared_ptr<ElfFile> file(new ElfFile);
  file->path_ = name;
  file->sections_ = read_sections(image);
  file->image_ = std::move(image);
  file->elf_ = elf_memory(reinterpret_cast<char*>(file->image_.data()), file->image_.size());
  require_elf(file->elf_, name);
  file->segments_ = read_segments(file->elf_);
  file->build_id_ = read_build_id(file->elf_);
  return file;
}

ElfFile::~ElfFile() {
  if (dwarf_ != nullptr) dwarf_end(dwarf_);
  if (elf_ != nullptr) elf_end(elf_);
  if (fd_ >= 0) ::close(fd_);
}

std::optional<std::uint64_t> ElfFile::address_of_offset(std::uint64_t file_offset) const {
  // Linkers may map one page of the file into two segments; code is meant where there is a choice.
  std::optional<std::uint64_t> found;
  for (const LoadSegment& segment : segments_) {
    if (file_offset < segment.file_offset ||
        file_offset - segment.file_offset >= segment.file_size) {
      continue;
    }
    std::uint64_t address = segment.address + (file_offset - segment.file_offset);
    if (segment.executable) return address;
    if (!found) found = address;
  }
  return found;
}

std::span<const std::byte> ElfFile::bytes() const {
  return mapped_ ? mapped_->bytes() : std::span<const std::byte>(image_);
}

const ElfSection* ElfFile::section(std::string_view name) const {
  auto found = std::ranges::find(sections_, name, &ElfSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

std::span<const std::byte> ElfFile::contents(const ElfSection& section) const {
  auto file = bytes();
  if (section.type == SHT_NOBITS || section.file_offset > file.size() ||
      section.size > file.size() - section.file_offset) {
    return {};
  }
  auto raw = file.subspan(static_cast<std::size_t>(section.file_offset),
                          static_cast<std::size_t>(section.size));
  if (!is_compressed(section)) return raw;
  std::lock_guard lock(decompressed_mutex_);
  auto [at, inserted] = decompressed_.try_emplace(&section);
  if (inserted) {
    try {
      at->second = decompressed(section, raw, path_.string());
    } catch (const Error& error) {
      spdlog::debug("not used: {}", error.what());
    }
  }
  return at->second;
}

std::span<const std::byte> ElfFile::debug_section(std::string_view name) const {
  const ElfSection* found = section(name);
  if (found == nullptr && name.starts_with(".debug_")) {
    found = section(".z" + std::string(name.substr(1)));
  }
  return found == nullptr ? std::span<const std::byte>() : contents(*found);
}

Dwarf* ElfFile::dwarf() {
  if (!dwarf_tried_) {
    dwarf_tried_ = true;
    dwarf_ = dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
  }
  return dwarf_;
}

}  // namespace cxprof
