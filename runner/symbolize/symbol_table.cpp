#include "runner/symbolize/symbol_table.h"

#include <algorithm>

#include "runner/symbolize/code_sections.h"
#include "runner/symbolize/elf_symbols.h"
#include "runner/symbolize/plt_symbols.h"
#include "runner/symbolize/symbol_preference.h"

namespace cxprof {
namespace {

SymbolRank rank(const ElfSymbol& symbol) {
  return {symbol.size > 0, symbol.weak, symbol.global, symbol.name()};
}

/// Where a symbol stands in the table, by its start: small things to sort.
struct Place {
  std::uint64_t start = 0;
  std::uint32_t index = 0;
};

std::vector<Place> sorted_places(const std::vector<ElfSymbol>& all) {
  std::vector<Place> places;
  places.reserve(all.size());
  for (const ElfSymbol& symbol : all) {
    places.push_back({symbol.start, static_cast<std::uint32_t>(places.size())});
  }
  std::ranges::sort(places, [](const Place& a, const Place& b) {
    return a.start != b.start ? a.start < b.start : a.index < b.index;
  });
  return places;
}

// One symbol per start address, the best, sorted by address.
std::vector<ElfSymbol> best_per_address(const std::vector<ElfSymbol>& all) {
  std::vector<ElfSymbol> best;
  best.reserve(all.size());
  for (const Place& place : sorted_places(all)) {
    const ElfSymbol& symbol = all[place.index];
    if (best.empty() || best.back().start != symbol.start) {
      best.push_back(symbol);
    } else if (best.back().text != symbol.text && is_better_name(rank(symbol), rank(best.back()))) {
      best.back() = symbol;
    }
  }
  return best;
}

std::uint64_t section_end(const std::vector<CodeSection>& sections, std::uint64_t address) {
  const CodeSection* section = find_code_section(sections, address);
  return section == nullptr ? address : section->end;
}

// Gives the symbols that `accept`s and that no earlier range covers the room up to the next start.
template <typename Accept>
void add_unsized(const std::vector<ElfSymbol>& best, const std::vector<CodeSection>& sections,
                 Accept accept, std::vector<Symbol>& symbols) {
  if (std::ranges::none_of(best, accept)) return;
  RangeIndex taken;
  std::vector<std::uint64_t> starts;
  for (const Symbol& symbol : symbols) {
    taken.add(symbol.start, symbol.end, 0);
    starts.push_back(symbol.start);
  }
  taken.freeze();
  std::vector<const ElfSymbol*> added;
  for (const ElfSymbol& symbol : best) {
    if (!accept(symbol) || taken.find(symbol.start)) continue;
    added.push_back(&symbol);
    starts.push_back(symbol.start);
  }
  std::sort(starts.begin(), starts.end());
  for (const ElfSymbol* symbol : added) {
    auto next = std::upper_bound(starts.begin(), starts.end(), symbol->start);
    std::uint64_t end = section_end(sections, symbol->start);
    if (next != starts.end()) end = std::min(end, *next);
    symbols.push_back({symbol->start, end, symbol->name(), symbol->source});
  }
}

}  // namespace

SymbolTable::SymbolTable(const ModuleFile& file) : image_(file.image), debug_(file.debug) {
  if (!image_) return;
  std::vector<CodeSection> sections = read_code_sections(*image_);
  std::vector<ElfSymbol> all;
  if (debug_) has_symtab_ = append_elf_symbols(*debug_, sections, all);
  has_symtab_ = append_elf_symbols(*image_, sections, all) || has_symtab_;
  std::vector<ElfSymbol> best = best_per_address(all);
  symbols_.reserve(best.size());
  const CodeSection* section = nullptr;
  for (const ElfSymbol& symbol : best) {
    if (symbol.size == 0) continue;
    if (section == nullptr || symbol.start < section->start || symbol.start >= section->end) {
      section = find_code_section(sections, symbol.start);
    }
    std::uint64_t room = section->end - symbol.start;
    symbols_.push_back(
        {symbol.start, symbol.start + std::min(symbol.size, room), symbol.name(), symbol.source});
  }
  const std::ptrdiff_t sized = std::ssize(symbols_);
  auto name_at = [&best](std::uint64_t address) {
    auto at = std::lower_bound(
        best.begin(), best.end(), address,
        [](const ElfSymbol& symbol, std::uint64_t value) { return symbol.start < value; });
    return at != best.end() && at->start == address ? at->name() : std::string_view();
  };
  for (PltStub& stub : read_plt_stubs(*image_, sections, name_at)) {
    synthesised_names_.push_back(std::move(stub.name));
    symbols_.push_back({stub.start, stub.end, synthesised_names_.back(), NameSource::plt});
  }
  if (has_symtab_) {
    add_unsized(
        best, sections,
        [](const ElfSymbol& symbol) { return symbol.size == 0 && !symbol.is_local_label(); },
        symbols_);
    add_unsized(
        best, sections, [](const ElfSymbol& symbol) { return symbol.is_local_label(); }, symbols_);
  }
  // Stable: of a stub and a symbol of the same range (mold writes some) the stub stands last and
  // wins.
  auto added = std::ranges::subrange(symbols_.begin() + sized, symbols_.end());
  std::ranges::stable_sort(added, {}, &Symbol::start);
  std::ranges::inplace_merge(symbols_, added.begin(), {}, &Symbol::start);
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    by_address_.add(symbols_[i].start, symbols_[i].end, static_cast<RangeIndex::Value>(i));
  }
  by_address_.freeze();
}

const Symbol* SymbolTable::find(std::uint64_t address) const {
  auto index = by_address_.find(address);
  return index ? &symbols_[*index] : nullptr;
}

// As the table does, all names of the debug file before those of the image: the first stays.
void SymbolTable::index_names() const {
  std::call_once(names_indexed_, [this] {
    if (!image_) return;
    std::vector<CodeSection> sections = read_code_sections(*image_);
    std::vector<ElfSymbol> all;
    if (debug_) append_elf_symbols(*debug_, sections, all);
    append_elf_symbols(*image_, sections, all);
    address_of_name_.reserve(all.size());
    for (const ElfSymbol& symbol : all) address_of_name_.try_emplace(symbol.name(), symbol.start);
  });
}

std::vector<SymbolTable::NamedAddress> SymbolTable::names() const {
  index_names();
  std::vector<NamedAddress> names;
  names.reserve(address_of_name_.size());
  for (const auto& [name, address] : address_of_name_) names.push_back({name, address});
  return names;
}

const Symbol* SymbolTable::find_name(std::string_view name) const {
  index_names();
  auto found = address_of_name_.find(name);
  return found == address_of_name_.end() ? nullptr : find(found->second);
}

}  // namespace cxprof
