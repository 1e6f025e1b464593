// SPDX-License-Identifier: Apache-2.0
//
// Idea: The lanes find the greatest value in doubles. A vertex may be the farthest if its own
// double is within twice the error bound of it. These vertices, mostly one, are compared without
// rounding.
// Bound: The direction is scaled by a power of two, so that its largest entry is in [1/2, 1). A
// value has 2 d roundings, each at most 2^-52 of the sum of |u_k| M_k, with M_k the largest
// |coordinate|. Scaling truncates entries by less than 2^-1074. Flushing loses less than 2^-1022 an
// operation, times a coordinate of up to 2^150. That is below 2^-800 for less than 2^60 axes.
// Cost: Two passes over the vertices. Tied vertices are compared by 2 d products as expansions, up
// to 3-D and if no product can lose bits. Otherwise integers of any size compare them.
// Gives up: Beyond the filter's range all vertices are compared in integers.
#include "lanes/support.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "exact/expansion.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/integer_pair.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::HullBlock;

double largest_magnitude(const double* values, int d) noexcept {
  double largest = 0;
  for (int k = 0; k < d; ++k) {
    if (detail::less(largest, detail::magnitude(values[k]))) {
      largest = detail::magnitude(values[k]);
    }
  }
  return largest;
}

detail::Extreme greatest_in_doubles(const HullBlock& hull, const double* u) noexcept {
  switch (hull.dimension) {
    case 2:
      return detail::support2(hull.points, hull.stride, hull.count, u);
    case 3:
      return detail::support3(hull.points, hull.stride, hull.count, u);
    default:
      return detail::support_n(hull.points, hull.stride, hull.count, u, hull.dimension);
  }
}

/// Returns the vertices that may be farthest, ascending.
std::vector<std::int32_t> possibly_farthest(const HullBlock& hull, const double* u) {
  std::vector<std::int32_t> candidates;
  const int d = hull.dimension;
  double reach = 0;
  for (int k = 0; k < d; ++k) reach += std::fabs(u[k]) * hull.max_abs[k];
  // Four more roundings a term cover those of the sum and of the bound itself.
  const double error = reach * (2 * d + 8) * detail::kUnit + 0x1p-800;
  const bool filtered = hull.in_filter_range;
  const double least = filtered ? greatest_in_doubles(hull, u).value - 2.5 * error : 0;
  for (std::int32_t i = 0; i < hull.count; ++i) {
    double value = 0;
    for (int k = 0; filtered && k < d; ++k) value += u[k] * hull.coordinate(i, k);
    if (value >= least) candidates.push_back(i);
  }
  return candidates;
}

bool expansions_suffice(const HullBlock& hull, const double* u) noexcept {
  const detail::ExponentSpan& points = hull.exponents;
  constexpr int kMost = detail::kExpansionExponent;
  return hull.dimension <= 3 && (points.empty() || (points.low >= -kMost && points.top <= kMost)) &&
         detail::in_expansion_range(u, hull.dimension) && detail::expansions_hold();
}

/// Returns true if vertex i is farther along u than vertex j. Expansions must suffice.
bool is_farther_expanded(const HullBlock& hull, const double* u, std::int32_t i, std::int32_t j) {
  detail::Expansion<12> difference;
  for (int k = 0; k < hull.dimension; ++k) {
    difference.add(detail::two_product(u[k], hull.coordinate(i, k)));
    difference.add(detail::two_product(-u[k], hull.coordinate(j, k)));
  }
  return difference.sign() > 0;
}

std::int32_t farthest_in_integers(const HullBlock& hull, const double* u,
                                  const std::vector<std::int32_t>& candidates) {
  using detail::BigInt;
  detail::ExponentSpan span;
  std::vector<BigInt> direction;
  for (int k = 0; k < hull.dimension; ++k) span.include(u[k]);
  for (int k = 0; k < hull.dimension; ++k) {
    direction.push_back(detail::to_integer<BigInt>(u[k], span.low));
  }
  std::int32_t farthest = -1;
  BigInt most;
  for (const std::int32_t i : candidates) {
    BigInt value = 0;
    for (int k = 0; k < hull.dimension; ++k) {
      value += direction[static_cast<std::size_t>(k)] *
               detail::to_integer<BigInt>(hull.coordinate(i, k), hull.exponents.low);
    }
    if (farthest >= 0 && !(value > most)) continue;
    farthest = i;
    most = value;
  }
  return farthest;
}

}  // namespace

template <int D>
std::int32_t Polytope<D>::support(const Vector<D>& direction) const {
  const HullBlock& hull = *block_;
  const auto d = static_cast<int>(direction.size());
  if (hull.count == 0 || d != hull.dimension) return -1;
  if (!std::all_of(direction.begin(), direction.end(), detail::is_finite_bits)) return -1;
  const int top = detail::exponent_above(largest_magnitude(direction.data(), d));
  Vector<D> scaled = direction;
  for (double& entry : scaled) entry = detail::times_power_of_two(entry, -top);
  const std::vector<std::int32_t> candidates = possibly_farthest(hull, scaled.data());
  if (!expansions_suffice(hull, direction.data())) {
    return candidates.size() == 1 ? candidates.front()
                                  : farthest_in_integers(hull, direction.data(), candidates);
  }
  std::int32_t farthest = candidates.front();
  for (const std::int32_t i : candidates) {
    if (is_farther_expanded(hull, direction.data(), i, farthest)) farthest = i;
  }
  return farthest;
}

template std::int32_t Polytope<2>::support(const Vector2&) const;
template std::int32_t Polytope<3>::support(const Vector3&) const;
template std::int32_t Polytope<kRunTime>::support(const VectorN&) const;

}  // namespace sunder::inline SUNDER_ABI
