#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runner/support/text.h"

namespace cxprof {

/// A value of a JSON file that knows where it stands. Whatever is not as asked for throws an Error
/// that names the file and the field.
class JsonField {
 public:
  using Json = nlohmann::json;

  /// `value` and `file` must outlive this object. `place` is a JSON pointer, "" the whole file.
  JsonField(const Json& value, const std::filesystem::path& file, std::string place = {})
      : value_(&value), file_(&file), place_(std::move(place)) {}

  /// A member of this object, which must have it.
  [[nodiscard]] JsonField at(const char* key) const;
  /// The elements of this array.
  [[nodiscard]] std::vector<JsonField> items() const;

  [[nodiscard]] bool is_null() const { return value_->is_null(); }
  [[nodiscard]] std::string text() const;
  /// null, as absent texts are written, is "".
  [[nodiscard]] std::string text_or_empty() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] bool flag() const;
  /// A whole number from 0.
  [[nodiscard]] std::uint64_t count() const;
  /// One that fits into 32 bits.
  [[nodiscard]] std::uint32_t count32() const;
  [[nodiscard]] double number() const;
  /// null, as numbers that JSON has not are written, is infinity.
  [[nodiscard]] double number_or_infinity() const;

  /// Throws: this field is `what` ("missing", "no text", …).
  [[noreturn]] void wrong(const std::string& what) const;

 private:
  const Json* value_;
  const std::filesystem::path* file_;
  std::string place_;
};

/// An enumeration that is written as one of `words`, which stand in its order.
template <typename Enum, std::size_t count>
Enum word_in(const JsonField& field, const std::array<const char*, count>& words) {
  std::string word = field.text();
  for (std::size_t i = 0; i < count; ++i) {
    if (word == words[i]) return static_cast<Enum>(i);
  }
  field.wrong("none of the known words, but " + printable(shell_quoted(word)));
}

}  // namespace cxprof
