// SPDX-License-Identifier: Apache-2.0
//
// The contact points of bodies that touch: the corners of the exact common part.
#pragma once

#include "query/contact/scratch.hpp"
#include "query/relation/world.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// The corners of the common part S, of depth 0, each rounded once from its exact place. They run
/// counter-clockwise about the direction of the supporting plane, from the lowest id. A coordinate
/// that overflows is infinite.
///
/// `faces` are those in any supporting plane. S lies in that plane, so S is their common part.
template <int D>
List<ContactPoint<D>> touching_points(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                                      const relation::Supported<D>& faces, Memory memory);

}  // namespace sunder::detail::contact
