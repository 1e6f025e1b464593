// SPDX-License-Identifier: Apache-2.0
#include "filter/expanded_gap.hpp"

#include "exact/expansion.hpp"

namespace sunder::detail {
namespace {

/// u . R a of one vertex: D^2 products of three factors, four doubles each.
template <int D>
using Height = Expansion<4 * std::size_t{D} * std::size_t{D} + 8>;

template <int D>
Height<D> height(const Body<D>& body, const double* u, std::int32_t vertex) noexcept {
  Height<D> sum;
  for (int l = 0; l < D; ++l) {
    for (int k = 0; k < D; ++k) {
      sum.add_product(u[l], body.pose->linear(l, k), body.hull->coordinate(vertex, k));
    }
  }
  return sum;
}

template <int D>
bool body_in_range(const Body<D>& body) noexcept {
  if (body.pose->is_quaternion()) return false;
  if (!in_expansion_range(body.pose->linear_data(), D * D)) return false;
  if (!in_expansion_range(body.pose->offset_data(), D)) return false;
  // The range rule concerns the size of each coordinate. Testing the last bits too is stricter, and
  // their exponents are known since the hull was built.
  const ExponentSpan& points = body.hull->exponents;
  return points.empty() || (points.low >= -kExpansionExponent && points.top <= kExpansionExponent);
}

/// The largest sign * height among the vertices whose double value is within `slack` of the best.
template <int D>
std::optional<Height<D>> extreme_height(const Body<D>& body, const double* u, double sign,
                                        double slack) noexcept {
  constexpr int kMostTied = 16;  // a face of more vertices is left to the integers
  const Vector<D> direction = pull_back(body, u, sign);
  const auto value = [&](std::int32_t i) {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      sum += direction[static_cast<std::size_t>(k)] * body.hull->coordinate(i, k);
    }
    return sum;
  };
  const double least = support<D>(*body.hull, direction.data()).value - slack;
  std::optional<Height<D>> best;
  int tied = 0;
  for (std::int32_t i = 0; i < body.hull->count; ++i) {
    if (!(value(i) >= least)) continue;
    if (++tied > kMostTied) return std::nullopt;
    const Height<D> candidate = height(body, u, i);
    if (!best) {
      best = candidate;
      continue;
    }
    Expansion<2 * Height<D>::kCapacity> difference;
    difference.subtract(*best);
    difference.add_all(candidate);
    if (difference.sign() * sign > 0) best = candidate;
  }
  return best;
}

}  // namespace

template <int D>
std::optional<int> expanded_gap_sign(const Pair<D>& pair, const double* u,
                                     const DirectionalGap& gap) noexcept {
  if (!(gap.error < std::numeric_limits<double>::infinity()) || !expansions_hold()) {
    return std::nullopt;
  }
  if (!in_expansion_range(u, D) || !body_in_range(pair.a) || !body_in_range(pair.b)) {
    return std::nullopt;
  }
  // The lemma bounds the error of each vertex' value too, so that twice the bound covers a
  // comparison.
  const auto most_a = extreme_height(pair.a, u, 1.0, 2 * gap.error);
  const auto least_b = extreme_height(pair.b, u, -1.0, 2 * gap.error);
  if (!most_a || !least_b) return std::nullopt;
  Expansion<2 * Height<D>::kCapacity + 4 * std::size_t{D}> sum;
  sum.add_all(*least_b);
  sum.subtract(*most_a);
  for (int l = 0; l < D; ++l) {
    sum.add(two_product(u[l], pair.b.pose->offset(l)));
    sum.add(two_product(u[l], -pair.a.pose->offset(l)));
  }
  return sum.sign();
}

template std::optional<int> expanded_gap_sign<2>(const Pair<2>&, const double*,
                                                 const DirectionalGap&) noexcept;
template std::optional<int> expanded_gap_sign<3>(const Pair<3>&, const double*,
                                                 const DirectionalGap&) noexcept;

}  // namespace sunder::detail
