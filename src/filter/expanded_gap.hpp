// SPDX-License-Identifier: Apache-2.0
//
// P5: the sign of the directional gap without rounding, by error-free transforms on the vertices
// that can be extreme.
#pragma once

#include <optional>

#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// The exact sign of g(u), or nothing where the range rule fails, the host's rounding mode is not
/// nearest or subnormals are flushed, a pose is a quaternion (its matrix is not made of doubles),
/// or too many vertices are tied. `gap` is pair.gap(u).
template <int D>
std::optional<int> expanded_gap_sign(const Pair<D>& pair, const double* u,
                                     const DirectionalGap& gap) noexcept;

}  // namespace sunder::detail
