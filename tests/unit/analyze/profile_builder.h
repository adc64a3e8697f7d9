#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/profile/symbolized_profile.h"

namespace cxprof {

/// Builds a SymbolizedProfile by hand, so that a test reads as the scenario that it is about.
/// Stacks are written leaf first, as sample() takes them.
class ProfileBuilder {
 public:
  /// A recording of /home/me/app/build/app with dwarf call graphs, 1000 Hz of cpu-clock (a sample
  /// is 1 ms), and no modules yet but the unknown one.
  ProfileBuilder();

  ModuleId module(std::string path, ModuleKind kind = ModuleKind::file, BuildId build_id = "");
  /// The program itself, /home/me/app/build/app.
  [[nodiscard]] ModuleId program() const { return program_; }
  [[nodiscard]] ModuleId libc();
  [[nodiscard]] ModuleId kernel();

  /// A function of the user's: declared in /home/me/app/src/app.cpp, part of the program.
  FunctionId user(std::string name, std::string raw_name = "");
  /// A function of another module, without a declaration.
  FunctionId function(std::string name, ModuleId module, std::string raw_name = "",
                      NameSource source = NameSource::symbol, std::string declaration_file = "");
  /// The row that all nameless functions of a module share.
  FunctionId unnamed(ModuleId module);

  /// An address whose physical function is `physical`, into which `inlined` (innermost first) were
  /// inlined. `line` is the innermost frame's, in /home/me/app/src/app.cpp; the outer ones' follow
  /// it by one each. 0: no lines.
  AddressId address(FunctionId physical, std::vector<FunctionId> inlined = {},
                    std::uint32_t line = 0);

  /// `count` samples with this stack, leaf first; an empty stack has not even an instruction
  /// pointer.
  void sample(std::uint64_t count, const std::vector<AddressId>& stack,
              StackEnd end = StackEnd::root, std::uint32_t event = 0);
  /// The same for stacks of physical functions, each at one address.
  void call(std::uint64_t count, const std::vector<FunctionId>& stack,
            StackEnd end = StackEnd::root);

  SymbolizedProfile profile;  ///< For everything else that a test wants to set.

 private:
  ModuleId program_ = 0;
  ModuleId libc_ = 0;
  ModuleId kernel_ = 0;
  std::map<FunctionId, AddressId> physical_addresses_;
  std::map<std::pair<StackId, AddressId>, StackId> nodes_;
};

}  // namespace cxprof
