#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cxprof {

/// What is wrong with `value` by `schema`, each with its place ("/rankings/self_time/0: …"); empty:
/// nothing. Knows the keywords of JSON Schema (2020-12) that our schemas use: type, properties,
/// required, additionalProperties (false), items, enum, const, minimum, maximum, $ref (#/…).
/// Another keyword is itself reported, so that none is silently not checked.
std::vector<std::string> schema_violations(const nlohmann::json& schema,
                                           const nlohmann::json& value);

}  // namespace cxprof
