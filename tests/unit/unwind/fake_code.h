#pragma once

#include <map>
#include <optional>
#include <set>

#include "runner/unwind/code_source.h"

namespace cxprof {

/// Code that consists of hand-made rows. One file module whose addresses are its offsets.
class FakeCode : public CodeSource {
 public:
  std::optional<std::uint64_t> address_of_offset(ModuleId, std::uint64_t offset) override {
    return offset;
  }
  UnwindRow row(ModuleId, std::uint64_t address) override {
    auto found = rows.find(address);
    if (found != rows.end()) return found->second;
    UnwindRow none;
    none.kind = UnwindRow::Kind::none;
    return none;
  }
  std::optional<bool> follows_call(ModuleId, std::uint64_t address) override {
    return after_calls.count(address) != 0;
  }

  std::map<std::uint64_t, UnwindRow> rows;  ///< By lookup address.
  std::set<std::uint64_t> after_calls;
};

/// CFA = register + offset, return address at CFA - 8, nothing saved.
inline UnwindRow simple_row(std::uint8_t cfa_register, std::int32_t cfa_offset) {
  UnwindRow row;
  row.kind = UnwindRow::Kind::simple;
  row.cfa_register = cfa_register;
  row.cfa_offset = cfa_offset;
  return row;
}

/// `row`, with callee_saved[index] saved at CFA + offset.
inline UnwindRow saving(UnwindRow row, std::size_t index, std::int16_t offset) {
  row.saved = static_cast<std::uint8_t>(row.saved | 1U << index);
  row.saved_offset[index] = offset;
  return row;
}

inline UnwindRow outermost_row() {
  UnwindRow row;
  row.kind = UnwindRow::Kind::outermost;
  return row;
}

}  // namespace cxprof
