#pragma once

#include <string>
#include <string_view>

namespace cxprof {

/// A function as a user names it: its demangled name with or without namespaces, return type,
/// template arguments, parameters and `[abi:…]` (see function_spellings), its mangled name whole,
/// or a glob of `*` and `?` over any of these. Overloads, instantiations and clones are all meant.
///
/// A name that holds `*` or `?` may still be meant literally ("operator*", "f(char*)"): whoever
/// looks a function up takes the literal matches where there are any, and globs only where not.
class FunctionPattern {
 public:
  explicit FunctionPattern(std::string_view written);

  /// Every character stands for itself. `symbol`: demangled; `mangled_symbol`: of the symbol table,
  /// a clone suffix or version behind it is no matter, empty: not known.
  [[nodiscard]] bool matches_literally(std::string_view symbol,
                                       std::string_view mangled_symbol) const;

  [[nodiscard]] bool has_glob() const { return has_glob_; }

  /// `*` stands for any characters, `?` for any one. Also true where matches_literally is.
  [[nodiscard]] bool matches_as_glob(std::string_view symbol,
                                     std::string_view mangled_symbol) const;

 private:
  std::string written_;
  std::string return_type_;  ///< Empty: none was written.
  std::string name_;         ///< In plain_spelling, without the return type.
  std::string must_hold_;    ///< Part of every symbol that matches literally. Empty: not known.
  bool has_glob_ = false;
};

/// Whether `text` is what `pattern` describes: `*` any characters, `?` any one, no other meaning.
bool glob_matches(std::string_view pattern, std::string_view text);

}  // namespace cxprof
