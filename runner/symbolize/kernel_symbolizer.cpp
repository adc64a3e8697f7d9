#include "runner/symbolize/kernel_symbolizer.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace cxprof {
namespace {

std::string read_kallsyms() {
  std::string text;
  int fd = ::open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return text;
  std::string buffer(1U << 20U, '\0');
  for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer, 0, static_cast<std::size_t>(got));
  }
  ::close(fd);
  return text;
}

}  // namespace

void KernelSymbolizer::read() {
  missing_reason_ = kernel_mismatch_reason(modules_, recording_);
  symbols_ = std::make_unique<KernelSymbols>(missing_reason_.empty() ? read_kallsyms() : "");
  if (missing_reason_.empty() && symbols_->empty()) {
    missing_reason_ =
        "/proc/kallsyms shows no addresses to this user; see /proc/sys/kernel/kptr_restrict";
  }
}

const KernelSymbols::Symbol* KernelSymbolizer::find(std::uint64_t address) {
  if (!symbols_) read();
  return symbols_->find(address);
}

void KernelSymbolizer::report(ModuleFacts& facts) const {
  facts.has_symbols = symbols_ && !symbols_->empty();
  facts.missing_reason = missing_reason_;
}

}  // namespace cxprof
