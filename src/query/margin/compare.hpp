// SPDX-License-Identifier: Apache-2.0
//
// Declares compare_to_margin() without its refusals, for queries that reduce to it.
#pragma once

#include "query/margin/sum.hpp"

namespace sunder::detail {

/// Compares the signed distance of the two polytopes with the sum of the terms. Their own radii
/// count only where they are among the terms. In a run-time dimension the sum must not be negative.
/// `search` determines the counters and the hint; the hint is about the polytopes.
template <int D>
MarginAnswer compare_to_sum(const Posed<D>& a, const Posed<D>& b, const MarginTerms& terms,
                            const Search<D>& search);

}  // namespace sunder::detail
