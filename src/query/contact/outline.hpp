// SPDX-License-Identifier: Apache-2.0
//
// Projects a patch along the normal of a contact, to a convex polygon of the plane across it, with
// a height at each point. The rounded coordinates then count as exact. Signs about them are exact,
// so that clipping two outlines meets no contradictory case.
#pragma once

#include <array>
#include <cstdint>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "query/contact/common_part.hpp"
#include "query/contact/patch.hpp"

namespace sunder::detail::contact {

/// Axes across a unit normal. In 2-D there is one, and y is 0.
template <int D>
class View {
 public:
  explicit View(const Vector<D>& normal) noexcept;
  std::array<double, 2> across(const Vector<D>& x) const noexcept;
  double along(const Vector<D>& x) const noexcept { return dot<D>(normal_, x); }

 private:
  Vector<D> normal_;
  Vector<D> x_axis_{};
  Vector<D> y_axis_{};
};

struct OutlinePoint {
  std::array<double, 2> across{};
  double height{};
  std::int32_t vertex{};  ///< kept index
};

inline int turn(const OutlinePoint& p, const OutlinePoint& q, const OutlinePoint& r) noexcept {
  return orient2d(p.across.data(), q.across.data(), r.across.data());
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

/// Returns the largest distance of a point of the outline from its first.
double extent_of(const Outline& outline) noexcept;

/// Returns the height at p, interpolated between the corners around it. `place` is where p lies.
double height_at(const Outline& outline, const Place& place, const OutlinePoint& p) noexcept;

double distance_to_line(const OutlinePoint& x, const OutlinePoint& p,
                        const OutlinePoint& q) noexcept;

/// Returns the position of p along edge i, from 0 to 1.
double share_along(const Outline& outline, std::size_t i, const OutlinePoint& p) noexcept;

/// Returns the nearest corner within `reach` of p, else the nearest edge within it, else `place`.
Place place_near(const Outline& outline, const Place& place, const OutlinePoint& p,
                 double reach) noexcept;

}  // namespace sunder::detail::contact
