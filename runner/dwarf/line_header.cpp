#include "runner/dwarf/line_header.h"

#include <dwarf.h>

#include "runner/dwarf/cursor.h"

namespace cxprof::dwarf {
namespace {

constexpr std::uint64_t most_entries = 1U << 20;  // bounds memory on damaged data

std::string_view entry_text(const Sections& sections, const Value& value) {
  switch (value.form) {
    case DW_FORM_string:
      return {reinterpret_cast<const char*>(value.text),
              static_cast<std::size_t>(value.text_end - value.text)};
    case DW_FORM_line_strp:
      return string_at(sections.line_str, value.number);
    case DW_FORM_strp:
      return string_at(sections.str, value.number);
    default:
      return {};
  }
}

// DWARF 2 to 4: directories and files end with an empty name; both count from 1.
void read_old_tables(Cursor& cursor, Budget& budget, LineHeader& header) {
  header.directories.emplace_back();
  header.files.emplace_back();
  while (cursor.ok() && budget.spend(1)) {
    std::string_view name = cursor.string();
    if (name.empty()) break;
    header.directories.push_back(name);
  }
  while (cursor.ok() && budget.spend(1)) {
    std::string_view name = cursor.string();
    if (name.empty()) break;
    std::uint64_t directory = cursor.uleb();
    cursor.uleb();  // time
    cursor.uleb();  // size
    header.files.push_back({name, static_cast<std::uint32_t>(directory)});
  }
}

// DWARF 5: a list of (content, form) describes the entries that follow, which count from 0.
template <typename Add>
void read_table(Cursor& cursor, const Sections& sections, Budget& budget, Encoding encoding,
                Add add) {
  std::vector<AttributeSpec> format;
  auto fields = cursor.fixed<std::uint8_t>();
  for (unsigned i = 0; i < fields; ++i) {
    AttributeSpec spec;
    spec.name = static_cast<std::uint16_t>(cursor.uleb());
    spec.form = static_cast<std::uint16_t>(cursor.uleb());
    format.push_back(spec);
  }
  std::uint64_t count = cursor.uleb();
  if (count > most_entries || (count > 0 && format.empty())) return cursor.fail();
  for (std::uint64_t i = 0; i < count && budget.spend(1); ++i) {
    LineHeader::File entry;
    const std::byte* start = cursor.at();
    for (const AttributeSpec& spec : format) {
      Value value = read_form(cursor, spec, encoding);
      if (!value) return cursor.fail();
      if (spec.name == DW_LNCT_path) entry.name = entry_text(sections, value);
      if (spec.name == DW_LNCT_directory_index) {
        entry.directory = static_cast<std::uint32_t>(value.number);
      }
    }
    if (cursor.at() == start) return cursor.fail();  // an entry of nothing
    add(entry);
  }
}

}  // namespace

std::string LineHeader::path(std::uint64_t file) const {
  if (file >= files.size()) return {};
  const File& entry = files[static_cast<std::size_t>(file)];
  if (entry.name.empty()) return {};
  auto join = [](std::string_view directory, std::string_view name) {
    if (directory.empty() || name.starts_with('/')) return std::string(name);
    return std::string(directory) + "/" + std::string(name);
  };
  if (entry.directory >= directories.size()) return std::string(entry.name);
  std::string path = join(directories[entry.directory], entry.name);
  // [0] is the compilation directory, which the others may count from.
  return entry.directory == 0 ? path : join(directories[0], path);
}

std::unique_ptr<LineHeader> read_line_header(const Sections& sections, std::uint64_t offset,
                                             Budget& budget) {
  auto header = std::make_unique<LineHeader>();
  Cursor section(part_of(sections.line, offset));
  std::uint64_t length = section.fixed<std::uint32_t>();
  if (length == 0xffffffff) {
    length = section.fixed<std::uint64_t>();
    header->encoding.offset_size = 8;
  }
  if (!section.ok() || length > section.remaining()) return nullptr;
  Cursor cursor(section.at(), section.at() + length);
  header->encoding.version = cursor.fixed<std::uint16_t>();
  if (header->encoding.version < 2 || header->encoding.version > 5) return nullptr;
  if (header->encoding.version == 5) {
    header->encoding.address_size = cursor.fixed<std::uint8_t>();
    if (cursor.fixed<std::uint8_t>() != 0) return nullptr;  // segment selectors
  }
  std::uint64_t header_length = cursor.number(header->encoding.offset_size);
  if (!cursor.ok() || header_length > cursor.remaining()) return nullptr;
  const std::byte* program = cursor.at() + header_length;
  Cursor fields(cursor.at(), program);
  header->minimum_instruction_length = fields.fixed<std::uint8_t>();
  if (header->encoding.version >= 4) header->maximum_operations = fields.fixed<std::uint8_t>();
  fields.skip(1);  // default_is_stmt
  header->line_base = fields.fixed<std::int8_t>();
  header->line_range = fields.fixed<std::uint8_t>();
  header->opcode_base = fields.fixed<std::uint8_t>();
  if (!fields.ok()) return nullptr;
  for (unsigned i = 1; i < header->opcode_base; ++i) {
    header->operand_counts[i] = fields.fixed<std::uint8_t>();
  }
  if (header->encoding.version < 5) {
    read_old_tables(fields, budget, *header);
  } else {
    read_table(fields, sections, budget, header->encoding,
               [&](const LineHeader::File& entry) { header->directories.push_back(entry.name); });
    read_table(fields, sections, budget, header->encoding,
               [&](const LineHeader::File& entry) { header->files.push_back(entry); });
  }
  header->program = Bytes(program, cursor.end());
  return header;
}

}  // namespace cxprof::dwarf
