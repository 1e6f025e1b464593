// SPDX-License-Identifier: Apache-2.0
//
// A patch seen along the normal of a contact: a convex polygon of the plane across it, and how high
// each of its points lies. The rounded coordinates are then the truth: signs about them are exact,
// so that two outlines are clipped without a case that cannot be.
#pragma once

#include <array>
#include <cstdint>

#include "exact/orientation.hpp"
#include "geometry/double_bits.hpp"
#include "query/contact/common_part.hpp"
#include "query/contact/patch.hpp"

namespace sunder::detail::contact {

/// Axes across a unit normal; 2-D: one, and y is 0.
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

/// What meets the other body: of a its top along the normal, of b its bottom.
enum class Surface : std::uint8_t { top, bottom };

/// Where vertices coincide in the view the one nearest to the other body is kept: the highest of the
/// top, the lowest of the bottom.
template <int D>
Outline outline_of(const PosedPoints<D>& body, const Patch& patch, const View<D>& view,
                   Surface surface, Memory memory);

/// The largest distance from its first point.
double extent_of(const Outline& outline) noexcept;

/// Between the corners that p is among; `place` is where it lies.
double height_at(const Outline& outline, const Place& place, const OutlinePoint& p) noexcept;

double distance_to_line(const OutlinePoint& x, const OutlinePoint& p,
                        const OutlinePoint& q) noexcept;

/// How far along edge i p is, 0 to 1.
double share_along(const Outline& outline, std::size_t i, const OutlinePoint& p) noexcept;

/// The corner within `reach` of p, else the edge, else `place`.
Place place_near(const Outline& outline, const Place& place, const OutlinePoint& p,
                 double reach) noexcept;

}  // namespace sunder::detail::contact
