// SPDX-License-Identifier: Apache-2.0
//
// Converts a place on a polygon to a contact feature in the caller's indices.
#pragma once

#include <algorithm>

#include "query/contact/common_part.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

/// `caller(i)` is the caller's index of corner i.
template <class Caller>
ContactFeature feature_at(const Place& place, std::size_t count, const Caller& caller) {
  if (place.on == Place::On::inside) return {-1, -1};
  const std::int32_t from = caller(place.index);
  if (place.on == Place::On::vertex) return {from, -1};
  const std::int32_t to = caller(next_corner(place.index, count));
  return {std::min(from, to), std::max(from, to)};
}

}  // namespace sunder::detail::contact
