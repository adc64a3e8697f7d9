#pragma once

#include <string>
#include <vector>

#include "runner/profile/profile.h"

namespace cxprof {

/// "render 30", "memmove 12 inlined": a ranking as lines that tests compare.
inline std::vector<std::string> rows(const std::vector<FunctionCost>& ranking) {
  std::vector<std::string> lines;
  for (const FunctionCost& cost : ranking) {
    lines.push_back(cost.symbol + " " + std::to_string(cost.samples) +
                    (cost.inlined ? " inlined" : ""));
  }
  return lines;
}

/// "render <- memmove 12"
inline std::vector<std::string> rows(const std::vector<AttributedCost>& ranking) {
  std::vector<std::string> lines;
  for (const AttributedCost& cost : ranking) {
    lines.push_back(cost.user_symbol + " <- " + cost.runtime_symbol + " " +
                    std::to_string(cost.samples));
  }
  return lines;
}

/// "/src/a.cpp:12 render 30"
inline std::vector<std::string> rows(const std::vector<LineCost>& ranking) {
  std::vector<std::string> lines;
  for (const LineCost& cost : ranking) {
    lines.push_back(cost.file + ":" + std::to_string(cost.line) + " " + cost.symbol + " " +
                    std::to_string(cost.samples));
  }
  return lines;
}

}  // namespace cxprof
