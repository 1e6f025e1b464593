// SPDX-License-Identifier: Apache-2.0
#include "query/relation/supported.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "certificate/exact_numbers.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::detail::relation {
namespace {

/// Returns nothing where the direction is rounded and therefore does not support both bodies.
template <int D>
std::optional<Supported<D>> supported_along(const IntegerPair<D, BigInt>& exact,
                                            std::vector<ExactNumber> direction,
                                            const Vector<D>& rounded) {
  if (direction.empty()) {
    for (const double entry : rounded) direction.push_back({entry, {}});
  }
  certificate::ScaledIntegers read;
  std::string reason;
  if (!certificate::read_numbers(direction, "direction", read, reason)) return std::nullopt;
  ExactVector<D> u;
  std::move(read.values.begin(), read.values.end(), u.begin());
  return supported_by<D>(exact, std::move(u));
}

}  // namespace

template <int D>
Supported<D> supported_faces(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                             const Decided<D>& decision, std::vector<ExactNumber> direction) {
  if (decision.has_direction) {
    auto found = supported_along<D>(exact, std::move(direction), decision.direction);
    if (found) return std::move(*found);
  }
  std::vector<ExactNumber> integers;
  const auto pivoted = lp::decide_exactly<D>(pair, {}, nullptr, &integers);
  return supported_along<D>(exact, std::move(integers), pivoted.direction).value();
}

template Supported<2> supported_faces<2>(const Pair<2>&, const IntegerPair<2, BigInt>&,
                                         const Decided<2>&, std::vector<ExactNumber>);
template Supported<3> supported_faces<3>(const Pair<3>&, const IntegerPair<3, BigInt>&,
                                         const Decided<3>&, std::vector<ExactNumber>);

}  // namespace sunder::detail::relation
