#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runner/elf/elf_section.h"
#include "runner/profile/build_id.h"

struct Elf;    // libelf
struct Dwarf;  // libdw

namespace cxprof {

class MappedFile;

/// A loadable segment (PT_LOAD) of an ELF file.
struct LoadSegment {
  std::uint64_t file_offset = 0;
  std::uint64_t address = 0;    ///< p_vaddr
  std::uint64_t file_size = 0;  ///< p_filesz
  std::uint64_t memory_size = 0;
  bool executable = false;
};

/// An ELF file opened for reading: its bytes, build id, segments and sections, and libelf's and
/// libdw's handles. Headers are checked before anything follows them, so that a damaged file is an
/// Error, not a crash. All but elf() and dwarf() may be used by several threads at once.
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

  /// The whole file as it stands on disk (or in memory).
  [[nodiscard]] std::span<const std::byte> bytes() const;

  [[nodiscard]] const std::vector<ElfSection>& sections() const { return sections_; }
  [[nodiscard]] bool has_section(std::string_view name) const { return section(name) != nullptr; }
  /// The first section with this name; nullptr: there is none.
  [[nodiscard]] const ElfSection* section(std::string_view name) const;

  /// The contents of one of sections(), decompressed at the first call. Empty: it has none in the
  /// file (SHT_NOBITS), it lies outside of the file, or it cannot be decompressed (said in the
  /// log).
  [[nodiscard]] std::span<const std::byte> contents(const ElfSection& section) const;

  /// The contents of the DWARF section `name` (".debug_info"), which may be called ".zdebug_info".
  /// Empty: there is none.
  [[nodiscard]] std::span<const std::byte> debug_section(std::string_view name) const;

  /// libelf's handle, owned here.
  [[nodiscard]] Elf* elf() const { return elf_; }

  /// DWARF of this very file, opened at the first call. nullptr: it has none.
  Dwarf* dwarf();

 private:
  ElfFile() = default;

  std::filesystem::path path_;
  BuildId build_id_;
  std::vector<LoadSegment> segments_;
  std::vector<ElfSection> sections_;
  std::shared_ptr<const MappedFile> mapped_;  ///< open() only.
  std::vector<std::byte> image_;              ///< from_memory only.
  mutable std::mutex decompressed_mutex_;
  mutable std::unordered_map<const ElfSection*, std::vector<std::byte>> decompressed_;
  int fd_ = -1;
  Elf* elf_ = nullptr;
  Dwarf* dwarf_ = nullptr;
  bool dwarf_tried_ = false;
};

}  // namespace cxprof
