// SPDX-License-Identifier: Apache-2.0
//
// Computes the sign of the directional gap without rounding, by error-free transforms on the
// vertices that can be extreme.
#pragma once

#include <optional>

#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// Returns the exact sign of g(u). Returns no value if the range rule fails, if the host does not
/// round to nearest, or if it flushes subnormals. Returns no value either if a pose is a
/// quaternion, whose matrix does not consist of doubles, or if too many vertices tie. `gap` is
/// pair.gap(u).
template <int D>
std::optional<int> expanded_gap_sign(const Pair<D>& pair, const double* u,
                                     const DirectionalGap& gap) noexcept;

}  // namespace sunder::detail
