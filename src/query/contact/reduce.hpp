// SPDX-License-Identifier: Apache-2.0
//
// Fewer contact points that hold a body nearly as well as all of them.
#pragma once

#include <cstddef>
#include <span>

#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// Fills `kept` with points, in the order that they were in, and returns how many it holds. Where
/// there are more: the deepest, the one farthest from it, then one by one those that make the polygon
/// of the chosen largest. What rounding may explain is equal, and of equals the lowest id is taken.
template <int D>
std::size_t keep_best(std::span<const ContactPoint<D>> points, const Vector<D>& normal,
                      std::span<ContactPoint<D>> kept, Memory memory);

}  // namespace sunder::detail::contact
