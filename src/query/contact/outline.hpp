// SPDX-License-Identifier: Apache-2.0
//
// Projects a patch along the normal of a contact, to a convex polygon of the plane across it, with
// a height at each point. The rounded coordinates then count as exact. Signs about them are exact,
// so that clipping two outlines meets no contradictory case.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "exact/orientation_stages.hpp"
#include "geometry/double_bits.hpp"
#include "query/contact/common_part.hpp"
#include "query/contact/patch.hpp"

namespace sunder::detail::contact {

/// Axes across a unit normal. In 2-D there is one, and y is 0.
template <int D>
class View {
 public:
  explicit View(const Vector<D>& normal) noexcept;
  const Vector<D>& x_axis() const noexcept { return x_axis_; }
  const Vector<D>& y_axis() const noexcept { return y_axis_; }
  const Vector<D>& normal() const noexcept { return normal_; }

 private:
  Vector<D> normal_;
  Vector<D> x_axis_{};
  Vector<D> y_axis_{};
};

/// The shared frame has a unit of the bodies' size, so that no coordinate comes near this.
inline constexpr double kLargestCoordinate = 0x1p100;

struct OutlinePoint {
  std::array<double, 2> across{};  ///< below kLargestCoordinate in size
  double height{};
  std::int32_t vertex{};  ///< kept index
};

/// Returns the exact sign where doubles did not decide it. Lines along an axis, as in stacks and
/// grids, need no integers.
inline int close_turn(const OutlinePoint& p, const OutlinePoint& q,
                      const OutlinePoint& r) noexcept {
  for (std::size_t k = 0; k < 2; ++k) {
    if (equal(p.across[k], q.across[k]) && equal(p.across[k], r.across[k])) return 0;
  }
  return orientation::exact2d(p.across.data(), q.across.data(), r.across.data());
}
/// Returns a number of the sign of a turn, or 0 where doubles do not decide it. It is filtered2d() for
/// coordinates that are known to be below kLargestCoordinate.
inline double filtered_turn(const OutlinePoint& p, const std::array<double, 2>& edge,
                            const OutlinePoint& r) noexcept {
  static_assert(2 * kLargestCoordinate <= orientation::kLargestDifference);
  const double left = edge[0] * (r.across[1] - p.across[1]);
  const double right = edge[1] * (r.across[0] - p.across[0]);
  const double bound = 6 * kUnit * (std::fabs(left) + std::fabs(right)) + orientation::kFlushed2d;
  const double twice = left - right;
  return std::fabs(twice) > bound ? twice : 0.0;
}
inline int turn(const OutlinePoint& p, const OutlinePoint& q, const OutlinePoint& r) noexcept {
  const double twice = filtered_turn(p, minus<2>(q.across, p.across), r);
  return twice > 0 ? 1 : (twice < 0 ? -1 : close_turn(p, q, r));
}
/// Where doubles decide, a turn is twice the area, rounded. Elsewhere it is 0 or as good as 0.
inline void write_turns(const OutlinePoint& from, const OutlinePoint& to,
                        std::span<const OutlinePoint> points, double* turns) noexcept {
  const std::array<double, 2> edge = minus<2>(to.across, from.across);
  bool all = true;
  for (std::size_t j = 0; j < points.size(); ++j) {
    turns[j] = filtered_turn(from, edge, points[j]);
    all = all && turns[j] != 0;
  }
  if (all) return;
  for (std::size_t j = 0; j < points.size(); ++j) {
    if (turns[j] == 0) turns[j] = 0x1p-1000 * close_turn(from, to, points[j]);
  }
}
inline int order(const OutlinePoint& p, const OutlinePoint& q) noexcept {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!equal(p.across[k], q.across[k])) return less(p.across[k], q.across[k]) ? -1 : 1;
  }
  return 0;
}

/// Strictly convex, counter-clockwise, at least one point.
using Outline = List<OutlinePoint>;

/// The side that faces the other body: the top of a along the normal, the bottom of b.
enum class Surface : std::uint8_t { top, bottom };

/// Where vertices coincide in the view, the outline keeps the one nearest to the other body. That
/// is the highest of a top and the lowest of a bottom.
template <int D>
Outline outline_of(const PosedPoints<D>& body, const Patch& patch, const View<D>& view,
                   Surface surface, Memory memory);

/// Returns the length of a vector of the view, without losing a tiny one.
inline double length_across(const std::array<double, 2>& v) noexcept {
  const double squared = v[0] * v[0] + v[1] * v[1];
  return squared > 0x1p-900 ? std::sqrt(squared) : std::hypot(v[0], v[1]);
}

/// Returns the largest distance of a corner from that of the lowest index, which does not depend on where
/// the outline begins.
double extent_of(const Outline& outline) noexcept;

/// Returns the height at p, interpolated between the corners around it. `place` is where p lies.
double height_at(const Outline& outline, const Place& place, const OutlinePoint& p) noexcept;

/// Returns whether no point is within `reach` of the line of an edge of the outline. Then no crossing
/// with an edge between the points is within `reach` of a corner of the outline or of a point.
bool are_clear(const Outline& outline, const Sides<OutlinePoint>& sides, std::size_t points,
               double reach) noexcept;

double distance_to_line(const OutlinePoint& x, const OutlinePoint& p,
                        const OutlinePoint& q) noexcept;

/// Returns the position of p along edge i, from 0 to 1.
double share_along(const Outline& outline, std::size_t i, const OutlinePoint& p) noexcept;

/// Returns the nearest corner within `reach` of p, else the nearest edge within it, else `place`.
Place place_near(const Outline& outline, const Place& place, const OutlinePoint& p,
                 double reach) noexcept;

}  // namespace sunder::detail::contact
