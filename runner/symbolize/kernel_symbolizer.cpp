#include "runner/symbolize/kernel_symbolizer.h"

#include "runner/symbolize/kallsyms.h"

namespace cxprof {

void KernelSymbolizer::read() {
  missing_reason_ = kernel_mismatch_reason(modules_, recording_);
  if (!missing_reason_.empty()) {
    symbols_.emplace(KernelSymbolData{});
    return;
  }
  std::optional<KernelSymbolCache> cache = KernelSymbolCache::of_user();
  may_lack_fleeting_ = cache.has_value();
  if (cache) symbols_ = cache->load();
  if (!symbols_) {
    symbols_ = read_kallsyms(may_lack_fleeting_);
    if (cache) cache->store(*symbols_);
  }
  if (symbols_->empty()) {
    missing_reason_ =
        "/proc/kallsyms shows no addresses to this user; see /proc/sys/kernel/kptr_restrict";
  }
}

const KernelSymbols::Symbol* KernelSymbolizer::find(std::uint64_t address) {
  std::lock_guard lock(mutex_);
  if (!symbols_) read();
  std::optional<KernelSymbols::Symbol> symbol = symbols_->find(address);
  if (!symbol && may_lack_fleeting_ && !symbols_->empty()) {
    const KernelSymbolData& kept = symbols_->data();
    bool in_image = kept.image_start <= address && address < kept.image_end;
    if (!in_image) {
      if (!fleeting_) fleeting_ = read_kallsyms(false);
      symbol = fleeting_->find(address);
    }
  }
  return symbol ? &found_.emplace(symbol->start, *symbol).first->second : nullptr;
}

void KernelSymbolizer::report(ModuleFacts& facts) const {
  facts.has_symbols = symbols_ && !symbols_->empty();
  facts.missing_reason = missing_reason_;
}

}  // namespace cxprof
