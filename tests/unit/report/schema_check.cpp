#include "tests/unit/report/schema_check.h"

#include <algorithm>
#include <set>

namespace cxprof {
namespace {

using nlohmann::json;

class Checker {
 public:
  explicit Checker(const json& root) : root_(root) {}

  void check(const json& schema, const json& value, const std::string& place) {
    if (schema.contains("$ref")) {
      json::json_pointer target(schema["$ref"].get<std::string>().substr(1));
      return check(root_.at(target), value, place);
    }
    check_keywords(schema, place);
    if (schema.contains("const") && schema["const"] != value) {
      report(place, "is not " + schema["const"].dump());
    }
    if (schema.contains("enum") && !is_among(schema["enum"], value)) {
      report(place, value.dump() + " is not among " + schema["enum"].dump());
    }
    if (schema.contains("type") && !is_of_type(schema["type"], value)) {
      return report(place, value.dump() + " is no " + schema["type"].dump());
    }
    if (value.is_number()) check_number(schema, value, place);
    if (value.is_object()) check_object(schema, value, place);
    if (value.is_array() && schema.contains("items")) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        check(schema["items"], value[i], place + "/" + std::to_string(i));
      }
    }
  }

  std::vector<std::string> violations;

 private:
  void report(const std::string& place, const std::string& what) {
    violations.push_back(place + ": " + what);
  }

  void check_keywords(const json& schema, const std::string& place) {
    static const std::set<std::string> known{
        "$schema", "$defs",      "title",    "description",
        "type",    "properties", "required", "additionalProperties",
        "items",   "enum",       "const",    "minimum",
        "maximum"};
    for (const auto& [keyword, unused] : schema.items()) {
      if (known.count(keyword) == 0) report(place, "unknown schema keyword " + keyword);
    }
  }

  static bool is_among(const json& choices, const json& value) {
    return std::find(choices.begin(), choices.end(), value) != choices.end();
  }

  static bool is_of_type(const json& types, const json& value) {
    if (types.is_array()) {
      return std::any_of(types.begin(), types.end(),
                         [&](const json& type) { return is_of_type(type, value); });
    }
    std::string type = types;
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == value.type_name();
  }

  void check_number(const json& schema, const json& value, const std::string& place) {
    double number = value.get<double>();
    if (schema.contains("minimum") && number < schema["minimum"].get<double>()) {
      report(place, value.dump() + " is too small");
    }
    if (schema.contains("maximum") && number > schema["maximum"].get<double>()) {
      report(place, value.dump() + " is too large");
    }
  }

  void check_object(const json& schema, const json& value, const std::string& place) {
    for (const json& name : schema.value("required", json::array())) {
      if (!value.contains(name.get<std::string>())) report(place, "lacks " + name.dump());
    }
    const json properties = schema.value("properties", json::object());
    bool closed = schema.value("additionalProperties", true) == false;
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name)) {
        check(properties[name], member, place + "/" + name);
      } else if (closed) {
        report(place, "has an unknown member " + name);
      }
    }
  }

  const json& root_;
};

}  // namespace

std::vector<std::string> schema_violations(const nlohmann::json& schema,
                                           const nlohmann::json& value) {
  Checker checker(schema);
  checker.check(schema, value, "");
  return checker.violations;
}

}  // namespace cxprof
