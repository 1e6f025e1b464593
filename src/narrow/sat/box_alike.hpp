// SPDX-License-Identifier: Apache-2.0
//
// The exact verdict of two boxes that stand alike: both by signed permutations of the axes, or both
// turned by the same doubles. Boxes that touch exactly mostly do: shelves, walls, stacks, grids.
#pragma once

#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

/// In whole numbers alone. Undecided where the boxes do not stand alike, where the common matrix is
/// singular, and where the exponents are too far apart.
Verdict verdict_of_alike(const Pair<3>& pair) noexcept;

/// The same of two boxes that are solid, with its proof, which goes into the record: the axis along
/// which they are apart or touch, four pairs for a facet, all eight corners for an overlap. False,
/// with the record as it is, also where doubles do not hold that axis exactly.
bool prove_alike(const Pair<3>& pair, Hint3& record) noexcept;

}  // namespace sunder::detail::sat
