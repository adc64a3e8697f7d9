#include "runner/unwind/frame_pointer.h"

namespace cxprof {

Outcome frame_pointer_step(CodeAddresses& code, CodeAddresses::Place place,
                           const StackMemory& memory, Registers& registers) {
  using x86_64::rbp;
  constexpr std::uint64_t word = 8;
  if (!registers.has(rbp) || registers.value[rbp] % word != 0) return Outcome::no_rule;
  std::uint64_t frame = registers.value[rbp];
  std::uint64_t stack_pointer = registers.stack_pointer();
  if (frame < stack_pointer) return Outcome::no_rule;

  std::uint64_t saved_frame = 0;
  std::uint64_t return_address = 0;
  if (memory.read(frame, saved_frame) != Outcome::ok ||
      memory.read(frame + word, return_address) != Outcome::ok || saved_frame <= frame ||
      !code.may_be_return_address(place, return_address)) {
    return Outcome::no_rule;
  }
  std::uint64_t first_word = (stack_pointer + word - 1) / word * word;
  for (std::uint64_t address = first_word; address < frame; address += word) {
    std::uint64_t value = 0;
    if (memory.read(address, value) != Outcome::ok || code.may_be_return_address(place, value)) {
      return Outcome::no_rule;
    }
  }
  registers.known = 0;  // Which other registers such code keeps is not known either.
  registers.set(rbp, saved_frame);
  registers.set(x86_64::rsp, frame + 2 * word);
  registers.set(x86_64::rip, return_address);
  return Outcome::ok;
}

}  // namespace cxprof
