#include "runner/analyze/runtime_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "runner/support/cxx_name.h"

namespace cxprof {
namespace {

template <std::size_t Size>
bool starts_with_any(std::string_view text, const std::array<std::string_view, Size>& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

template <std::size_t Size>
bool is_any_of(std::string_view text, const std::array<std::string_view, Size>& names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// Is the function that `mangled` (Itanium C++ ABI, without "_Z") names a member of the namespaces?
// 5.1.4 of the ABI: Z<encoding>E… is local to a function, N[qualifiers]…E nested, St and the
// one-letter substitutions stand for std.
bool mangled_in_std(std::string_view mangled) {
  while (mangled.starts_with('Z')) mangled.remove_prefix(1);
  if (mangled.starts_with('N')) {
    mangled.remove_prefix(1);
    while (!mangled.empty() && std::string_view("rVKRO").find(mangled[0]) != std::string_view::npos)
      mangled.remove_prefix(1);
  }
  constexpr std::array<std::string_view, 9> namespaces{
      "St", "Sa", "Ss", "Sb", "Si", "So", "Sd", "9__gnu_cxx", "10__cxxabiv1"};
  return starts_with_any(mangled, namespaces);
}

}  // namespace

bool is_standard_library_name(const Function& function) {
  std::string_view raw = function.raw_name;
  if (raw.starts_with("_Z")) {
    raw.remove_prefix(2);
    // nw, na, dl, da: the global operators; a class's own ones are nested names.
    constexpr std::array<std::string_view, 4> operators{"nw", "na", "dl", "da"};
    return mangled_in_std(raw) || starts_with_any(raw, operators);
  }
  constexpr std::array<std::string_view, 5> prefixes{
      "std::", "__gnu_cxx::", "__cxxabiv1::", "operator new", "operator delete"};
  return starts_with_any(split_cxx_name(function.name).qualified, prefixes);
}

bool is_c_runtime_name(const Function& function) {
  std::string_view name = function.raw_name;
  if (name.empty() || name.starts_with("_Z")) return false;
  if (name.starts_with('_')) return true;
  name = name.substr(0, name.find_first_of(".@"));  // Clone suffix, symbol version.
  constexpr std::array<std::string_view, 48> names{"frame_dummy",
                                                   "register_tm_clones",
                                                   "deregister_tm_clones",
                                                   "malloc",
                                                   "free",
                                                   "cfree",
                                                   "calloc",
                                                   "realloc",
                                                   "reallocarray",
                                                   "memalign",
                                                   "aligned_alloc",
                                                   "posix_memalign",
                                                   "malloc_consolidate",
                                                   "sysmalloc",
                                                   "unlink_chunk",
                                                   "systrim",
                                                   "tcache_init",
                                                   "msort_with_tmp",
                                                   "memcpy",
                                                   "memmove",
                                                   "memset",
                                                   "memcmp",
                                                   "memchr",
                                                   "memrchr",
                                                   "bcmp",
                                                   "strlen",
                                                   "strnlen",
                                                   "strcmp",
                                                   "strncmp",
                                                   "strcpy",
                                                   "strncpy",
                                                   "strcat",
                                                   "strchr",
                                                   "strrchr",
                                                   "strstr",
                                                   "strtol",
                                                   "strtod",
                                                   "qsort",
                                                   "printf",
                                                   "fprintf",
                                                   "snprintf",
                                                   "vfprintf",
                                                   "fwrite",
                                                   "fread",
                                                   "read",
                                                   "write",
                                                   "clock_gettime",
                                                   "start_thread"};
  return is_any_of(name, names);
}

bool is_runtime_library(std::string_view path) {
  std::string_view file = path.substr(path.rfind('/') + 1);
  // Our own launcher has a sample now and then, before the program is executed.
  constexpr std::array<std::string_view, 27> prefixes{
      "cxprof-launcher", "libc.so",     "libc-2.",     "ld-linux",    "ld-2.",     "ld-musl",
      "libm.so",         "libm-2.",     "libmvec",     "libpthread",  "librt.so",  "librt-2.",
      "libdl",           "libstdc++",   "libc++",      "libgcc_s",    "libunwind", "libgomp",
      "libomp",          "libjemalloc", "libtcmalloc", "libmimalloc", "libasan",   "libtsan",
      "libubsan",        "liblsan",     "libclang_rt."};
  return starts_with_any(file, prefixes);
}

}  // namespace cxprof
