#include "runner/dwarf/line_table.h"

#include <dwarf.h>

#include <algorithm>

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {

// The state machine of DWARF 5, 6.2. It runs over megabytes: always inlined, its state stays in
// registers.
class LineTable::Program {
 public:
  Program(LineTable& table, const LineHeader& header, Budget& budget,
          const std::function<bool(std::uint64_t)>& is_code)
      : table_(table),
        header_(header),
        budget_(budget),
        is_code_(is_code),
        cursor_(header.program) {}

  void run() {
    if (header_.line_range == 0) return;                 // special opcodes divide by it
    if (!budget_.spend(header_.program.size())) return;  // an operation has at least one byte
    while (!cursor_.at_end()) {
      auto opcode = cursor_.fixed<std::uint8_t>();
      if (opcode >= header_.opcode_base) {
        special(opcode);
      } else if (opcode == 0) {
        extended();
      } else {
        standard(opcode);
      }
    }
    abandon();
  }

 private:
  [[gnu::always_inline]] void advance(std::uint64_t operations) {
    std::uint64_t length = header_.minimum_instruction_length;
    if (header_.maximum_operations <= 1) {
      address_ += length * operations;
      return;
    }
    std::uint64_t index = operation_ + operations;
    address_ += length * (index / header_.maximum_operations);
    operation_ = index % header_.maximum_operations;
  }

  [[gnu::always_inline]] void special(std::uint8_t opcode) {
    unsigned adjusted = opcode - unsigned{header_.opcode_base};
    advance(adjusted / header_.line_range);
    line_ += static_cast<std::uint32_t>(header_.line_base +
                                        static_cast<int>(adjusted % header_.line_range));
    row();
  }

  [[gnu::always_inline]] void standard(std::uint8_t opcode) {
    switch (opcode) {
      case DW_LNS_copy:
        row();
        break;
      case DW_LNS_advance_pc:
        advance(cursor_.uleb());
        break;
      case DW_LNS_advance_line:
        line_ += static_cast<std::uint32_t>(cursor_.sleb());
        break;
      case DW_LNS_set_file:
        file_ = static_cast<std::uint32_t>(cursor_.uleb());
        break;
      case DW_LNS_const_add_pc:
        advance((255U - header_.opcode_base) / header_.line_range);
        break;
      case DW_LNS_fixed_advance_pc:
        address_ += cursor_.fixed<std::uint16_t>();
        operation_ = 0;
        break;
      case DW_LNS_negate_stmt:
      case DW_LNS_set_basic_block:
      case DW_LNS_set_prologue_end:
      case DW_LNS_set_epilogue_begin:
        break;
      default:
        for (unsigned i = 0; i < header_.operand_counts[opcode]; ++i) cursor_.uleb();
    }
  }

  void extended() {
    std::uint64_t length = cursor_.uleb();
    const std::byte* start = cursor_.at();
    if (length == 0 || length > cursor_.remaining()) {
      if (length != 0) cursor_.fail();
      return;
    }
    switch (cursor_.fixed<std::uint8_t>()) {
      case DW_LNE_end_sequence:
        end_sequence();
        break;
      case DW_LNE_set_address:
        address_ = cursor_.number(static_cast<unsigned>(std::min<std::uint64_t>(length - 1, 8)));
        operation_ = 0;
        break;
      default:  // discriminators, and what vendors add; DW_LNE_define_file is used by nobody
        break;
    }
    cursor_.jump(start + length);
  }

  [[gnu::always_inline]] void row() {
    std::vector<Row>& rows = table_.rows_;
    if (!open_) {
      open_ = true;
      start_ = address_;
      first_row_ = rows.size();
      wanted_ = is_code_(address_);
    }
    // Addresses only grow within a sequence; what does not fit is damaged.
    if (!wanted_ || address_ < start_ || address_ - start_ > UINT32_MAX) return;
    auto offset = static_cast<std::uint32_t>(address_ - start_);
    Position position{file_, line_};
    if (rows.size() > first_row_) {
      Row& last = rows.back();
      if (offset < last.offset) return;
      if (offset == last.offset) {
        last.position = position;  // the last row at an address counts
        return;
      }
      if (last.position.file == file_ && last.position.line == line_) return;
    }
    rows.push_back({offset, position});
  }

  void end_sequence() {
    if (open_ && wanted_ && address_ > start_ && table_.rows_.size() > first_row_) {
      table_.sequences_.push_back({start_, address_, first_row_, table_.rows_.size() - first_row_});
      open_ = false;
    }
    abandon();
    address_ = 0;
    operation_ = 0;
    file_ = 1;
    line_ = 1;
  }

  // Drops the rows of a sequence that is not wanted or has no end.
  void abandon() {
    if (open_) table_.rows_.resize(first_row_);
    open_ = false;
  }

  LineTable& table_;
  const LineHeader& header_;
  Budget& budget_;
  const std::function<bool(std::uint64_t)>& is_code_;
  Cursor cursor_;
  std::uint64_t address_ = 0;
  std::uint64_t operation_ = 0;
  std::uint32_t file_ = 1;
  std::uint32_t line_ = 1;
  bool open_ = false;
  bool wanted_ = false;
  std::uint64_t start_ = 0;
  std::size_t first_row_ = 0;
};

LineTable::LineTable(const LineHeader& header, Budget& budget,
                     const std::function<bool(std::uint64_t)>& is_code) {
  Program(*this, header, budget, is_code).run();
  std::stable_sort(sequences_.begin(), sequences_.end(),
                   [](const Sequence& a, const Sequence& b) { return a.start < b.start; });
}

std::optional<LineTable::Position> LineTable::find(std::uint64_t address) const {
  auto after = std::upper_bound(
      sequences_.begin(), sequences_.end(), address,
      [](std::uint64_t value, const Sequence& sequence) { return value < sequence.start; });
  if (after == sequences_.begin()) return std::nullopt;
  const Sequence& sequence = *std::prev(after);
  if (address >= sequence.end) return std::nullopt;
  auto first = rows_.begin() + static_cast<std::ptrdiff_t>(sequence.first_row);
  auto row = std::upper_bound(
      first, first + static_cast<std::ptrdiff_t>(sequence.row_count), address - sequence.start,
      [](std::uint64_t offset, const Row& candidate) { return offset < candidate.offset; });
  return std::prev(row)->position;
}

}  // namespace cxprof::dwarf
