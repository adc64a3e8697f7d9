#include "runner/unwind/cfi/frame_program.h"

#include <dwarf.h>

#include <boost/container/small_vector.hpp>

namespace cxprof::cfi {
namespace {

using Kind = RegisterRule::Kind;

// These only end damaged programs: compilers remember one state, in very rare cases two, and a
// function with that many pushes and pops is larger than any known.
constexpr std::size_t max_remembered = 1024;
constexpr std::size_t max_instructions = 128 * 1024;
// Of a CIE: compilers write two, assembler functions for signals about twenty.
constexpr std::size_t max_initial_instructions = 1024;

// Not in every dwarf.h: DW_CFA_MIPS_advance_loc8.
constexpr std::uint8_t advance_loc8 = 0x1d;

class Program {
 public:
  // `initial` is null where a CIE's own instructions are run.
  Program(const FrameSection& section, const Cie& cie, const RegisterTable& table,
          const RuleSet* initial, RuleSet& rules)
      : section_(section), cie_(cie), table_(table), initial_(initial), rules_(rules) {}

  bool run(std::size_t begin, std::size_t end, std::uint64_t location, std::uint64_t wanted) {
    const std::size_t limit = initial_ != nullptr ? max_instructions : max_initial_instructions;
    ByteCursor cursor(section_.bytes.first(end), begin);
    location_ = location;
    stop_ = end;
    for (std::size_t count = 0; !cursor.at_end(); ++count) {
      if (count == limit) return false;
      std::size_t before = cursor.position();
      if (!step(cursor) || !cursor.good()) return false;
      if (location_ > wanted) {
        stop_ = before;
        return true;
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t stop() const { return stop_; }
  [[nodiscard]] bool moved() const { return moved_; }

 private:
  bool step(ByteCursor& cursor) {
    constexpr unsigned operand_bits = 0x3f;
    std::uint8_t opcode = cursor.byte();
    std::uint64_t operand = opcode & operand_bits;
    switch (opcode & ~operand_bits) {
      case DW_CFA_advance_loc:
        return advance(operand);
      case DW_CFA_offset:
        set(operand, Kind::at_offset, factored(cursor.uleb128()));
        return true;
      case DW_CFA_restore:
        return restore(operand);
      default:
        return extended_step(opcode, cursor);
    }
  }

  bool extended_step(std::uint8_t opcode, ByteCursor& cursor) {
    switch (opcode) {
      case DW_CFA_nop:
        return true;
      case DW_CFA_set_loc:
        return set_location(cursor);
      case DW_CFA_advance_loc1:
        return advance(cursor.fixed<std::uint8_t>());
      case DW_CFA_advance_loc2:
        return advance(cursor.fixed<std::uint16_t>());
      case DW_CFA_advance_loc4:
        return advance(cursor.fixed<std::uint32_t>());
      case advance_loc8:
        return advance(cursor.fixed<std::uint64_t>());
      case DW_CFA_remember_state:
        if (remembered_.size() == max_remembered) return false;
        remembered_.push_back(rules_);
        return true;
      case DW_CFA_restore_state:
        if (remembered_.empty()) return false;
        rules_ = remembered_.back();
        remembered_.pop_back();
        return true;
      case DW_CFA_GNU_args_size:  // Only says what a landing pad has to pop.
        (void)cursor.uleb128();
        return true;
      case DW_CFA_GNU_window_save:
        return table_.signs_return_address;
      case DW_CFA_def_cfa:
      case DW_CFA_def_cfa_sf:
      case DW_CFA_def_cfa_register:
      case DW_CFA_def_cfa_offset:
      case DW_CFA_def_cfa_offset_sf:
      case DW_CFA_def_cfa_expression:
        return define_cfa(opcode, cursor);
      default:
        return register_step(opcode, cursor);
    }
  }

  bool define_cfa(std::uint8_t opcode, ByteCursor& cursor) {
    switch (opcode) {
      case DW_CFA_def_cfa:
        rules_.cfa_register = cursor.uleb128();
        rules_.cfa_value = static_cast<std::int64_t>(cursor.uleb128());
        rules_.cfa = RuleSet::Cfa::register_offset;
        return true;
      case DW_CFA_def_cfa_sf:
        rules_.cfa_register = cursor.uleb128();
        rules_.cfa_value = signed_factored(cursor);
        rules_.cfa = RuleSet::Cfa::register_offset;
        return true;
      case DW_CFA_def_cfa_expression:
        rules_.cfa_value = block(cursor);
        rules_.cfa = RuleSet::Cfa::expression;
        return true;
      default:
        break;
    }
    // These change one half of a rule of the first form.
    if (rules_.cfa != RuleSet::Cfa::register_offset) return false;
    if (opcode == DW_CFA_def_cfa_register) {
      rules_.cfa_register = cursor.uleb128();
    } else if (opcode == DW_CFA_def_cfa_offset) {
      rules_.cfa_value = static_cast<std::int64_t>(cursor.uleb128());
    } else {
      rules_.cfa_value = signed_factored(cursor);
    }
    return true;
  }

  bool register_step(std::uint8_t opcode, ByteCursor& cursor) {
    std::uint64_t number = cursor.uleb128();
    switch (opcode) {
      case DW_CFA_offset_extended:
        set(number, Kind::at_offset, factored(cursor.uleb128()));
        return true;
      case DW_CFA_offset_extended_sf:
        set(number, Kind::at_offset, signed_factored(cursor));
        return true;
      case DW_CFA_GNU_negative_offset_extended:
        set(number, Kind::at_offset, factored(0 - cursor.uleb128()));
        return true;
      case DW_CFA_val_offset:
        set(number, Kind::value_offset, factored(cursor.uleb128()));
        return true;
      case DW_CFA_val_offset_sf:
        set(number, Kind::value_offset, signed_factored(cursor));
        return true;
      case DW_CFA_undefined:
        set(number, Kind::undefined, 0);
        return true;
      case DW_CFA_same_value:
        set(number, Kind::same, 0);
        return true;
      case DW_CFA_register:
        set_register(number, cursor.uleb128());
        return true;
      case DW_CFA_restore_extended:
        return restore(number);
      case DW_CFA_expression:
        set(number, Kind::at_expression, block(cursor));
        return true;
      case DW_CFA_val_expression:
        set(number, Kind::value_expression, block(cursor));
        return true;
      default:
        return false;
    }
  }

  bool advance(std::uint64_t delta) {
    location_ += delta * cie_.code_alignment;
    moved_ = true;
    return true;
  }

  bool set_location(ByteCursor& cursor) {
    auto location = read_pointer(cursor, cie_.pointer_encoding, pointer_bases(section_, cie_));
    if (!location) return false;
    location_ = *location;
    moved_ = true;
    return true;
  }

  // Registers without a place in the table (floating point, vectors) are of no use to unwinding.
  void set(std::uint64_t number, Kind kind, std::int64_t value) {
    if (number < rules_.registers.size()) rules_.registers[number] = {kind, value};
  }

  void set_register(std::uint64_t number, std::uint64_t other) {
    bool is_known = other < rules_.registers.size();
    set(number, is_known ? Kind::in_register : Kind::undefined, static_cast<std::int64_t>(other));
  }

  bool restore(std::uint64_t number) {
    if (initial_ == nullptr) return false;
    if (number < rules_.registers.size()) rules_.registers[number] = initial_->registers[number];
    return true;
  }

  [[nodiscard]] std::int64_t factored(std::uint64_t offset) const {
    return static_cast<std::int64_t>(offset * static_cast<std::uint64_t>(cie_.data_alignment));
  }
  std::int64_t signed_factored(ByteCursor& cursor) const {
    return factored(static_cast<std::uint64_t>(cursor.sleb128()));
  }

  // Passes over an expression; returns where its length stands.
  static std::int64_t block(ByteCursor& cursor) {
    auto position = static_cast<std::int64_t>(cursor.position());
    cursor.skip(cursor.uleb128());
    return position;
  }

  const FrameSection& section_;
  const Cie& cie_;
  const RegisterTable& table_;
  const RuleSet* initial_;
  RuleSet& rules_;
  boost::container::small_vector<RuleSet, 2> remembered_;
  std::uint64_t location_ = 0;
  std::size_t stop_ = 0;
  bool moved_ = false;
};

}  // namespace

bool run_initial_program(const FrameSection& section, const Cie& cie, const RegisterTable& table,
                         RuleSet& rules) {
  rules = table.defaults;
  Program program(section, cie, table, nullptr, rules);
  return program.run(cie.program_begin, cie.program_end, 0, UINT64_MAX) && !program.moved();
}

bool run_program(const FrameSection& section, const Cie& cie, const Fde& fde,
                 const RegisterTable& table, const RuleSet& initial, std::uint64_t address,
                 RuleSet& rules, std::size_t& stop) {
  rules = initial;
  Program program(section, cie, table, &initial, rules);
  if (!program.run(fde.program_begin, fde.program_end, fde.begin, address)) return false;
  stop = program.stop();
  return true;
}

}  // namespace cxprof::cfi
