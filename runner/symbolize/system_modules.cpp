#include "runner/symbolize/system_modules.h"

#include <algorithm>
#include <array>
#include <string>

namespace cxprof {
namespace {

constexpr std::array<std::string_view, 8> library_directories{
    "/lib/",     "/lib32/",     "/lib64/",     "/libx32/",
    "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libx32/"};

// Stems of the libraries that belong to the C library's own package.
constexpr std::array<std::string_view, 9> c_library_stems{"libc.so",    "libc-2",   "libm.so",
                                                          "libpthread", "ld-linux", "libdl.so",
                                                          "librt.so",   "ld-2",     "libmvec.so"};

bool is_c_library(std::string_view path) {
  if (!is_system_library(path)) return false;
  std::string_view name = path.substr(path.rfind('/') + 1);
  return std::any_of(c_library_stems.begin(), c_library_stems.end(),
                     [name](std::string_view stem) { return name.starts_with(stem); });
}

}  // namespace

bool is_system_library(std::string_view path) {
  return std::any_of(library_directories.begin(), library_directories.end(),
                     [path](std::string_view directory) { return path.starts_with(directory); });
}

std::string missing_symbols_reason(std::string_view path, bool has_symtab) {
  if (has_symtab) return {};
  // Debian's and Ubuntu's name; elsewhere the package is the distribution's debug package of glibc.
  if (is_c_library(path)) return "no symbol table; install libc6-dbg";
  return "stripped";
}

}  // namespace cxprof
