#include "runner/dwarf/alternate_file.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <system_error>

#include "runner/dwarf/cursor.h"
#include "runner/support/error.h"

namespace cxprof::dwarf {
namespace {

BuildId hexadecimal(std::span<const std::byte> bytes) {
  BuildId id;
  for (std::byte byte : bytes) id += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return id;
}

}  // namespace

std::optional<AlternateLink> read_alternate_link(const ElfFile& file) {
  if (const ElfSection* section = file.section(".gnu_debugaltlink")) {
    Cursor cursor(file.contents(*section));
    AlternateLink link;
    link.path = cursor.string();
    link.build_id = hexadecimal({cursor.at(), cursor.end()});
    if (link.path.empty() || link.build_id.empty()) return std::nullopt;
    return link;
  }
  if (const ElfSection* section = file.section(".debug_sup")) {
    // DWARF 5, 7.3.6: version, whether this is the supplementary file, its name, its checksum.
    Cursor cursor(file.contents(*section));
    cursor.skip(2);
    bool is_supplementary = cursor.fixed<std::uint8_t>() != 0;
    AlternateLink link;
    link.path = cursor.string();
    std::uint64_t size = cursor.uleb();
    if (!cursor.ok() || is_supplementary || link.path.empty() || size > cursor.remaining()) {
      return std::nullopt;
    }
    link.build_id = hexadecimal({cursor.at(), cursor.at() + size});
    return link;
  }
  return std::nullopt;
}

std::shared_ptr<ElfFile> open_if_there(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
  try {
    return ElfFile::open(path);
  } catch (const Error& error) {
    spdlog::debug("not used: {}", error.what());
    return nullptr;
  }
}

std::shared_ptr<ElfFile> find_alternate_file(const ElfFile& file, const Places& places) {
  auto link = read_alternate_link(file);
  if (!link) return nullptr;
  std::vector<std::filesystem::path> candidates;
  for (const auto& home : places.homes) candidates.push_back(home / link->path);
  for (const auto& directory : places.debug_directories) {
    if (link->build_id.size() < 3) break;
    candidates.push_back(directory / ".build-id" / link->build_id.substr(0, 2) /
                         (link->build_id.substr(2) + ".debug"));
  }
  for (const auto& path : candidates) {
    auto found = open_if_there(path);
    if (!found) continue;
    if (found->build_id() == link->build_id) return found;
    spdlog::debug("{} is the alternate debug file of another build", path.string());
  }
  return nullptr;
}

}  // namespace cxprof::dwarf
