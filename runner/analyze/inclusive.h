#pragma once

#include <vector>

#include "runner/analyze/function_groups.h"

namespace cxprof {

/// What each function cost together with everything it called: every stack counts a function once,
/// however often it recurs, inlined frames included. `per_stack` are the samples that ended at
/// each node of the trie. One walk over the trie, whatever the number of samples.
FunctionCosts inclusive_costs(const SymbolizedProfile& symbolized, const FunctionGroups& groups,
                              std::vector<Cost> per_stack);

}  // namespace cxprof
