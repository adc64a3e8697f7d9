#include "runner/unwind/stack_walk.h"

#include "runner/unwind/frame_pointer.h"
#include "runner/unwind/unwind_step.h"

namespace cxprof {
namespace {

StackEnd end_of(Outcome outcome, bool crossed_signal_frame) {
  switch (outcome) {
    case Outcome::ok:
    case Outcome::root:
      return StackEnd::root;
    case Outcome::beyond_copy:
      return StackEnd::truncated_copy;
    case Outcome::below_copy:
      // A handler on a stack of its own: the copy holds that one, not the interrupted one.
      return crossed_signal_frame ? StackEnd::truncated_copy : StackEnd::unreadable;
    case Outcome::no_rule:
      return StackEnd::no_unwind_info;
    case Outcome::failed:
      break;
  }
  return StackEnd::unreadable;
}

}  // namespace

StackEnd walk_user_stack(const Sample& sample, const Registers& start, CodeAddresses& code,
                         std::size_t max_depth, std::vector<AddressId>& frames) {
  const CodeAddresses::Place place{sample.address_space, sample.pid};
  const StackMemory memory(start.stack_pointer(), sample.user_stack);
  Registers registers = start;
  AddressKind kind = AddressKind::instruction_pointer;
  bool is_first = true;
  bool crossed_signal_frame = false;
  for (;;) {
    if (frames.size() >= max_depth) return StackEnd::depth_limit;
    std::uint64_t pc = registers.instruction_pointer();
    auto address = code.user(place, pc, kind);
    if (!address) {
      if (!is_first) return StackEnd::unreadable;
      // Where the processor really was is told, even if no mapping of it was recorded.
      address = code.unknown(pc, kind);
    }
    const AddressId row_of = *address;
    const bool is_signal_frame = code.row(row_of).signal_frame;
    if (is_signal_frame && kind == AddressKind::return_address) {
      // The kernel made the "return address" of a handler: it is the trampoline's first
      // instruction, and the byte before it belongs to something else.
      address = code.user(place, pc, AddressKind::instruction_pointer).value_or(*address);
    }
    frames.push_back(*address);

    const UnwindRow& row = code.row(row_of);
    Outcome outcome = row.kind == UnwindRow::Kind::none
                          ? frame_pointer_step(code, place, memory, registers)
                          : unwind_step(row, memory, registers);
    if (outcome != Outcome::ok) return end_of(outcome, crossed_signal_frame);
    if (registers.instruction_pointer() == 0) return StackEnd::root;
    kind = is_signal_frame ? AddressKind::instruction_pointer : AddressKind::return_address;
    crossed_signal_frame |= is_signal_frame;
    is_first = false;
  }
}

}  // namespace cxprof
