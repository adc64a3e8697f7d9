#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cxprof {

/// How a step or a read went.
enum class Outcome : std::uint8_t {
  ok,
  root,         ///< There is no caller: the outermost frame.
  beyond_copy,  ///< Needs memory above the end of the copied stack.
  below_copy,   ///< Needs memory below the copy: another stack, or no stack address at all.
  no_rule,      ///< Nothing tells how to find the caller.
  failed,       ///< A register is unknown or a rule makes no sense.
};

/// The copied stack of a sample: memory from `base` (the stack pointer) upwards.
class StackMemory {
 public:
  StackMemory(std::uint64_t base, std::span<const std::byte> bytes) : base_(base), bytes_(bytes) {}

  /// Reads `size` (1..8) bytes at `address`, zero-extended (little endian, as recorded).
  [[nodiscard]] Outcome read(std::uint64_t address, std::uint64_t& value,
                             std::size_t size = sizeof(std::uint64_t)) const {
    std::uint64_t offset = address - base_;
    if (offset >= bytes_.size() || bytes_.size() - offset < size) {
      return address < base_ ? Outcome::below_copy : Outcome::beyond_copy;
    }
    value = 0;
    std::memcpy(&value, bytes_.data() + offset, size);
    return Outcome::ok;
  }

  [[nodiscard]] bool contains(std::uint64_t address) const {
    return address - base_ < bytes_.size();
  }

 private:
  std::uint64_t base_;
  std::span<const std::byte> bytes_;
};

}  // namespace cxprof
