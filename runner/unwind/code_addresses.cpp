#include "runner/unwind/code_addresses.h"

#include <utility>

#include "runner/unwind/address_hash.h"

namespace cxprof {
namespace {

// Entries of the direct-mapped cache in front of the mappings: 384 KiB, the size of a share of L2.
constexpr std::size_t cache_size = std::size_t{1} << 14;

bool is_kernel(const Module& module) {
  return module.kind == ModuleKind::kernel || module.kind == ModuleKind::kernel_module;
}

bool has_file_addresses(const Module& module) {
  return module.kind == ModuleKind::file || module.kind == ModuleKind::vdso;
}

}  // namespace

CodeAddresses::CodeAddresses(CodeSource& code) : code_(code), cache_(cache_size) {}

void CodeAddresses::know(std::shared_ptr<const KnownCode> known) {
  std::size_t old = known_ ? known_->modules.size() : 0;
  known_ = std::move(known);
  for (std::size_t id = old; id < known_->modules.size() && kernel_image_ == unknown_module; ++id) {
    if (known_->modules[id].kind == ModuleKind::kernel) kernel_image_ = static_cast<ModuleId>(id);
  }
}

std::optional<AddressId> CodeAddresses::user(Place place, std::uint64_t pc, AddressKind kind) {
  std::uint64_t key = std::uint64_t{place.space} << 1 | static_cast<std::uint64_t>(kind);
  CacheEntry& entry = cache_[hash_words(pc, key) & (cache_size - 1)];
  if (entry.pc == pc && entry.place_and_kind == key) return entry.address;

  // A return address may stand right behind the last instruction of a mapping.
  std::uint64_t back = kind == AddressKind::return_address ? 1 : 0;
  const Mapping* mapping = find_mapping(place.space, pc - back);
  if (mapping == nullptr) return std::nullopt;
  const Module& module = known_->modules[mapping->module];
  if (is_kernel(module)) return std::nullopt;
  FrameAddress address{mapping->module, kind, pc, -1};
  if (module.kind == ModuleKind::anonymous) {
    // Not cached: processes that share an address space have memory of their own.
    address.pid = place.pid;
    return intern(address, false);
  }
  bool has_code = false;
  if (has_file_addresses(module)) {
    std::uint64_t offset = pc - back - mapping->start + mapping->file_offset;
    auto file_address = code_.address_of_offset(mapping->module, offset);
    has_code = file_address.has_value();
    // Without the file its own addresses cannot be known; the offset at least tells them apart.
    address.address = file_address.value_or(offset) + back;
  }
  entry = {pc, key, intern(address, has_code)};
  return entry.address;
}

AddressId CodeAddresses::kernel(Place place, std::uint64_t pc, AddressKind kind) {
  const Mapping* mapping = find_mapping(place.space, pc);
  bool mapped = mapping != nullptr && is_kernel(known_->modules[mapping->module]);
  return intern({mapped ? mapping->module : kernel_image_, kind, pc, -1}, false);
}

AddressId CodeAddresses::unknown(std::uint64_t pc, AddressKind kind) {
  return intern({unknown_module, kind, pc, -1}, false);
}

bool CodeAddresses::may_be_return_address(Place place, std::uint64_t value) {
  const Mapping* mapping = value == 0 ? nullptr : find_mapping(place.space, value - 1);
  if (mapping == nullptr || is_kernel(known_->modules[mapping->module])) return false;
  if (!has_file_addresses(known_->modules[mapping->module])) return true;
  std::uint64_t offset = value - 1 - mapping->start + mapping->file_offset;
  auto address = code_.address_of_offset(mapping->module, offset);
  return !address || code_.follows_call(mapping->module, *address + 1).value_or(true);
}

const Mapping* CodeAddresses::find_mapping(AddressSpaceId space, std::uint64_t address) {
  const auto& spaces = known_->address_spaces;
  return space < spaces.size() ? spaces[space]->find(address) : nullptr;
}

AddressId CodeAddresses::intern(const FrameAddress& address, bool has_code) {
  auto next = static_cast<AddressId>(addresses_.size());
  AddressId found = index_.find_or_insert(
      hash_of(address), next, [&](std::uint32_t index) { return addresses_[index] == address; });
  if (found == next) {
    addresses_.push_back(address);
    rows_.emplace_back();
    if (!has_code) rows_.back().kind = UnwindRow::Kind::none;
  }
  return found;
}

void CodeAddresses::look_up(AddressId address) {
  const FrameAddress& wanted = addresses_[address];
  rows_[address] = code_.row(wanted.module, wanted.lookup_address());
}

}  // namespace cxprof
