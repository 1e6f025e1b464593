// SPDX-License-Identifier: Apache-2.0
//
// Computes rotations of the plane: poses from a cosine and a sine, or from an angle.
#include <array>

#include "exact/dyadic_sum.hpp"
#include "exact/nearest_turn.hpp"
#include "exact/rounding.hpp"
#include "geometry/refusal.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

/// Returns sqrt(c^2 + s^2) between neighbouring doubles.
detail::Enclosed enclose_hypotenuse(double c, double s) {
  using detail::BigInt;
  detail::ExponentSpan span;
  span.include(c);
  span.include(s);
  if (span.empty()) return {0, 0};
  BigInt squared = 0;
  for (const double value : {c, s}) {
    const detail::Dyadic dyadic = detail::decode(value);
    if (dyadic.mantissa == 0) continue;
    const BigInt whole = BigInt(dyadic.mantissa) << (dyadic.exponent - span.low);
    squared += whole * whole;
  }
  return detail::enclose_root(squared, 1, span.low);
}

}  // namespace

template <int D>
Result<Pose<D>> Pose<D>::from_cos_sin(double c, double s, const Vector2& t)
  requires(D == 2)
{
  const std::array<double, 6> rows{c, detail::opposite(s), t[0], s, c, t[1]};
  const std::array<const char*, 6> names{"c", "s", "translation[0]", "s", "c", "translation[1]"};
  for (const std::size_t i : {0U, 3U, 2U, 5U}) {
    if (!detail::is_finite_bits(rows[i])) {
      return detail::refuse_not_finite(names[i], rows[i], "entry");
    }
  }
  Pose pose = make(rows, 2);
  // Both singular values of this matrix equal its columns' common length.
  const detail::Enclosed length = enclose_hypotenuse(c, s);
  pose.least_singular_value_ = length.lower;
  pose.greatest_singular_value_ = length.upper;
  return pose;
}

template <int D>
Result<Pose<D>> Pose<D>::from_angle(double radians, const Vector2& t)
  requires(D == 2)
{
  if (!detail::is_finite_bits(radians)) {
    return detail::refuse_not_finite("radians", radians, "angle");
  }
  const detail::Turn turn = detail::nearest_turn(radians);
  return from_cos_sin(turn.cosine, turn.sine, t);
}

template Result<Pose2> Pose<2>::from_cos_sin(double, double, const Vector2&);
template Result<Pose2> Pose<2>::from_angle(double, const Vector2&);

}  // namespace sunder::inline SUNDER_ABI
