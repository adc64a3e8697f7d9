#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cxprof {

/// A demangled C++ name, taken apart. The views point into the name.
struct CxxName {
  std::string_view return_type;  ///< Only function templates carry one. Empty: none.
  std::string_view qualified;    ///< "ns::Class<int>::method".
  std::string_view parameters;   ///< "(int, char) const" with what follows. Empty: none given.
};

/// Takes a demangled name apart, mindful of operators (`operator<`, `operator()`, `operator int`),
/// "(anonymous namespace)", lambdas ("main::{lambda(int)#1}::operator()") and functions local to
/// functions ("f(int)::g()"). A name that is not C++ comes back whole in `qualified`.
CxxName split_cxx_name(std::string_view name);

/// A pair of brackets that encloses template arguments or parameters: offsets in the name.
struct BracketPair {
  std::size_t open = 0;
  std::size_t close = 0;
  int depth = 0;  ///< 0: in no other pair.

  bool operator==(const BracketPair&) const = default;
};

/// All '<…>' and '(…)' of a demangled name that enclose template arguments or parameters, by
/// position of the opening one. Operators' own characters, "(anonymous namespace)" and unmatched
/// brackets are not among them.
std::vector<BracketPair> cxx_brackets(std::string_view name);

}  // namespace cxprof
