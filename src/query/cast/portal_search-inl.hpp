// SPDX-License-Identifier: Apache-2.0
//
// Searches for the facet of Q = K_B - K_A that a line enters, for files that are compiled once for each
// instruction set. A portal is a triangle of points of Q that the line crosses. It is pushed outward
// against the motion until it lies in the surface (Snethen, "Xenocollide", Game Programming Gems 7,
// 2008), as a ray from infinity would. Nothing is proven.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_CAST_PORTAL_SEARCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_CAST_PORTAL_SEARCH_INL_HPP
#undef SUNDER_QUERY_CAST_PORTAL_SEARCH_INL_HPP
#else
#define SUNDER_QUERY_CAST_PORTAL_SEARCH_INL_HPP
#endif

#include <array>
#include <cmath>
#include <hwy/highway.h>
#include <utility>

#include "geometry/vectors.hpp"
#include "narrow/gjk/nearest_supports-inl.hpp"
#include "query/cast/pierced_face.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// More steps than a portal needs; a longer search cycles by rounding.
inline constexpr int kMostPortalSteps = 48;
/// How far the first directions are from their middle.
inline constexpr double kPortalTilt = 0.75;

struct Corner {
  IndexPair pair;
  Vector3 point;
  ProjectedPoint flat;
};

HWY_INLINE ProjectedPoint from_to(const ProjectedPoint& p, const ProjectedPoint& q) {
  return {q.x - p.x, q.y - p.y};
}
HWY_INLINE double along(const ProjectedPoint& u, const ProjectedPoint& p) {
  return u.x * p.x + u.y * p.y;
}

/// Searches for a portal in doubles, without proofs.
template <class Supports>
class PortalSearch {
 public:
  HWY_INLINE PortalSearch(const Supports& supports, const LineProjection& projection, double noise,
                          const Vector3& first)
      : supports_(supports), projection_(projection), noise_(noise), first_(first) {}

  HWY_INLINE Pierced run() {
    const double length = std::sqrt(sunder::detail::dot<3>(first_, first_));
    if (!(length > 0)) return Pierced::unknown;
    for (double& entry : first_) entry /= length;
    ask(first_, corners_[0]);
    if (!find_portal()) return missed_ ? Pierced::missed : Pierced::unknown;
    return refine() ? Pierced::face : Pierced::unknown;
  }
  HWY_INLINE std::array<IndexPair, 3> corners() const {
    return {corners_[0].pair, corners_[1].pair, corners_[2].pair};
  }
  /// Missed: points from the line to Q.
  HWY_INLINE const Vector3& direction() const { return direction_; }

 private:
  HWY_INLINE void ask(const Vector3& n, Corner& corner) const {
    const auto found = supports_.ask({-n[0], -n[1], -n[2]});
    corner.pair = found.pair;
    corner.point = first(Neg(found.point));
    corner.flat = projection_(corner.point);
  }

  /// Queries beyond the line, along a direction across it. Returns false if Q does not reach it.
  HWY_INLINE bool ask_beyond(const ProjectedPoint& across, Corner& corner) {
    const Vector3 side = projection_.direction(across.x, across.y);
    const double length = std::sqrt(sunder::detail::dot<3>(side, side));
    if (!(length > 0)) return false;
    Vector3 n{};
    for (std::size_t l = 0; l < 3; ++l) n[l] = first_[l] + kPortalTilt / length * side[l];
    ask(n, corner);
    if (along(across, corner.flat) > 0) return true;
    ask(side, corner);
    if (along(across, corner.flat) > 0) return true;
    missed_ = true;
    direction_ = negated<3>(side);
    return false;
  }

  /// Finds three corners whose projections surround the line, counter-clockwise.
  HWY_INLINE bool find_portal() {
    if (!ask_beyond(from_to(corners_[0].flat, {}), corners_[1])) return false;
    for (int step = 0; step < kMostPortalSteps; ++step) {
      // The line is on the left of the edge from the first corner to the second.
      if (side_of(corners_[0].flat, corners_[1].flat) < 0) std::swap(corners_[0], corners_[1]);
      const ProjectedPoint edge = from_to(corners_[0].flat, corners_[1].flat);
      Corner& last = corners_[2];
      if (!ask_beyond({-edge.y, edge.x}, last)) return false;
      if (last.pair == corners_[0].pair || last.pair == corners_[1].pair) return false;
      if (side_of(corners_[1].flat, last.flat) < 0) {
        corners_[0] = last;
      } else if (side_of(last.flat, corners_[0].flat) < 0) {
        corners_[1] = last;
      } else {
        return true;
      }
    }
    return false;
  }

  HWY_INLINE bool refine() {
    for (int step = 0; step < kMostPortalSteps; ++step) {
      const Vector3& p = corners_[0].point;
      // Counter-clockwise projections of corners that are seen from the line's start.
      Vector3 n =
          sunder::detail::cross(minus<3>(corners_[1].point, p), minus<3>(corners_[2].point, p));
      if (!projection_.mirrors()) n = negated<3>(n);
      if (!normalise(n.data(), 3)) return false;
      Corner next;
      ask(n, next);
      const double gain = sunder::detail::dot<3>(n, minus<3>(next.point, p));
      if (!(gain > noise_ * sum_of_sizes(n))) return true;
      for (const Corner& corner : corners_) {
        if (corner.pair == next.pair) return true;
      }
      std::array<double, 3> sides{};
      for (std::size_t i = 0; i < 3; ++i) sides[i] = side_of(next.flat, corners_[i].flat);
      std::size_t i = 0;
      while (i < 2 && !(sides[i] >= 0 && sides[(i + 1) % 3] <= 0)) ++i;
      corners_[(i + 2) % 3] = next;
    }
    return false;
  }

  const Supports& supports_;
  const LineProjection& projection_;
  double noise_;
  Vector3 first_;
  std::array<Corner, 3> corners_{};
  bool missed_ = false;
  Vector3 direction_{};
};

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_CAST_PORTAL_SEARCH_INL_HPP
