// SPDX-License-Identifier: Apache-2.0
//
// Computes the contact points of bodies that touch: the corners of the exact common part.
#pragma once

#include "exact/stack_integer.hpp"
#include "query/relation/world.hpp"
#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

template <int D>
using ContactFaces = relation::Supported<D, StackInt, List<std::int32_t>>;

/// Returns the corners of the common part S, of depth 0, each rounded once from its exact place.
/// They run counter-clockwise about the direction of the supporting plane, from the lowest id. A
/// coordinate that overflows is infinite.
///
/// `faces` are those in any supporting plane. S lies in that plane, so S is their common part.
template <int D>
List<ContactPoint<D>> touching_points(const Pair<D>& pair, const IntegerPair<D, StackInt>& exact,
                                      const ContactFaces<D>& faces, Memory memory);

}  // namespace sunder::detail::contact
