#pragma once

#include <cstdint>
#include <optional>

#include "runner/profile/module.h"
#include "runner/unwind/unwind_row.h"

namespace cxprof {

/// What unwinding asks about the code of a module. Asked once per distinct address.
class CodeSource {
 public:
  CodeSource() = default;
  virtual ~CodeSource() = default;
  CodeSource(const CodeSource&) = delete;
  CodeSource& operator=(const CodeSource&) = delete;

  /// The virtual address in the module's ELF file of a byte of that file. Absent: there is no file
  /// of the recorded build, or the byte is in no loadable segment.
  virtual std::optional<std::uint64_t> address_of_offset(ModuleId module, std::uint64_t offset) = 0;

  /// The row at a virtual address of the module's file.
  virtual UnwindRow row(ModuleId module, std::uint64_t address) = 0;

  /// Whether a call instruction ends right before a virtual address. Absent: its bytes are not
  /// known.
  virtual std::optional<bool> follows_call(ModuleId module, std::uint64_t address) = 0;
};

}  // namespace cxprof
