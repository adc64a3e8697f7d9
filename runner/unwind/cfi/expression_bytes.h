#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "runner/unwind/expression.h"

namespace cxprof::cfi {

/// The expression whose length and bytes stand at `offset` of `section`; `address_size` is that of
/// DW_OP_addr, in bytes. `begins_with_cfa`: DW_OP_call_frame_cfa is put before it, as rules of
/// registers want (DWARF 5, section 6.4.2.3). Absent: it does not fit, is longer than any real one,
/// has an operation that call frame information cannot use, or a branch that leads to no operation.
std::optional<Expression> read_expression(std::span<const std::byte> section, std::uint64_t offset,
                                          std::uint8_t address_size, bool begins_with_cfa);

}  // namespace cxprof::cfi
