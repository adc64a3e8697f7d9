#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cxprof {

/// Checks that `bytes` begin as an ELF file of this machine's word size and byte order, and that
/// the tables its header announces (program headers, section headers) lie inside. Throws Error
/// naming `file` otherwise. What the tables point to is not checked: in a separate debug file most
/// of it is legitimately absent.
void check_elf_headers(std::span<const std::byte> bytes, const std::string& file);

}  // namespace cxprof
