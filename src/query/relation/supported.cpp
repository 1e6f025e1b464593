// SPDX-License-Identifier: Apache-2.0
#include "query/relation/supported.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "exact/stack_integer.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::detail::relation {
namespace {

/// Returns the exact direction, else the rounded one; 0 where that is not finite.
template <int D, class Int>
ExactVector<D, Int> whole_direction(const lp::ExactDirection& exact, const Vector<D>& rounded) {
  ExactVector<D, Int> u{};
  if (!exact.empty()) {
    for (std::size_t l = 0; l < u.size(); ++l) u[l] = Int(exact.entries()[l]);
    return u;
  }
  int low = std::numeric_limits<int>::max();
  for (const double entry : rounded) {
    if (!is_finite_bits(entry)) return u;
    if (!is_zero_bits(entry)) low = std::min(low, decode(entry).exponent);
  }
  for (std::size_t l = 0; l < u.size(); ++l) u[l] = to_integer<Int>(rounded[l], low);
  return u;
}

}  // namespace

template <int D, class Int, class Indices>
Supported<D, Int, Indices> supported_faces(const Pair<D>& pair, const IntegerPair<D, Int>& exact,
                                           const Decided<D>& decision,
                                           const lp::ExactDirection& direction,
                                           typename Indices::allocator_type memory) {
  const auto along = [&](const lp::ExactDirection& integers, const Vector<D>& rounded) {
    return supported_by<D, Int, Indices>(exact, whole_direction<D, Int>(integers, rounded), memory);
  };
  // Nothing is found where the direction is rounded and so no supporting one.
  if (decision.has_direction) {
    auto found = along(direction, decision.direction);
    if (found) return std::move(*found);
  }
  lp::ExactDirection integers;
  const auto pivoted = lp::decide_exactly<D>(pair, {}, nullptr, &integers);
  return along(integers, pivoted.direction).value();
}

#define SUNDER_INSTANTIATE(D, INT, INDICES)                                                     \
  template Supported<D, INT, INDICES> supported_faces<D, INT, INDICES>(                         \
      const Pair<D>&, const IntegerPair<D, INT>&, const Decided<D>&, const lp::ExactDirection&, \
      INDICES::allocator_type);
SUNDER_INSTANTIATE(2, BigInt, std::vector<std::int32_t>)
SUNDER_INSTANTIATE(3, BigInt, std::vector<std::int32_t>)
SUNDER_INSTANTIATE(2, StackInt, List<std::int32_t>)
SUNDER_INSTANTIATE(3, StackInt, List<std::int32_t>)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::relation
