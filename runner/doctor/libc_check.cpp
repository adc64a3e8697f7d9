#include <fmt/format.h>

#include "runner/doctor/checks.h"
#include "runner/doctor/remedies.h"

namespace cxprof::doctor {

Check libc_symbols(const Facts& facts) {
  Check check{"libc-symbols", "names of the C library", State::ok, "", "", ""};
  std::string path = facts.libc.path.string();
  if (facts.libc.has_symbols) {
    check.text = path + " has a symbol table, there or in its debug file";
  } else {
    check.state = State::limited;
    check.text =
        fmt::format("{} has no symbol table: the time of memmove, malloc, … stands under [{}]",
                    path.empty() ? "the C library" : path,
                    path.empty() ? "libc" : facts.libc.path.filename().string());
    check.command = install_libc_names(facts.system).command;
  }
  return check;
}

}  // namespace cxprof::doctor
