// SPDX-License-Identifier: Apache-2.0
//
// Lists the corners of the common part S of two convex polygons of one plane. Polygons of one and
// two corners are points and segments.
//
// A corner of either polygon that lies in the other is a corner of S, and so is a point where edges
// of a and b cross in their interiors. There are no others. A corner of S that is a corner of
// neither polygon lies inside an edge of each, and not along both. S can therefore be listed
// without clipping step by step. Every sign is about given points, and each corner comes once, with
// its place on both polygons.
//
// A point type P has turn(P, P, P), the exact sign of a left turn, and order(P, P), that of the
// lexicographic order. Cost: O(n m) signs of turns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "query/scratch.hpp"

namespace sunder::detail::contact {

/// Where a point of a polygon lies. Edge i runs from corner i to the next.
struct Place {
  enum class On : std::uint8_t { inside, edge, vertex };
  On on = On::inside;
  std::size_t index{};  ///< of the edge or the vertex
};

struct Corner {
  Place a;
  Place b;
};

inline std::size_t next_corner(std::size_t i, std::size_t count) noexcept {
  return i + 1 < count ? i + 1 : 0;
}

template <class P>
std::optional<Place> place_on_segment(const P& x, const P& from, const P& to) {
  if (turn(from, to, x) != 0) return std::nullopt;
  const int after_from = order(x, from);
  const int after_to = order(x, to);
  if (after_from == 0) return Place{Place::On::vertex, 0};
  if (after_to == 0) return Place{Place::On::vertex, 1};
  if (after_from == after_to) return std::nullopt;
  return Place{Place::On::edge, 0};
}

/// Returns nothing for a point outside. The polygon is strictly convex and counter-clockwise.
template <class P>
std::optional<Place> place_in(const P& x, std::span<const P> polygon) {
  const std::size_t count = polygon.size();
  if (count == 1) {
    if (order(x, polygon[0]) != 0) return std::nullopt;
    return Place{Place::On::vertex, 0};
  }
  if (count == 2) return place_on_segment(x, polygon[0], polygon[1]);
  Place place;
  for (std::size_t i = 0; i < count; ++i) {
    const int side = turn(polygon[i], polygon[next_corner(i, count)], x);
    if (side < 0) return std::nullopt;
    if (side > 0) continue;
    if (place.on == Place::On::edge) {
      // Edge i is the second edge whose line holds the point, so the point is their common corner.
      // That is where edge i begins; for the first and the last edge it is corner 0.
      const bool around = place.index == 0 && i + 1 == count;
      place = {Place::On::vertex, around ? 0 : i};
      continue;
    }
    place = {Place::On::edge, i};
  }
  return place;
}

inline std::size_t edge_count(std::size_t corners) noexcept {
  return corners > 2 ? corners : corners - 1;
}

template <class P>
void add_crossings(std::span<const P> a, std::span<const P> b, List<Corner>& corners) {
  List<int> sides(b.size(), corners.get_allocator());
  for (std::size_t i = 0; i < edge_count(a.size()); ++i) {
    const P& from = a[i];
    const P& to = a[next_corner(i, a.size())];
    for (std::size_t j = 0; j < b.size(); ++j) sides[j] = turn(from, to, b[j]);
    for (std::size_t j = 0; j < edge_count(b.size()); ++j) {
      const std::size_t k = next_corner(j, b.size());
      if (sides[j] * sides[k] >= 0) continue;
      if (turn(b[j], b[k], from) * turn(b[j], b[k], to) >= 0) continue;
      corners.push_back({{Place::On::edge, i}, {Place::On::edge, j}});
    }
  }
}

/// Returns the corners in no particular order, and none where the polygons do not meet.
template <class P>
List<Corner> common_corners(std::span<const P> a, std::span<const P> b, Memory memory) {
  List<Corner> corners(memory);
  corners.reserve(a.size() + b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (const auto place = place_in(a[i], b)) {
      corners.push_back({{Place::On::vertex, i}, *place});
    }
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    const auto place = place_in(b[j], a);
    if (place && place->on != Place::On::vertex) {
      corners.push_back({*place, {Place::On::vertex, j}});
    }
  }
  add_crossings(a, b, corners);
  return corners;
}

}  // namespace sunder::detail::contact
