// SPDX-License-Identifier: Apache-2.0
//
// rounded_direction() estimates the separating direction of two bodies with many vertices. It
// models each body as an ellipsoid with the body's half extents in its own frame. Only a search
// uses it, so it needs no proof.
//
// An ellipsoid M = R diag(e^2) R^T has the height h = sqrt(u . M u) along u, attained at M u / h.
// The point of C farthest along u is therefore N u with N = M_A / h_A + M_B / h_B. If c, the line
// of centres, ends outside C, closest to that point, then c = N u + s u at a distance s |u|. The
// estimate is one step of u <- (N + s)^-1 c from u = c.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "geometry/body.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail {

/// Bodies of fewer vertices are not round: an estimate of their surface helps less than one step of
/// a search.
inline constexpr std::int32_t kRoundVertices = 64;

/// Returns the smaller number of vertices, or 0 if a body is not round.
inline std::int32_t roundness(const Pair<3>& pair) noexcept {
  const std::int32_t least = std::min(pair.a.hull->count, pair.b.hull->count);
  return least < kRoundVertices ? 0 : least;
}

struct RoundedPair {
  /// N: xx, xy, xz, yy, yz, zz.
  std::array<double, 6> matrix{};
  double reach = 0;  ///< h_A + h_B
};

[[gnu::always_inline]] inline void add_rounded(const Body<3>& body, const Vector3& u,
                                               RoundedPair& n) noexcept {
  const double* const r = linear_data(*body.pose);
  std::array<double, 3> square{};
  double height = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = 0.5 * body.hull->upper[k] - 0.5 * body.hull->lower[k];
    square[k] = half * half;
    const double along = r[k] * u[0] + r[3 + k] * u[1] + r[6 + k] * u[2];
    height += square[k] * (along * along);
  }
  height = std::sqrt(height);
  n.reach += height;
  const double scale = 1 / height;
  for (std::size_t k = 0; k < 3; ++k) {
    const double size = square[k] * scale;
    const double x = r[k], y = r[3 + k], z = r[6 + k];
    n.matrix[0] += size * (x * x);
    n.matrix[1] += size * (x * y);
    n.matrix[2] += size * (x * z);
    n.matrix[3] += size * (y * y);
    n.matrix[4] += size * (y * z);
    n.matrix[5] += size * (z * z);
  }
}

/// Returns the estimated direction, not normalised; zero or NaN where the model fails.
[[gnu::always_inline]] inline Vector3 rounded_direction(const Pair<3>& pair,
                                                        const Vector3& line) noexcept {
  RoundedPair n;
  add_rounded(pair.a, line, n);
  add_rounded(pair.b, line, n);
  const double length = dot<3>(line, line);
  const double s = std::max(0.0, (length - n.reach) / length);
  const auto [ax, xy, xz, ay, yz, az] = n.matrix;
  const double xx = ax + s;
  const double yy = ay + s;
  const double zz = az + s;
  // By cofactors: the determinant is a common factor and is left out.
  const double cxx = yy * zz - yz * yz;
  const double cxy = xz * yz - xy * zz;
  const double cxz = xy * yz - xz * yy;
  const double cyy = xx * zz - xz * xz;
  const double cyz = xy * xz - xx * yz;
  const double czz = xx * yy - xy * xy;
  return {cxx * line[0] + cxy * line[1] + cxz * line[2],
          cxy * line[0] + cyy * line[1] + cyz * line[2],
          cxz * line[0] + cyz * line[1] + czz * line[2]};
}

}  // namespace sunder::detail
