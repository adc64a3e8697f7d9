#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cxprof {

/// Every way in which people may write a demangled name, without blanks that mean nothing: with or
/// without namespaces and classes around it (the outermost left out first), template arguments (of
/// the last component, of those around it, of all), parameters, `[abi:…]`, "(anonymous namespace)";
/// as the demangler prints it and in the usual spelling (std::string). The whole name with a
/// leading "::" is one too. Never with the return type.
std::vector<std::string> function_spellings(std::string_view symbol);

/// A name as function_spellings writes it: no ABI tags, no needless blanks, const behind its type.
std::string plain_spelling(std::string_view name);

/// "void ns::A<int>::f<char>(int)" → "f": the last component without its template arguments.
std::string unqualified_function_name(std::string_view symbol);

/// "void ns::A<int>::f<char>(int)" → "ns::A<int>::f", in the usual spelling: for messages.
std::string name_without_parameters(std::string_view symbol);

}  // namespace cxprof
