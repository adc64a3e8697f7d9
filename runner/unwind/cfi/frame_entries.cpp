#include "runner/unwind/cfi/frame_entries.h"

#include <dwarf.h>

#include <array>
#include <string_view>

namespace cxprof::cfi {
namespace {

constexpr std::uint32_t is_64_bit_dwarf = 0xffffffff;
constexpr std::uint32_t cie_id_32 = 0xffffffff;
constexpr std::uint64_t cie_id_64 = UINT64_MAX;

// Compilers write up to five letters; a longer string is damaged.
using Augmentation = std::array<char, 16>;

std::optional<std::string_view> read_augmentation(ByteCursor& cursor, Augmentation& storage) {
  for (std::size_t length = 0; length < storage.size(); ++length) {
    char letter = static_cast<char>(cursor.byte());
    if (!cursor.good()) return std::nullopt;
    if (letter == '\0') return std::string_view(storage.data(), length);
    storage[length] = letter;
  }
  return std::nullopt;
}

// Reads what the letters stand for, at the cursor; returns how many were understood.
std::size_t read_augmentation_data(ByteCursor& cursor, std::string_view letters,
                                   const FrameSection& section, Cie& cie) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    switch (letters[i]) {
      case 'R':
        cie.pointer_encoding = cursor.byte();
        break;
      case 'L':
        cie.lsda_encoding = cursor.byte();
        break;
      case 'P': {
        std::uint8_t encoding = cursor.byte();
        if (!skip_pointer(cursor, encoding, pointer_bases(section, cie))) return i;
        break;
      }
      case 'S':
        cie.signal_frame = true;
        break;
      case 'B':  // AArch64: return addresses are signed with the B key.
      case 'G':  // AArch64: the stack is tagged memory.
        break;
      default:
        return i;
    }
    if (!cursor.good()) return i;
  }
  return letters.size();
}

bool is_known_version(std::uint8_t version) { return version == 1 || version == 3 || version == 4; }

// False: something that matters cannot be read.
bool read_augmentations(ByteCursor& cursor, std::string_view augmentation,
                        const FrameSection& section, Cie& cie) {
  cie.has_augmentation_size = augmentation.starts_with('z');
  if (!cie.has_augmentation_size) {
    return read_augmentation_data(cursor, augmentation, section, cie) == augmentation.size();
  }
  std::uint64_t size = cursor.uleb128();
  std::size_t begin = cursor.position();
  if (!cursor.good() || size > cursor.remaining()) return false;
  ByteCursor data(section.bytes.first(begin + static_cast<std::size_t>(size)), begin);
  std::string_view letters = augmentation.substr(1);
  std::size_t understood = read_augmentation_data(data, letters, section, cie);
  cursor.skip(size);
  // What an unknown letter stands for is passed over with the rest, unless addresses depend on it.
  return letters.find('R', understood) == std::string_view::npos;
}

}  // namespace

std::optional<FrameEntry> read_entry(const FrameSection& section, std::uint64_t offset) {
  if (offset >= section.bytes.size()) return std::nullopt;
  ByteCursor cursor(section.bytes, static_cast<std::size_t>(offset));
  FrameEntry entry;
  std::uint64_t length = cursor.fixed<std::uint32_t>();
  bool is_64_bit = length == is_64_bit_dwarf;
  if (is_64_bit) length = cursor.fixed<std::uint64_t>();
  if (!cursor.good() || length > cursor.remaining()) return std::nullopt;
  entry.end = cursor.position() + static_cast<std::size_t>(length);
  if (length == 0) {
    entry.is_terminator = true;
    entry.body = entry.end;
    return entry;
  }
  std::size_t id_position = cursor.position();
  std::uint64_t id = 0;
  if (section.is_eh_frame) {
    std::uint32_t distance = cursor.fixed<std::uint32_t>();
    entry.is_cie = distance == 0;
    entry.cie_offset = id_position - std::uint64_t{distance};
  } else {
    id = is_64_bit ? cursor.fixed<std::uint64_t>() : cursor.fixed<std::uint32_t>();
    entry.is_cie = id == (is_64_bit ? cie_id_64 : cie_id_32);
    entry.cie_offset = id;
  }
  entry.body = cursor.position();
  if (!cursor.good() || entry.body > entry.end) return std::nullopt;
  return entry;
}

std::optional<Cie> read_cie(const FrameSection& section, std::uint64_t offset) {
  auto entry = read_entry(section, offset);
  if (!entry || !entry->is_cie || entry->is_terminator) return std::nullopt;
  ByteCursor cursor(section.bytes.first(entry->end), entry->body);
  Cie cie;
  std::uint8_t version = cursor.byte();
  Augmentation storage;
  auto augmentation = read_augmentation(cursor, storage);
  if (!is_known_version(version) || !augmentation) return std::nullopt;
  if (version >= 4) {
    cie.address_size = cursor.byte();
    cie.segment_size = cursor.byte();
  }
  if (*augmentation == "eh") {  // GCC 2: the address of its exception table.
    cursor.skip(cie.address_size);
    augmentation = "";
  }
  cie.code_alignment = cursor.uleb128();
  cie.data_alignment = cursor.sleb128();
  cie.return_register = version == 1 ? cursor.byte() : cursor.uleb128();
  if (!cursor.good() || !read_augmentations(cursor, *augmentation, section, cie)) {
    return std::nullopt;
  }
  cie.program_begin = cursor.position();
  cie.program_end = entry->end;
  return cie;
}

std::optional<Fde> read_fde(const FrameSection& section, const FrameEntry& entry, const Cie& cie) {
  ByteCursor cursor(section.bytes.first(entry.end), entry.body);
  PointerBases bases = pointer_bases(section, cie);
  cursor.skip(cie.segment_size);
  auto begin = read_pointer(cursor, cie.pointer_encoding, bases);
  if (!begin) return std::nullopt;
  constexpr std::uint8_t format_mask = 0x0f;
  auto size = read_pointer(cursor, cie.pointer_encoding & format_mask, bases);
  // Functions that a linker dropped begin at 0.
  if (!size || *begin == 0 || *size == 0 || *size > UINT64_MAX - *begin) return std::nullopt;
  if (cie.has_augmentation_size) {
    cursor.skip(cursor.uleb128());
  } else if (cie.lsda_encoding && !skip_pointer(cursor, *cie.lsda_encoding, bases)) {
    return std::nullopt;
  }
  if (!cursor.good()) return std::nullopt;
  return Fde{*begin, *begin + *size, cursor.position(), entry.end};
}

PointerBases pointer_bases(const FrameSection& section, const Cie& cie) {
  PointerBases bases;
  bases.section = section.address;
  bases.address_size = cie.address_size;
  return bases;
}

}  // namespace cxprof::cfi
