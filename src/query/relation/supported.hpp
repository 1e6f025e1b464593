// SPDX-License-Identifier: Apache-2.0
//
// Finds the exact supporting plane of touching bodies, and the faces that lie in it.
#pragma once

#include "query/decide.hpp"
#include "query/relation/world.hpp"
#include "query/scratch.hpp"

namespace sunder::detail::relation {

/// Returns the faces of touching bodies in some supporting plane. Where an algorithm's axis was
/// rounded, exact pivoting finds one: its directions are exact. `direction` is decide()'s exact
/// direction. Int and Indices are BigInt and a vector, or StackInt and a List.
template <int D, class Int, class Indices = std::vector<std::int32_t>>
Supported<D, Int, Indices> supported_faces(const Pair<D>& pair, const IntegerPair<D, Int>& exact,
                                           const Decided<D>& decision,
                                           const lp::ExactDirection& direction,
                                           typename Indices::allocator_type memory = {});

}  // namespace sunder::detail::relation
