// SPDX-License-Identifier: Apache-2.0
//
// Where the edges of two outlines meet, exactly.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "polygon/outline.hpp"
#include "polygon/walk.hpp"

namespace sunder::detail::polygon {

/// A point of one of two outlines.
struct Corner {
  int side = 0;
  std::int32_t index = -1;
  friend auto operator<=>(const Corner&, const Corner&) = default;
};

/// A point in which two outlines meet: a corner, or where an edge of a crosses one of b.
struct Junction {
  std::int32_t side = 0;  ///< 2: a crossing
  std::int32_t i = -1;    ///< the corner, or a's edge
  std::int32_t j = -1;    ///< b's edge
  friend auto operator<=>(const Junction&, const Junction&) = default;
  bool is_crossing() const noexcept { return side == 2; }
  Corner corner() const noexcept { return {side, i}; }
};

/// What two edges have in common: nothing, a point, or the segment between two corners, by x and then by y.
struct Meeting {
  int points = 0;
  std::array<Junction, 2> ends{};
};

/// Two outlines at their places.
class OutlinePair {
 public:
  OutlinePair(const PlacedOutline& a, const PlacedOutline& b) noexcept : a_(a), b_(b) {}

  const PlacedOutline& side(int side) const noexcept { return side == 0 ? a_ : b_; }
  std::array<Corner, 2> ends(int side, std::int32_t edge) const noexcept {
    const auto& [i, j] = this->side(side).edges()[static_cast<std::size_t>(edge)];
    return {Corner{side, i}, Corner{side, j}};
  }

  /// Calls visit(i, j) for edges whose boxes meet, until it returns false.
  template <class Visit>
  void for_each_pair(const Visit& visit) const {
    struct {
      const Visit& visit_edges;
      static double apart(const Bounds<2>& p, const Bounds<2>& q) noexcept {
        return distance_of_boxes(p, q);
      }
      static double reach() noexcept { return 0; }
      bool visit(std::int32_t i, std::int32_t j) const { return visit_edges(i, j); }
    } visitor{visit};
    Walk<decltype(visitor)>({a_.placed(), a_.tree()}, {b_.placed(), b_.tree()}, visitor).run();
  }

  // All of these throw std::bad_alloc, and are exact.

  /// The sign of (q - p) x (r - p).
  int turn(Corner p, Corner q, Corner r) const;
  /// That of (q - p) x (m - p) for the point m in the middle between r and s.
  int turn_to_middle(Corner p, Corner q, Corner r, Corner s) const;
  /// Compares by x and then by y: below 0 where p comes first.
  int order(Corner p, Corner q) const;
  Meeting meet(std::int32_t edge_a, std::int32_t edge_b) const;
  /// Does the part of a side, which has an area, hold the point in the middle between two corners, on its outline or not?
  bool holds_middle(int side, Corner p, Corner q) const;
  /// Does the part of a side hold a corner of the other?
  bool holds(int side, Corner p) const;
  /// Is the inside of a part with an area on the left of an edge, run through by x and then by y?
  bool is_inside_left(int side, std::int32_t edge) const;

  /// The nearest doubles.
  Vector2 rounded(const Junction& junction) const;
  /// From p to another q: a unit vector, and the length in the world. Both are rounded.
  struct Direction {
    Vector2 unit{};
    double length = 0;
  };
  Direction direction(Corner p, Corner q) const;

  /// The latest stage that a sign needed so far.
  Stage stage() const noexcept { return stage_; }

 private:
  const IntegerMaps2& maps() const;
  /// The place in the world in units of 2^exponent().
  const Place& place(Corner corner) const;
  int exponent() const { return maps().exponent; }
  const Vector2& point(Corner corner) const noexcept {
    return side(corner.side).points()[static_cast<std::size_t>(corner.index)];
  }
  const RoundedPlace& world(Corner corner) const noexcept {
    return side(corner.side).world(corner.index);
  }
  const Place& place_for_sign(Corner corner) const;
  Junction junction(Corner corner, std::int32_t edge_a) const;
  bool lies_between(Corner p, Corner q, Corner r) const;
  bool piece_holds_middle(int side, std::int32_t piece, Corner p, Corner q) const;

  const PlacedOutline& a_;
  const PlacedOutline& b_;
  mutable Stage stage_ = Stage::filter;
  mutable std::optional<IntegerMaps2> maps_;
  mutable std::array<std::vector<std::optional<Place>>, 2> places_;
};

}  // namespace sunder::detail::polygon
