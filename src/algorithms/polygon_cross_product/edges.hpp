// SPDX-License-Identifier: Apache-2.0
//
// Edges describes a polygon by its edges, counter-clockwise in its own frame. The function
// side_of() finds the side of an edge on which a corner of the other polygon lies, with a bound on
// the error.
#pragma once

#include <algorithm>
#include <cmath>

#include "filter/axis.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::polygon_cross_product {

/// The edges of a body. A segment has two, forward and backward; a point has none.
class Edges {
 public:
  explicit Edges(const HullBlock& hull) noexcept : hull_(&hull) {}

  bool known() const noexcept { return hull_->topology != nullptr || hull_->count <= 2; }
  std::int32_t count() const noexcept {
    if (hull_->topology != nullptr) return hull_->topology->edge_count();
    return hull_->count == 2 ? 2 : 0;
  }
  std::array<std::int32_t, 2> at(std::int32_t i) const noexcept {
    if (hull_->topology == nullptr) return {i, 1 - i};
    return hull_->topology->edge(i).vertices;
  }
  /// Returns the i-th corner in the order of the edges.
  std::int32_t corner(std::int32_t i) const noexcept { return count() == 0 ? 0 : at(i)[0]; }
  std::int32_t corners() const noexcept { return std::max(count(), std::int32_t{1}); }

 private:
  const HullBlock* hull_;
};

/// Returns +1 if the pose preserves counter-clockwise order, -1 if it reflects, 0 if doubles cannot
/// decide.
inline int orientation(const Pose<2>& pose) noexcept {
  const Minor determinant = minor(pose.linear(0, 0), pose.linear(1, 1), pose.linear(0, 1),
                                  pose.linear(1, 0), linear_error(pose));
  if (!(std::fabs(determinant.value) > determinant.error)) return 0;
  return determinant.value > 0 ? 1 : -1;
}

/// Returns a corner of the body in the world frame, without its translation.
inline Vector2 rotated(const Body<2>& body, std::int32_t vertex) noexcept {
  Vector2 p{};
  for (int l = 0; l < 2; ++l) {
    p[static_cast<std::size_t>(l)] = body.pose->linear(l, 0) * body.hull->coordinate(vertex, 0) +
                                     body.pose->linear(l, 1) * body.hull->coordinate(vertex, 1);
  }
  return p;
}

/// Returns the normal of an edge to its right, which is outward if the pose preserves the
/// orientation, times `sign`. Its largest entry is in [1/2, 1) if it is usable. The edge R (q - p)
/// has one rounding in the difference and three in the sum of products.
inline Axis<2> edge_normal(const Body<2>& body, std::array<std::int32_t, 2> edge,
                           double sign) noexcept {
  Vector2 along{};
  std::array<double, 2> error{};
  const double rho = linear_error(*body.pose);
  for (int l = 0; l < 2; ++l) {
    const auto at = static_cast<std::size_t>(l);
    double size = 0;
    for (int k = 0; k < 2; ++k) {
      const double difference =
          body.hull->coordinate(edge[1], k) - body.hull->coordinate(edge[0], k);
      along[at] += body.pose->linear(l, k) * difference;
      size += (std::fabs(body.pose->linear(l, k)) + rho) * std::fabs(difference);
      error[at] += rho * std::fabs(difference);
    }
    error[at] += 5 * kUnit * size + 0x1p-800;
  }
  Axis<2> axis;
  const double largest = std::max(std::fabs(along[0]), std::fabs(along[1]));
  if (!(largest > 0x1p-700 && largest < 0x1p700)) return axis;
  const double scale = unit_scale(largest);
  axis.direction = {sign * along[1] * scale, -sign * along[0] * scale};
  axis.error = {error[1] * scale, error[0] * scale};
  axis.usable = std::fabs(along[0]) > error[0] || std::fabs(along[1]) > error[1];
  return axis;
}

/// The cross product of an edge with the vector from it to a corner of the other body: u . (b - a)
/// for the edge's normal u, negative on the inner side.
///
/// Let the error of c = a - b be e_l. The error of the sum of two products is sum |u_l| (e_l + 2
/// eps |c_l|), where eps is kUnit. The true normal may add axis_drift(). The 2^-600 cover
/// underflow, as |u_l| is below 1 and every |c_l| below 2^400. Hence `value < -error` proves that
/// the gap along the true normal is negative: a corner of a and one of b refute it.
struct Side {
  double value = 0;
  double error = 0;
  bool proves_inner() const noexcept { return value < -error; }
};

inline Side side_of(const FilteredPair<2>& filtered, const Axis<2>& axis, double drift,
                    IndexPair corners) noexcept {
  std::array<double, 2> c{};
  filtered.difference(corners, c.data());
  Side side;
  for (std::size_t l = 0; l < 2; ++l) {
    side.value -= axis.direction[l] * c[l];
    side.error += std::fabs(axis.direction[l]) *
                  (filtered.error(static_cast<int>(l)) + 2 * kUnit * std::fabs(c[l]));
  }
  side.error = (side.error + drift) * (1 + 0x1p-30) + 0x1p-600;
  return side;
}

}  // namespace sunder::detail::polygon_cross_product
