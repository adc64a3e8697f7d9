#include "runner/symbolize/die.h"

#include <dwarf.h>

namespace cxprof {

std::optional<Dwarf_Die> referenced_die(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute value;
  Dwarf_Die target;
  if (dwarf_attr(die, attribute, &value) == nullptr) return std::nullopt;
  if (dwarf_formref_die(&value, &target) == nullptr) return std::nullopt;
  return target;
}

Dwarf_Die abstract_instance(Dwarf_Die die) {
  constexpr int longest_chain = 16;  // of origins; damaged information may hold a circle
  for (int i = 0; i < longest_chain; ++i) {
    auto origin = referenced_die(&die, DW_AT_abstract_origin);
    if (!origin) break;
    die = *origin;
  }
  return die;
}

std::string_view linkage_name(Dwarf_Die* die) {
  Dwarf_Attribute value;
  if (dwarf_attr_integrate(die, DW_AT_linkage_name, &value) == nullptr &&
      dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &value) == nullptr) {
    return {};
  }
  const char* name = dwarf_formstring(&value);
  return name == nullptr ? std::string_view() : name;
}

std::string_view plain_name(Dwarf_Die* die) {
  Dwarf_Attribute value;
  if (dwarf_attr_integrate(die, DW_AT_name, &value) == nullptr) return {};
  const char* name = dwarf_formstring(&value);
  return name == nullptr ? std::string_view() : name;
}

std::uint64_t unsigned_attribute(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute value;
  Dwarf_Word number = 0;
  if (dwarf_attr_integrate(die, attribute, &value) == nullptr) return 0;
  return dwarf_formudata(&value, &number) == 0 ? number : 0;
}

std::optional<Dwarf_Die> unit_of(Dwarf_Die* die) {
  Dwarf_Die unit;
  if (dwarf_diecu(die, &unit, nullptr, nullptr) == nullptr) return std::nullopt;
  return unit;
}

}  // namespace cxprof
