#pragma once

#include "runner/analyze/sample_tally.h"

namespace cxprof {

/// The pairs of user function and runtime leaf, folded by name, in ranking order.
std::vector<AttributedCost> attribution_ranking(const SymbolizedProfile& symbolized,
                                                const FunctionGroups& groups,
                                                const SampleTally& tally);

/// The lines at which the user's innermost frames stood, in ranking order.
std::vector<LineCost> hot_line_ranking(const SymbolizedProfile& symbolized,
                                       const SampleTally& tally);

/// Functions by inclusive cost, without the entry points; the names of those that were left out,
/// sorted, go to `suppressed`.
std::vector<FunctionCost> inclusive_ranking(const SymbolizedProfile& symbolized,
                                            const FunctionGroups& groups, const UserCode& user_code,
                                            const SampleTally& tally,
                                            std::vector<std::string>& suppressed);

}  // namespace cxprof
