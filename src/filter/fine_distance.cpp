// SPDX-License-Identifier: Apache-2.0
#include "filter/fine_distance.hpp"

#include "exact/expansion.hpp"
#include "geometry/vectors.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "filter/fine_distance.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "filter/fine_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// Bounds the length of the weighted mean of points of C. Each of its coordinates has the points'
/// error, and a few roundings of its own size.
double fine_upper(const FilteredPair<3>& filtered, const FinePair& fine,
                  std::span<const IndexPair> pairs, std::span<const double> weights) {
  using One = hn::CappedTag<double, 1>;
  using Number = Twofold<hn::Vec<One>>;
  const One one;
  const auto zero = hn::Zero(one);
  Number sum[3] = {{zero, zero}, {zero, zero}, {zero, zero}};
  Number total{zero, zero};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto point = fine.differences(one, &pairs[i]);
    const auto weight = hn::Set(one, weights[i]);
    for (std::size_t l = 0; l < 3; ++l) add_product(sum[l], weight, point[l]);
    add_to(total, Number{weight, zero});
  }
  const double whole = hn::GetLane(hn::Add(total.value, total.rest));
  double squared = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    const double entry = std::fabs(hn::GetLane(hn::Add(sum[l].value, sum[l].rest))) / whole;
    const double most = entry + 2 * kFineShare * filtered.error(static_cast<int>(l));
    squared += most * most;
  }
  return std::sqrt(squared) * (1 + 2 * length_error(3)) + 3 * kLengthUnderflow;
}

DistanceBounds fine_bounds(const FilteredPair<3>& filtered, const Vector3& u,
                           std::span<const IndexPair> pairs, std::span<const double> weights) {
  const FinePair fine(filtered);
  const double error = filtered.gap_error(u.data());
  const double gap = -fine.greatest_height(u, error) - kFineShare * error;
  return {gap / std::sqrt(dot<3>(u, u)) * (1 - length_error(3)),
          fine_upper(filtered, fine, pairs, weights)};
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {
namespace {

HWY_EXPORT(fine_bounds);

/// The sizes for which no product of Lemma 6 overflows, and none that matters underflows.
constexpr double kLeastFineReach = 0x1p-100;
constexpr double kMostFineReach = 0x1p100;

bool are_ordinary(std::span<const double> reach) noexcept {
  double most = 0;
  for (const double x : reach) most = std::fmax(most, x);
  return most > kLeastFineReach && most < kMostFineReach;
}

/// Returns false where the weights prove nothing.
bool are_weights(std::span<const double> weights) noexcept {
  double total = 0;
  for (const double weight : weights) {
    if (!(weight >= 0 && weight < 2)) return false;
    total += weight;
  }
  return total > 0.5;
}

}  // namespace

DistanceBounds fine_distance_bounds(const FilteredPair<3>& filtered, Vector3 direction,
                                    std::span<const IndexPair> pairs,
                                    std::span<const double> weights) {
  const bool whole = pairs.size() == weights.size() && are_weights(weights);
  if (!whole || !expansions_hold() || !are_ordinary(filtered.reach())) return {};
  if (!normalise(direction.data(), 3)) return {};
  return HWY_DYNAMIC_DISPATCH(fine_bounds)(filtered, direction, pairs, weights);
}

}  // namespace sunder::detail
#endif
