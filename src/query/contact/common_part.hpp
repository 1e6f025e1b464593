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
// lexicographic order. It may have a write_turns() of its own, or Columns with one, which hold all points
// by coordinates. Cost: O(n m) signs of turns.
#pragma once

#include <algorithm>
#include <cstdint>
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

inline std::size_t edge_count(std::size_t corners) noexcept {
  return corners > 2 ? corners : corners - 1;
}

/// Writes the signs of the turns from an edge to each point.
template <class P>
void write_turns(const P& from, const P& to, std::span<const P> points, double* turns) {
  for (const P& x : points) *turns++ = turn(from, to, x);
}

/// The turns from the edges of one polygon to the corners of another. Each is computed once. Its sign is
/// exact; its size has the meaning that write_turns() gives it.
template <class P>
class Sides {
 public:
  Sides(std::span<const P> polygon, std::span<const P> points, Memory memory)
      : points_(points.size()), edges_(edge_count(polygon.size())) {
    const std::size_t bytes = (edges_ + 2) * points_ * sizeof(double);
    turns_ = static_cast<double*>(memory->allocate(bytes, alignof(double)));
    least_ = turns_ + edges_ * points_;
    beyond_ = least_ + points_;
    if constexpr (requires { typename P::Columns; }) {
      const typename P::Columns columns(points, memory);
      fill(polygon,
           [&](const P& from, const P& to, double* row) { columns.write_turns(from, to, row); });
    } else {
      fill(polygon,
           [&](const P& from, const P& to, double* row) { write_turns(from, to, points, row); });
    }
  }
  /// Returns a number that is positive for a point on the left of an edge, and 0 on its line.
  double of(std::size_t edge, std::size_t point) const noexcept {
    return turns_[edge * points_ + point];
  }
  /// Returns whether two points lie on different sides of the line of an edge.
  bool divides(std::size_t edge, std::size_t p, std::size_t q) const noexcept {
    return are_opposite(of(edge, p), of(edge, q));
  }
  static bool are_opposite(double p, double q) noexcept {
    // No branch could be foreseen, so there is none.
    return (static_cast<int>(p < 0) & static_cast<int>(q > 0)) +
               (static_cast<int>(p > 0) & static_cast<int>(q < 0)) !=
           0;
  }
  /// Returns the least of the turns to a point: negative outside a polygon, and 0 on its rim.
  double least(std::size_t point) const noexcept { return least_[point]; }
  /// Returns whether two points lie beyond one of the first kMarkedEdges edges. What is between them then
  /// does not meet the polygon.
  bool are_beyond_one(std::size_t p, std::size_t q) const noexcept {
    return (static_cast<std::uint64_t>(beyond_[p]) & static_cast<std::uint64_t>(beyond_[q])) != 0;
  }

 private:
  template <class Write>
  void fill(std::span<const P> polygon, const Write& write) {
    double* const __restrict least = least_;
    double* const __restrict beyond = beyond_;
    std::fill_n(beyond, points_, 0.0);
    if (edges_ == 0) std::fill_n(least, points_, 0.0);  // a polygon of one corner
    for (std::size_t i = 0; i < edges_; ++i) {
      double* const __restrict row = turns_ + i * points_;
      write(polygon[i], polygon[next_corner(i, polygon.size())], row);
      if (i == 0) std::copy_n(row, points_, least);
      const double mark = i < kMarkedEdges ? static_cast<double>(std::uint64_t{1} << i) : 0;
      for (std::size_t j = 0; j < points_; ++j) {
        least[j] = std::min(least[j], row[j]);
        beyond[j] += row[j] < 0 ? mark : 0;
      }
    }
  }

  static constexpr std::size_t kMarkedEdges = 53;  ///< the bits of a double

  std::size_t points_;
  std::size_t edges_;
  double* turns_;  ///< in the query's memory, which releases nothing before it ends
  double* least_;
  double* beyond_;  ///< a sum of 2^i for each edge i that has the point on its right
};

/// Sets the place of point j, which is x. Returns false for a point outside. The polygon is strictly
/// convex and counter-clockwise.
template <class P>
bool find_place(const P& x, std::size_t j, std::span<const P> polygon, const Sides<P>& sides,
                Place& place) {
  const std::size_t count = polygon.size();
  place = {};
  if (count > 2) {
    const double least = sides.least(j);
    if (least != 0) return least > 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (sides.of(i, j) > 0) continue;
      if (place.on == Place::On::edge) {
        // Edge i is the second edge whose line holds the point, so the point is their common corner.
        // That is where edge i begins; for the first and the last edge it is corner 0.
        const bool around = place.index == 0 && i + 1 == count;
        place = {Place::On::vertex, around ? 0 : i};
        continue;
      }
      place = {Place::On::edge, i};
    }
    return true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (order(x, polygon[i]) != 0) continue;
    place = {Place::On::vertex, i};
    return true;
  }
  place = {Place::On::edge, 0};
  return count == 2 && sides.of(0, j) == 0 && order(x, polygon[0]) != order(x, polygon[1]);
}

/// Returns the corners in no particular order, and none where the polygons do not meet. `of_a` are the
/// sides of a's edges on which b's corners lie, and `of_b` the reverse.
template <class P>
List<Corner> common_corners(std::span<const P> a, std::span<const P> b, const Sides<P>& of_a,
                            const Sides<P>& of_b, Memory memory) {
  List<Corner> corners(memory);
  corners.reserve(a.size() + b.size());
  Place place;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (find_place(a[i], i, b, of_b, place)) corners.push_back({{Place::On::vertex, i}, place});
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (find_place(b[j], j, a, of_a, place) && place.on != Place::On::vertex) {
      corners.push_back({place, {Place::On::vertex, j}});
    }
  }
  for (std::size_t i = 0; i < edge_count(a.size()); ++i) {
    const std::size_t to = next_corner(i, a.size());
    if (of_b.least(i) >= 0 && of_b.least(to) >= 0) continue;  // no line divides them
    if (of_b.are_beyond_one(i, to)) continue;
    const double first = of_a.of(i, 0);
    double from = first;
    for (std::size_t j = 0; j < edge_count(b.size()); ++j) {
      const double next = j + 1 < b.size() ? of_a.of(i, j + 1) : first;
      if (Sides<P>::are_opposite(from, next) && of_b.divides(j, i, to)) {
        corners.push_back({{Place::On::edge, i}, {Place::On::edge, j}});
      }
      from = next;
    }
  }
  return corners;
}
template <class P>
List<Corner> common_corners(std::span<const P> a, std::span<const P> b, Memory memory) {
  return common_corners(a, b, Sides<P>(a, b, memory), Sides<P>(b, a, memory), memory);
}

/// Returns whether a polygon of three corners or more holds one of these points.
template <class P>
bool holds_one(std::span<const P> polygon, std::span<const P> points) {
  const std::size_t count = polygon.size();
  return count > 2 && std::ranges::any_of(points, [&](const P& x) {
           std::size_t i = 0;
           while (i < count && turn(polygon[i], polygon[next_corner(i, count)], x) >= 0) ++i;
           return i == count;
         });
}
/// Returns whether two polygons meet. Where one holds a corner of the other, that ends at the first such corner.
template <class P>
bool do_meet(std::span<const P> a, std::span<const P> b, Memory memory) {
  return holds_one(a, b) || holds_one(b, a) || !common_corners(a, b, memory).empty();
}

}  // namespace sunder::detail::contact
