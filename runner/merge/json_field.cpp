#include "runner/merge/json_field.h"

#include <limits>

#include "runner/support/error.h"
#include "runner/support/text.h"

namespace cxprof {

JsonField JsonField::at(const char* key) const {
  if (!value_->is_object()) wrong("no object");
  auto member = value_->find(key);
  if (member == value_->end()) {
    JsonField(*value_, *file_, place_ + "/" + key).wrong("missing");
  }
  return {*member, *file_, place_ + "/" + key};
}

std::vector<JsonField> JsonField::items() const {
  if (!value_->is_array()) wrong("no list");
  std::vector<JsonField> fields;
  fields.reserve(value_->size());
  for (const Json& item : *value_) {
    fields.emplace_back(item, *file_, place_ + "/" + std::to_string(fields.size()));
  }
  return fields;
}

std::string JsonField::text() const {
  if (!value_->is_string()) wrong("no text");
  return value_->get<std::string>();
}

std::string JsonField::text_or_empty() const { return is_null() ? std::string() : text(); }

std::vector<std::string> JsonField::texts() const {
  std::vector<std::string> texts;
  for (const JsonField& item : items()) texts.push_back(item.text());
  return texts;
}

bool JsonField::flag() const {
  if (!value_->is_boolean()) wrong("neither true nor false");
  return value_->get<bool>();
}

std::uint64_t JsonField::count() const {
  if (!value_->is_number_unsigned()) wrong("no whole number from 0");
  return value_->get<std::uint64_t>();
}

std::uint32_t JsonField::count32() const {
  std::uint64_t value = count();
  if (value > std::numeric_limits<std::uint32_t>::max()) wrong("too large");
  return static_cast<std::uint32_t>(value);
}

double JsonField::number() const {
  if (!value_->is_number()) wrong("no number");
  return value_->get<double>();
}

double JsonField::number_or_infinity() const {
  return is_null() ? std::numeric_limits<double>::infinity() : number();
}

void JsonField::wrong(const std::string& what) const {
  fail("cannot read {}: its field {} is {}; it is damaged, make it again from the run directory",
       printable(file_->string()), place_.empty() ? "/" : printable(place_), what);
}

}  // namespace cxprof
