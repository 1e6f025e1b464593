// SPDX-License-Identifier: Apache-2.0
//
// Selects fewer contact points that hold a body nearly as well as all of them.
#pragma once

#include <cstddef>
#include <span>

#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// Copies the points to `kept` in their order, and returns how many it holds. Where there are more,
/// it keeps the deepest and the one farthest from it. Then it adds, one by one, those that make the
/// polygon of the chosen ones largest. Values that differ by rounding alone are equal; the lowest
/// id wins.
template <int D>
std::size_t keep_best(std::span<const ContactPoint<D>> points, const Vector<D>& normal,
                      std::span<ContactPoint<D>> kept, Memory memory);

}  // namespace sunder::detail::contact
