// SPDX-License-Identifier: Apache-2.0
//
// One number apart and inside. distance() gives the verdict; what it proved an overlap with goes on
// to penetration() as the hint, so that the verdict is looked for once.
#include "exact/dyadic.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/penetration.hpp"

namespace sunder {
namespace detail {
namespace {

/// The fields that Distance, Penetration and SignedDistance share.
template <int D, class Measured>
void take_direction_and_points(const Measured& measured, SignedDistance<D>& answer) {
  answer.normal = measured.normal;
  answer.point_a = measured.point_a;
  answer.point_b = measured.point_b;
  answer.has_normal = measured.has_normal;
  answer.has_points = measured.has_points;
}

template <class PosedD, int D>
SignedDistance<D> measure_signed(const PosedD& a, const PosedD& b, const Options<D>& options) {
  Hint<D> own;
  Options<D> apart = options;
  if (apart.hint == nullptr) apart.hint = &own;
  const Distance<D> distance = sunder::distance(a, b, apart);
  SignedDistance<D> answer;
  answer.verdict = distance.verdict;
  if (distance.verdict.verdict != Verdict::overlapping) {
    answer.lower = distance.lower;
    answer.upper = distance.upper;
    take_direction_and_points(distance, answer);
    return answer;
  }
  Options<D> inside = apart;
  inside.counters = nullptr;  // the answer is one, and counted
  const Penetration<D> depth = sunder::penetration(a, b, inside);
  answer.lower = opposite(depth.upper);
  answer.upper = opposite(depth.lower);
  take_direction_and_points(depth, answer);
  return answer;
}

}  // namespace
}  // namespace detail

SignedDistance2 signed_distance(const Posed2& a, const Posed2& b, const Options2& options) {
  return detail::measure_signed(a, b, options);
}
SignedDistance3 signed_distance(const Posed3& a, const Posed3& b, const Options3& options) {
  return detail::measure_signed(a, b, options);
}

}  // namespace sunder
