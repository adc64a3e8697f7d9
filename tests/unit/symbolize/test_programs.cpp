#include "tests/unit/symbolize/test_programs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "runner/elf/module_files.h"
#include "runner/support/text.h"

namespace cxprof {

std::vector<NmSymbol> nm_functions(const std::string& program) {
  std::vector<NmSymbol> symbols;
  std::istringstream lines(output_of(std::string(TEST_NM) + " --defined-only -S " +
                                     shell_quoted(test_program(program).string())));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> parts;
    for (std::string word; words >> word;) parts.push_back(word);
    if (parts.size() < 3) continue;
    const std::string& type = parts[parts.size() - 2];
    if (type.size() != 1 || std::string("tTwWi").find(type) == std::string::npos) continue;
    NmSymbol symbol;
    symbol.start = std::stoull(parts[0], nullptr, 16);
    if (parts.size() == 4) symbol.size = std::stoull(parts[1], nullptr, 16);
    symbol.name = parts.back();
    symbols.push_back(symbol);
  }
  return symbols;
}

std::uint64_t nm_address(const std::string& program, const std::string& name) {
  for (const NmSymbol& symbol : nm_functions(program)) {
    if (symbol.name == name) return symbol.start;
  }
  ADD_FAILURE() << "nm finds no " << name << " in " << program;
  return 0;
}

bool has_program(const std::string& name) { return std::filesystem::exists(test_program(name)); }

bool has_tool(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

SymbolizedProfile symbolize_program(const std::string& program,
                                    const std::vector<std::uint64_t>& addresses,
                                    const SymbolizeOptions& options, const FileSearch& search) {
  UnwoundProfile unwound;
  std::string path = test_program(program).string();
  unwound.modules = {Module{}, Module{path, ModuleKind::file, ElfFile::open(path)->build_id()}};
  unwound.files = std::make_shared<ModuleFiles>(unwound.modules, search);
  for (std::uint64_t address : addresses) {
    auto id = static_cast<AddressId>(unwound.addresses.size());
    unwound.addresses.push_back({1, AddressKind::instruction_pointer, address, -1});
    auto stack = static_cast<StackId>(unwound.stacks.nodes.size());
    unwound.stacks.nodes.push_back({empty_stack, id});
    UnwoundSample sample;
    sample.stack = stack;
    unwound.samples.push_back(sample);
  }
  return symbolize(std::move(unwound), options);
}

std::vector<std::string> names_at(const SymbolizedProfile& profile, std::size_t address) {
  std::vector<std::string> names;
  for (const Frame& frame : profile.frames.at(address)) {
    names.push_back(profile.functions.at(frame.function).name +
                    (frame.inlined ? " (inlined)" : ""));
  }
  return names;
}

const Function& physical_at(const SymbolizedProfile& profile, std::size_t address) {
  return profile.functions.at(profile.frames.at(address).back().function);
}

}  // namespace cxprof
