#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runner/profile/build_id.h"

struct Elf;    // libelf
struct Dwarf;  // libdw

namespace cxprof {

/// A loadable segment (PT_LOAD) of an ELF file.
struct LoadSegment {
  std::uint64_t file_offset = 0;
  std::uint64_t address = 0;    ///< p_vaddr
  std::uint64_t file_size = 0;  ///< p_filesz
  std::uint64_t memory_size = 0;
  bool executable = false;
};

/// An ELF file opened for reading: its build id, its segments, and libelf's and libdw's handles.
/// Headers are checked before libelf sees the file, so that a damaged one is an Error, not a crash.
class ElfFile {
 public:
  /// Opens `path`. Throws Error when it cannot be read or is no ELF file for this machine's word
  /// size.
  static std::shared_ptr<ElfFile> open(const std::filesystem::path& path);

  /// Reads an image that lies in memory (the vdso), laid out as in a file. `name` is for messages.
  static std::shared_ptr<ElfFile> from_memory(std::vector<std::byte> image, std::string name);

  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const BuildId& build_id() const { return build_id_; }
  [[nodiscard]] const std::vector<LoadSegment>& segments() const { return segments_; }

  /// The virtual address (as nm prints it) of a byte of the file, by the program headers; never by
  /// assuming offset == address, which lld and mold break. Absent: in no loadable segment.
  [[nodiscard]] std::optional<std::uint64_t> address_of_offset(std::uint64_t file_offset) const;

  [[nodiscard]] bool has_section(const char* name) const;

  /// libelf's handle, owned here.
  [[nodiscard]] Elf* elf() const { return elf_; }

  /// DWARF of this very file, opened at the first call. nullptr: it has none.
  Dwarf* dwarf();

 private:
  ElfFile() = default;

  std::filesystem::path path_;
  BuildId build_id_;
  std::vector<LoadSegment> segments_;
  std::vector<std::byte> image_;  ///< from_memory only.
  int fd_ = -1;
  Elf* elf_ = nullptr;
  Dwarf* dwarf_ = nullptr;
  bool dwarf_tried_ = false;
};

}  // namespace cxprof
