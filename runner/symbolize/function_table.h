#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runner/profile/function.h"
#include "runner/profile/module.h"

namespace cxprof {

/// All functions of a profile, each distinct (module, raw name, source) once.
class FunctionTable {
 public:
  /// The function with this raw name; `name` is made from it (see display_name).
  FunctionId named(ModuleId module, std::string_view raw_name, NameSource source);

  /// A function whose name is known only as it is to be shown (`raw_name` tells it from others).
  FunctionId shown_as(ModuleId module, std::string_view raw_name, NameSource source,
                      std::string name);

  /// The one nameless function of a module, e.g. "[libc.so.6]".
  FunctionId unnamed(ModuleId module, std::string name);

  /// Sets where a function is declared, unless that is known already.
  void declare(FunctionId function, const std::string& file, std::uint32_t line);

  [[nodiscard]] const Function& operator[](FunctionId function) const {
    return functions_[function];
  }

  /// Hands the functions over; the table is not used any more.
  std::vector<Function> take() { return std::move(functions_); }

 private:
  FunctionId insert(Function function, const std::string& key);

  std::vector<Function> functions_;
  std::unordered_map<std::string, FunctionId> ids_;
};

}  // namespace cxprof
