#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runner/profile/frame_address.h"
#include "runner/profile/module.h"
#include "runner/profile/sample_source.h"
#include "runner/unwind/code_source.h"
#include "runner/unwind/index_table.h"

namespace cxprof {

/// The distinct code addresses of a profile, numbered in order of appearance, each with its row.
class CodeAddresses {
 public:
  /// `code` must outlive this object.
  explicit CodeAddresses(CodeSource& code);

  /// What was mapped by whom until now. Before the first address that it is needed for.
  void know(std::shared_ptr<const KnownCode> known);

  /// Whose memory an address is in.
  struct Place {
    AddressSpaceId space = 0;
    std::int32_t pid = -1;
  };

  /// The address of user code at `pc`. Absent: no executable mapping covers it.
  std::optional<AddressId> user(Place place, std::uint64_t pc, AddressKind kind);

  /// The address of kernel code at `pc`. Without a mapping it belongs to the kernel image, or where
  /// the profile has none to the unknown module.
  AddressId kernel(Place place, std::uint64_t pc, AddressKind kind);

  /// An address that belongs to no module.
  AddressId unknown(std::uint64_t pc, AddressKind kind);

  /// How to get from code at this address to its caller; read at the first call.
  const UnwindRow& row(AddressId address) {
    UnwindRow& row = rows_[address];
    if (row.kind == UnwindRow::Kind::not_looked_up) look_up(address);
    return row;
  }

  /// Whether `value` can be where a call returns to: in an executable mapping, and right after a
  /// call instruction as far as the bytes there are known.
  bool may_be_return_address(Place place, std::uint64_t value);

  /// All addresses, by id.
  [[nodiscard]] const std::vector<FrameAddress>& addresses() const { return addresses_; }

 private:
  struct CacheEntry {
    std::uint64_t pc = 0;
    std::uint64_t place_and_kind = UINT64_MAX;
    AddressId address = 0;
  };

  const Mapping* find_mapping(AddressSpaceId space, std::uint64_t address);
  AddressId intern(const FrameAddress& address, bool has_code);
  void look_up(AddressId address);

  CodeSource& code_;
  std::shared_ptr<const KnownCode> known_;
  ModuleId kernel_image_ = unknown_module;
  std::vector<FrameAddress> addresses_;
  std::vector<UnwindRow> rows_;  ///< Parallel to addresses_.
  IndexTable index_;
  std::vector<CacheEntry> cache_;
};

}  // namespace cxprof
