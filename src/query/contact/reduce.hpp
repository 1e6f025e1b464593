// SPDX-License-Identifier: Apache-2.0
//
// Fewer contact points that hold a body nearly as well as all of them.
#pragma once

#include <vector>

#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// At most `most` of the points, in the order they were in: the deepest, the one farthest from it,
/// then one by one those that make the polygon of the chosen largest. What differs by no more than
/// rounding is equal, and of equals the lowest id is taken.
template <int D>
std::vector<ContactPoint<D>> reduced(std::vector<ContactPoint<D>> points, int most,
                                     const Vector<D>& normal);

}  // namespace sunder::detail::contact
