#pragma once

#include <string_view>

#include "runner/elf/module_files.h"

namespace cxprof {

/// Whether a module lies in one of the system's library directories (/lib, /lib64, /usr/lib,
/// /usr/lib64 …). What runs there is runtime code, of which only names are shown; its debug
/// information, often large and compressed, is not read.
bool is_system_library(std::string_view path);

/// Why functions of a module whose file was found have no names, as a clause, with what to install
/// where that is known. Empty: it has a symbol table.
std::string missing_symbols_reason(std::string_view path, bool has_symtab);

}  // namespace cxprof
