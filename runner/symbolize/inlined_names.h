#pragma once

#include <unordered_map>

#include "runner/symbolize/debug_info.h"
#include "runner/symbolize/function_table.h"
#include "runner/symbolize/symbol_table.h"

namespace cxprof {

/// Which Function a DIE stands for. An inlined function is the same Function as its out-of-line
/// copy wherever the file has one, so that it does not appear under two names:
/// 1. the symbol at the address of an out-of-line copy of the same abstract instance,
/// 2. the symbol with its linkage name (or, without one, the plain name of an extern "C" function),
/// 3. its linkage name, 4. its qualified name.
class InlinedNames {
 public:
  InlinedNames(ModuleId module, const SymbolTable& symbols, DebugInfo& debug_info,
               FunctionTable& functions, const SourceFiles& files);

  /// The Function of a subprogram or inlined subroutine DIE.
  FunctionId function_of(const dwarf::Die& die);

 private:
  // `user`: a unit that inlines or defines it.
  FunctionId identify(const dwarf::Die& abstract, dwarf::Unit& user);
  const Symbol* find_symbol(const dwarf::Die& abstract, dwarf::Unit& user);

  ModuleId module_;
  const SymbolTable& symbols_;
  DebugInfo& debug_info_;
  FunctionTable& functions_;
  const SourceFiles& files_;
  /// By abstract instance (where its DIE is).
  std::unordered_map<const std::byte*, FunctionId> known_;
};

}  // namespace cxprof
