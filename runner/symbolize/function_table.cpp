#include "runner/symbolize/function_table.h"

#include <fmt/format.h>

#include <utility>

#include "runner/support/text.h"
#include "runner/symbolize/demangle.h"

namespace cxprof {
namespace {

std::string key_of(ModuleId module, std::string_view raw_name, NameSource source) {
  return fmt::format("{} {} {}", module, static_cast<int>(source), raw_name);
}

}  // namespace

FunctionId FunctionTable::named(ModuleId module, std::string_view raw_name, NameSource source) {
  std::string key = key_of(module, raw_name, source);
  if (auto found = ids_.find(key); found != ids_.end()) return found->second;
  return insert({display_name(raw_name), valid_utf8(raw_name), module, source, {}, 0}, key);
}

FunctionId FunctionTable::shown_as(ModuleId module, std::string_view raw_name, NameSource source,
                                   std::string name) {
  return insert({std::move(name), valid_utf8(raw_name), module, source, {}, 0},
                key_of(module, raw_name, source));
}

FunctionId FunctionTable::unnamed(ModuleId module, std::string name) {
  return insert({std::move(name), {}, module, NameSource::none, {}, 0},
                key_of(module, {}, NameSource::none));
}

void FunctionTable::declare(FunctionId function, const std::string& file, std::uint32_t line) {
  Function& known = functions_[function];
  if (!known.declaration_file.empty() || file.empty()) return;
  known.declaration_file = file;
  known.declaration_line = line;
}

FunctionId FunctionTable::insert(Function function, const std::string& key) {
  auto [at, inserted] = ids_.try_emplace(key, static_cast<FunctionId>(functions_.size()));
  if (inserted) functions_.push_back(std::move(function));
  return at->second;
}

}  // namespace cxprof
