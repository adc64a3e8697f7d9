#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "runner/dwarf/budget.h"
#include "runner/dwarf/line_header.h"

namespace cxprof::dwarf {

/// Where each instruction of a unit comes from: the rows that a line number program makes.
class LineTable {
 public:
  /// Runs the program of `header`. Only sequences whose first address `is_code` says are kept:
  /// those of code that the linker discarded begin at 0 or elsewhere.
  LineTable(const LineHeader& header, Budget& budget,
            const std::function<bool(std::uint64_t)>& is_code);

  struct Position {
    std::uint32_t file = 0;  ///< Index into the header's files.
    std::uint32_t line = 0;  ///< 0: none, says the compiler.
  };

  /// O(log n). Absent: no sequence covers `address`.
  [[nodiscard]] std::optional<Position> find(std::uint64_t address) const;

 private:
  class Program;

  /// Code without gaps; rows count from its start.
  struct Sequence {
    std::uint64_t start;
    std::uint64_t end;
    std::size_t first_row;
    std::size_t row_count;
  };
  struct Row {
    std::uint32_t offset;
    Position position;
  };

  std::vector<Sequence> sequences_;  ///< By start.
  std::vector<Row> rows_;
};

}  // namespace cxprof::dwarf
