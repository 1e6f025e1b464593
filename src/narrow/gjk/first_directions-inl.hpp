// SPDX-License-Identifier: Apache-2.0
//
// Chooses the first directions of the walk to the closest points; only a search uses them, so they
// need no proof. For round bodies it is the estimate of rounded_direction.hpp, in lanes with rows
// of N side by side. Whole extents replace half ones, which doubles N, the reach and s; roots are
// accurate to a thousandth. tilt() gives three directions about one.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_FIRST_DIRECTIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_FIRST_DIRECTIONS_INL_HPP
#undef SUNDER_NARROW_GJK_FIRST_DIRECTIONS_INL_HPP
#else
#define SUNDER_NARROW_GJK_FIRST_DIRECTIONS_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "geometry/vectors.hpp"
#include "narrow/gjk/posed_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {

/// Returns 1 / sqrt(x) to 4 per cent, for normal numbers: half the negated exponent, and a linear
/// function of the mantissa. It avoids the latency of a root and a division.
HWY_INLINE double rough_inverse_root(double x) {
  return std::bit_cast<double>(0x5fe6eb50c7b537a9U - (std::bit_cast<std::uint64_t>(x) >> 1));
}
/// Returns 1 / sqrt(x) to 2 in a thousand.
HWY_INLINE double fair_inverse_root(double x) {
  const double y = rough_inverse_root(x);
  return y * (1.5 - 0.5 * x * y * y);
}

/// A body's part of the rows of N, and its height along u.
struct Rounded {
  Vec3<Packed> n;
  double height;
};

HWY_INLINE Rounded rounded(const PosedBody& body, const Vector3& u) {
  const Vector3 p = body.pulled_back(u);
  Vector3 square;
  for (std::size_t k = 0; k < 3; ++k) {
    const double width = body.hull->upper[k] - body.hull->lower[k];
    square[k] = width * width;
  }
  const double height =
      (square[0] * (p[0] * p[0]) + square[1] * (p[1] * p[1])) + square[2] * (p[2] * p[2]);
  const double scale = fair_inverse_root(height);
  Vec3<Packed> n = zero(PackedTag());
  for (std::size_t k = 0; k < 3; ++k) {
    const Packed sized = Mul(body.columns[k], filled(square[k] * scale));
    const double* const r = body.rows + k;
    n = MulAdd(sized, broadcast(PackedTag(), r[0], r[3], r[6]), n);
  }
  return {n, height * scale};
}

/// Returns the estimated direction, of any length; zero or NaN where the model fails.
HWY_INLINE Vector3 rounded_guess(const PosedPair& posed, const Vector3& line) {
  const Rounded a = rounded(posed.a(), line);
  const Rounded b = rounded(posed.b(), line);
  const double length = dot<3>(line, line);
  const double s = std::max(0.0, 2 - (a.height + b.height) / length);
  alignas(32) static constexpr double kAxes[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  const Vec3<Packed> axes{load_packed(kAxes[0]), load_packed(kAxes[1]), load_packed(kAxes[2])};
  const Vec3<Packed> n = Add(MulAdd(filled(s), axes, a.n), b.n);
  // By cofactors, cross products of the columns that follow; the determinant is a common factor.
  const Vec3<Packed> m{turned(n.x), turned(n.y), turned(n.z)};
  const Packed sum = dot(cross(m, n), broadcast(PackedTag(), detail::negated<3>(line).data()));
  return first(spread(turned(sum)));
}

/// Computes packed directions about u, each at about `angle` from it. `square` is |u|^2.
HWY_INLINE void tilt(const Vector3& u, double square, double angle, Vector3 (&ways)[3]) {
  // p = u x e, for the axis e least along u, and u x p / |u|: both about as long as u.
  const double size[3] = {std::fabs(u[0]), std::fabs(u[1]), std::fabs(u[2])};
  const bool x = size[0] <= size[1] && size[0] <= size[2];
  const bool y = !x && size[1] <= size[2];
  const Vector3 p{x   ? 0.0
                  : y ? -u[2]
                      : u[1],
                  x   ? u[2]
                  : y ? 0.0
                      : -u[0],
                  x   ? -u[1]
                  : y ? u[0]
                      : 0.0};
  const Vector3 q = cross(u, p);
  const double s = 0.5 * angle;
  const double t = 0.866 * angle * rough_inverse_root(square);
  for (std::size_t l = 0; l < 3; ++l) {
    ways[0][l] = u[l] + angle * p[l];
    ways[1][l] = (u[l] - s * p[l]) + t * q[l];
    ways[2][l] = (u[l] - s * p[l]) - t * q[l];
  }
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_FIRST_DIRECTIONS_INL_HPP
