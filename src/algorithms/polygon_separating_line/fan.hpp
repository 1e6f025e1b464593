// SPDX-License-Identifier: Apache-2.0
//
// Sorts the edges of a posed polygon into a fan by angle; bisection answers queries.
#pragma once

#include "filter/filtered_pair.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::polygon_separating_line {

/// Rotates by a quarter turn to the left, and to the right.
inline Vector2 left_of(const Vector2& p) noexcept { return {-p[1], p[0]}; }
inline Vector2 right_of(const Vector2& p) noexcept { return {p[1], -p[0]}; }

/// One body of the pair. `sign` is +1 for a, whose farthest point along u is queried, and -1 for b,
/// whose nearest is. Without topology the fan is empty, and queries are scans.
class Fan {
 public:
  Fan(const Body<2>& body, double sign) noexcept
      : body_(body),
        sign_(sign),
        count_(body.hull->topology == nullptr ? 0 : body.hull->topology->edge_count()),
        reflects_(body.pose->linear(0, 0) * body.pose->linear(1, 1) <
                  body.pose->linear(0, 1) * body.pose->linear(1, 0)) {
    if (count_ > 0) first_ = edge(0);
  }

  std::int32_t count() const noexcept { return count_; }

  /// Returns the first edge, in the order of the boundary, after the corner extreme along u.
  std::int32_t place(const Vector2& u) const {
    const Vector2 along = left_of(pull_back(body_, u.data(), sign_));
    std::int32_t low = 0;
    std::int32_t high = count_;
    // Edges 0 to low - 1 come before the direction `along`; those from `high` on come after it.
    while (low < high) {
      const std::int32_t middle = low + (high - low) / 2;
      if (comes_before(edge(middle), along)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == count_ ? 0 : low;
  }

  /// Returns the corner extreme along u.
  std::int32_t extreme(const Vector2& u) const {
    if (count_ > 0) return corners(place(u))[0];
    return support<2>(*body_.hull, pull_back(body_, u.data(), sign_).data()).vertex;
  }

  /// The edges whose normals lie in the cone from `right` to `left`, which spans less than half a
  /// turn: the first one and their number.
  struct Range {
    std::int32_t first = 0;
    std::int32_t count = 0;
  };
  Range between(const Vector2& right, const Vector2& left) const {
    if (count_ == 0) return {};
    const std::int32_t from = place(reflects_ ? left : right);
    const std::int32_t to = place(reflects_ ? right : left);
    return {from, to >= from ? to - from : to - from + count_};
  }

  /// Returns the direction in which an edge's normal separates a from b, if it does.
  Vector2 normal(std::int32_t i) const noexcept {
    const Vector2 e = edge(i % count_);
    Vector2 rotated{};
    for (int l = 0; l < 2; ++l) {
      rotated[static_cast<std::size_t>(l)] =
          body_.pose->linear(l, 0) * e[0] + body_.pose->linear(l, 1) * e[1];
    }
    return reflects_ == (sign_ > 0) ? left_of(rotated) : right_of(rotated);
  }

 private:
  std::array<std::int32_t, 2> corners(std::int32_t i) const noexcept {
    return body_.hull->topology->edge(i).vertices;
  }
  /// Returns the edge in the body's own frame.
  Vector2 edge(std::int32_t i) const noexcept {
    const auto [from, to] = corners(i);
    return {body_.hull->coordinate(to, 0) - body_.hull->coordinate(from, 0),
            body_.hull->coordinate(to, 1) - body_.hull->coordinate(from, 1)};
  }
  /// Compares by angle from the first edge, in [0, 360) degrees.
  bool comes_before(const Vector2& p, const Vector2& q) const noexcept {
    const bool p_late = in_second_half(p);
    const bool q_late = in_second_half(q);
    return p_late == q_late ? cross(p, q) > 0 : q_late;
  }
  bool in_second_half(const Vector2& p) const noexcept {
    const double side = cross(first_, p);
    return side < 0 || (side == 0 && dot<2>(first_, p) < 0);
  }

  Body<2> body_;
  double sign_;
  std::int32_t count_;
  bool reflects_;
  Vector2 first_{};
};

}  // namespace sunder::detail::polygon_separating_line
