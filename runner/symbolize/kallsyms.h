#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/symbolize/kernel_symbols.h"

namespace cxprof {

/// Reads the text of /proc/kallsyms, "address type name [module]" lines, in pieces of any size.
class KallsymsParser {
 public:
  /// `lasting_only`: leaves out what comes and goes while the kernel runs: BPF programs and the
  /// trampolines of ftrace and kprobes.
  explicit KallsymsParser(bool lasting_only) : lasting_only_(lasting_only) {}

  /// The next piece of text. Lines of any other form are passed over.
  void feed(std::string_view text);

  /// All functions; after the last piece. Addresses that are all zero (what the kernel shows to
  /// users without permission) give none.
  KernelSymbolData finish();

 private:
  struct Line {
    std::uint64_t address = 0;
    std::uint32_t name_offset = 0;
    std::uint32_t name_size = 0;
    std::uint32_t module = 0;  // index; 0: the kernel image
    bool is_function = false;  // else only the end of what stands before it
  };

  void add_line(std::string_view line);
  std::uint32_t module_index(std::string_view module);
  [[nodiscard]] std::vector<KernelSymbolEntry> functions() const;

  bool lasting_only_;
  std::string rest_;  // the start of a line whose end has not come yet
  std::string names_;
  std::vector<Line> lines_;
  std::vector<std::string> modules_{""};
};

/// The functions that `text` lists.
KernelSymbols parse_kallsyms(std::string_view text);

/// Reads /proc/kallsyms, which the kernel makes up on each reading (some 50 ms). Without symbols
/// where it cannot be read.
KernelSymbols read_kallsyms(bool lasting_only);

}  // namespace cxprof
