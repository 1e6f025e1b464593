// SPDX-License-Identifier: Apache-2.0
//
// Finds the exact supporting plane of touching bodies, and the faces that lie in it.
#pragma once

#include <vector>

#include "query/decide.hpp"
#include "query/relation/world.hpp"

namespace sunder::detail::relation {

/// The faces of touching bodies in some supporting plane. Where an algorithm's axis was rounded, exact
/// pivoting finds one: its directions are exact. `direction` is decide()'s
/// exact direction.
template <int D>
Supported<D> supported_faces(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                             const Decided<D>& decision, std::vector<ExactNumber> direction);

}  // namespace sunder::detail::relation
