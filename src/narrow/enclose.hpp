// SPDX-License-Identifier: Apache-2.0
//
// enclose() is the verdict step of GJK in 3-D. It moves from a simplex to the next direction toward
// 0, by sides of planes alone. It avoids the closest point and its divisions, which halves the work
// of reduce(). It computes no distance and may cycle where 0 lies on a boundary, so the walk counts
// its steps.
#pragma once

#include <utility>

#include "narrow/closest_simplex.hpp"

namespace sunder::detail::simplex_walk {

/// Returns the direction from the line through p with direction `edge` toward 0, perpendicular to
/// the line.
inline Vector3 toward_zero(const Vector3& p, const Vector3& edge) noexcept {
  const double along = dot<3>(p, edge);
  const double length = dot<3>(edge, edge);
  return {edge[0] * along - p[0] * length, edge[1] * along - p[1] * length,
          edge[2] * along - p[2] * length};
}

inline Vector3 negated(const Vector3& v) noexcept { return {-v[0], -v[1], -v[2]}; }

/// Keeps the points at these positions, the newest last.
inline void keep_two(Simplex<3>& s, std::size_t i, std::size_t j) noexcept {
  const IndexPair last_pair = s.pairs[j];
  const Vector3 last = s.points[j];
  s.keep(0, i, 0);
  s.pairs[1] = last_pair;
  s.points[1] = last;
  s.size = 2;
}

/// The input is points 0 and 1, where 1 is the newest.
[[gnu::always_inline]] inline Vector3 enclose_segment(Simplex<3>& s) noexcept {
  const Vector3& a = s.points[1];
  const Vector3 ab = minus<3>(s.points[0], a);
  if (dot<3>(ab, a) < 0) return toward_zero(a, ab);
  s.keep(0, 1, 0);
  s.size = 1;
  return negated(s.points[0]);
}

/// The input is points 0, 1 and 2, where 2 is the newest. Leaves the triangle wound so that its
/// normal (p1 - p2) x (p0 - p2) points toward 0.
[[gnu::always_inline]] inline Vector3 enclose_triangle(Simplex<3>& s) noexcept {
  const Vector3& a = s.points[2];
  const Vector3 ab = minus<3>(s.points[1], a);
  const Vector3 ac = minus<3>(s.points[0], a);
  const Vector3 normal = cross(ab, ac);
  const bool beyond_ac = dot<3>(cross(normal, ac), a) < 0;
  const bool beyond_ab = dot<3>(cross(ab, normal), a) < 0;
  if (!beyond_ac && !beyond_ab) {
    if (dot<3>(normal, a) < 0) return normal;
    std::swap(s.pairs[0], s.pairs[1]);
    std::swap(s.points[0], s.points[1]);
    return negated(normal);
  }
  const bool toward_c = beyond_ac && dot<3>(ac, a) < 0;
  keep_two(s, toward_c ? 0 : 1, 2);
  return enclose_segment(s);
}

/// Makes one step. Returns true if the simplex is a tetrahedron and 0 seems to lie inside.
/// Otherwise `u` is the next direction.
[[gnu::always_inline]] inline bool enclose(Simplex<3>& s, Vector3& u) noexcept {
  if (s.size == 1) {
    u = negated(s.points[0]);
    return false;
  }
  if (s.size == 2) {
    u = enclose_segment(s);
    return false;
  }
  if (s.size == 4) {
    // The base is wound so that the newest point, 3, lies on the side of its normal.
    const Vector3& a = s.points[3];
    const Vector3 ab = minus<3>(s.points[2], a);
    const Vector3 ac = minus<3>(s.points[1], a);
    const Vector3 ad = minus<3>(s.points[0], a);
    const bool beyond_abc = dot<3>(cross(ab, ac), a) < 0;
    const bool beyond_acd = dot<3>(cross(ac, ad), a) < 0;
    const bool beyond_adb = dot<3>(cross(ad, ab), a) < 0;
    if (!beyond_abc && !beyond_acd && !beyond_adb) return true;
    // Keeps the three corners of the face, in order.
    if (beyond_abc) {
      s.keep(0, 1, 0);
      s.keep(1, 2, 0);
    } else if (!beyond_acd) {
      const IndexPair d_pair = s.pairs[0];
      const Vector3 d = s.points[0];
      s.keep(0, 2, 0);
      s.pairs[1] = d_pair;
      s.points[1] = d;
    }
    s.keep(2, 3, 0);
    s.size = 3;
  }
  u = enclose_triangle(s);
  return false;
}

}  // namespace sunder::detail::simplex_walk
