#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runner/dwarf/budget.h"
#include "runner/dwarf/forms.h"
#include "runner/dwarf/sections.h"

namespace cxprof::dwarf {

/// The header of one table of .debug_line: what its program means by the numbers of files.
struct LineHeader {
  struct File {
    std::string_view name;
    std::uint32_t directory = 0;  ///< Index into `directories`.
  };

  Encoding encoding;
  std::uint8_t minimum_instruction_length = 1;
  std::uint8_t maximum_operations = 1;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::array<std::uint8_t, 256> operand_counts{};  ///< By standard opcode.
  std::vector<std::string_view> directories;       ///< [0] is empty before DWARF 5.
  std::vector<File> files;                         ///< [0] is empty before DWARF 5.
  Bytes program;

  /// The path of a file, relative to the compilation directory unless it is absolute. Empty: there
  /// is no such file.
  [[nodiscard]] std::string path(std::uint64_t file) const;
};

/// Reads the header at `offset` of .debug_line. nullptr: damaged or of an unknown version.
std::unique_ptr<LineHeader> read_line_header(const Sections& sections, std::uint64_t offset,
                                             Budget& budget);

}  // namespace cxprof::dwarf
