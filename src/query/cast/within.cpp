// SPDX-License-Identifier: Apache-2.0
//
// Casts of motions that nobody knows: bodies farther apart than both bounds together stay apart.
// The distance's interval says so mostly; where it does not, the squares are compared exactly.
#include "exact/dyadic.hpp"
#include "query/cast/linear.hpp"
#include "query/decide.hpp"
#include "query/min_norm.hpp"
#include "sunder/cast.hpp"

namespace sunder {
namespace detail {
namespace {

/// Finite and not negative, judged on the bits; -0 is 0.
bool is_bound(double value) noexcept {
  return is_finite_bits(value) && (is_zero_bits(value) || decode(value).mantissa > 0);
}

/// value / 2^unit, where the caller knows that it is whole.
BigInt whole_units(const Dyadic& value, int unit) {
  return value.mantissa == 0 ? BigInt(0) : BigInt(value.mantissa) << (value.exponent - unit);
}

/// distance > p + q, with the distance |point| / (total denominator) 2^exponent.
bool is_farther(const MinNorm& closest, double p, double q) {
  const Dyadic first = decode(p);
  const Dyadic second = decode(q);
  int unit = closest.exponent;
  if (first.mantissa != 0) unit = std::min(unit, first.exponent);
  if (second.mantissa != 0) unit = std::min(unit, second.exponent);
  BigInt squared = 0;
  for (const BigInt& entry : closest.point) squared += entry * entry;
  squared <<= 2 * (closest.exponent - unit);
  const BigInt bound =
      (whole_units(first, unit) + whole_units(second, unit)) * closest.total * closest.denominator;
  return squared > bound * bound;
}

template <int D, class PosedD>
Cast<D> cast_anyhow(const PosedD& a, double bound_a, const PosedD& b, double bound_b) {
  const Pair<D> pair{make_body(a), make_body(b)};
  Cast<D> answer;
  Vector<D> direction{};
  bool has_direction = false;
  if (meets_at_start(pair, answer, direction, has_direction)) {
    set_touching_place<D>(a, b, answer);
    return answer;
  }
  if (any_empty(pair)) return free_cast<D>(answer);
  const Distance<D> apart = distance(a, b);
  answer.normal = apart.normal;
  answer.has_normal = apart.has_normal;
  answer.point = apart.point_a;
  answer.has_point = apart.has_points;
  if (!is_bound(bound_a) || !is_bound(bound_b)) return answer;
  const double reach = (bound_a + bound_b) * (1 + 0x1p-50) + 0x1p-1000;
  if (apart.lower > reach) return free_cast<D>(answer);
  if (apart.upper < reach * (1 - 0x1p-40) - 0x1p-990) return answer;
  const bool free = is_farther(find_min_norm<D>(pair, {}), bound_a, bound_b);
  return free ? free_cast<D>(answer) : answer;
}

}  // namespace
}  // namespace detail

Cast2 cast_within(const Posed2& a, double bound_a, const Posed2& b, double bound_b) {
  return detail::cast_anyhow<2>(a, bound_a, b, bound_b);
}
Cast3 cast_within(const Posed3& a, double bound_a, const Posed3& b, double bound_b) {
  return detail::cast_anyhow<3>(a, bound_a, b, bound_b);
}

}  // namespace sunder
