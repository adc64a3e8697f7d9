#include "runner/symbolize/named_part.h"

#include <cstdint>
#include <iterator>
#include <utility>

#include "runner/symbolize/source_files.h"

namespace cxprof {
namespace {

constexpr FunctionId not_numbered = UINT32_MAX;

/// What the numbers of one part have become.
struct Numbers {
  std::vector<FunctionId> functions;
  std::vector<SourceFileId> files;
};

class Joiner {
 public:
  explicit Joiner(SymbolizedProfile& profile) : profile_(profile) {}

  Numbers numbers(const NamedPart& part) {
    Numbers numbers;
    numbers.functions.assign(part.functions.size(), not_numbered);
    for (const std::string& path : part.source_files) numbers.files.push_back(files_.id(path));
    return numbers;
  }

  void renumber(std::vector<Frame>& frames, NamedPart& part, Numbers& numbers) {
    for (Frame& frame : frames) {
      FunctionId& function = numbers.functions[frame.function];
      if (function == not_numbered) {
        function = static_cast<FunctionId>(profile_.functions.size());
        profile_.functions.push_back(std::move(part.functions[frame.function]));
      }
      frame.function = function;
      frame.file = numbers.files[frame.file];
    }
  }

  void finish() { profile_.source_files = files_.take(); }

 private:
  SymbolizedProfile& profile_;
  SourceFiles files_;
};

}  // namespace

void join_parts(std::vector<NamedPart> parts, std::size_t address_count,
                SymbolizedProfile& profile) {
  struct Source {
    std::uint32_t part = 0;
    std::uint32_t index = 0;
  };
  std::vector<Source> source_of(address_count);
  std::vector<Numbers> numbers;
  Joiner joiner(profile);
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    numbers.push_back(joiner.numbers(parts[part]));
    for (std::uint32_t i = 0; i < parts[part].addresses.size(); ++i) {
      source_of[parts[part].addresses[i]] = {part, i};
    }
  }
  profile.frames.reserve(address_count);
  for (const Source& source : source_of) {
    std::vector<Frame>& frames = parts[source.part].frames[source.index];
    joiner.renumber(frames, parts[source.part], numbers[source.part]);
    profile.frames.push_back(std::move(frames));
  }
  joiner.finish();
  auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  for (NamedPart& part : parts) {
    append(profile.defined_functions, part.defined_functions);
    append(profile.findings, part.findings);
  }
}

}  // namespace cxprof
