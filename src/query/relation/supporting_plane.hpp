// SPDX-License-Identifier: Apache-2.0
//
// The exact plane between touching bodies, from what decided that they touch.
#pragma once

#include <vector>

#include "query/decide.hpp"
#include "query/relation/world.hpp"

namespace sunder::detail::relation {

/// The faces of touching bodies in some supporting plane. `direction` is what the decision gave as
/// Wanted::exact_direction, maybe nothing.
template <int D>
Supported<D> supported_faces(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                             const Decision<D>& decision, std::vector<ExactNumber> direction);

}  // namespace sunder::detail::relation
