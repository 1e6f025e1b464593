// SPDX-License-Identifier: Apache-2.0
//
// Computes the depth as fractions, and every minimum translation. The exact polytope expands until
// each of its nearest facets is a facet of C.
#include <algorithm>

#include "exact/dot.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

/// Returns the fraction in lowest terms, with a positive denominator.
ExactFraction to_fraction(const BigInt& numerator, const BigInt& denominator) {
  const BigInt divisor = gcd(numerator, denominator);
  return {BigInt(numerator / divisor).str(), BigInt(denominator / divisor).str()};
}

/// Returns gap^2 = height^2 * above / below, with the power of two on the side where it is whole.
template <int D>
ExactPenetration written(const ExactDepth<D>& exact) {
  BigInt above = 1;
  BigInt below = exact.denominator * exact.denominator;
  if (exact.exponent >= 0) {
    above <<= 2 * exact.exponent;
  } else {
    below <<= -2 * exact.exponent;
  }
  ExactPenetration answer;
  answer.verdict = Verdict::overlapping;
  for (const NearestFacet<D>& facet : exact.nearest) {
    const BigInt gap_squared = facet.height * facet.height * above;
    const BigInt length = dot(facet.normal, facet.normal);
    if (answer.translations.empty())
      answer.depth_squared = to_fraction(gap_squared, length * below);
    ExactTranslation& way = answer.translations.emplace_back();
    for (const BigInt& entry : facet.normal) way.direction.push_back(entry.str());
    way.gap_squared = to_fraction(gap_squared, below);
    way.direction_squared = length.str();
  }
  return answer;
}

template <int D>
ExactPenetration penetrate_exactly(const Pair<D>& pair) {
  const Decided<D> decision = decide(pair, Plan<D>(kCertified));
  if (decision.verdict != Verdict::overlapping) return {decision.verdict, {}, {}};
  ExactDepth<D> exact = find_exact_depth<D>(pair, decision.pairs, true);
  std::sort(exact.nearest.begin(), exact.nearest.end(),
            [](const NearestFacet<D>& p, const NearestFacet<D>& q) { return p.normal < q.normal; });
  return written(exact);
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

ExactPenetration exact_penetration(const Posed2& a, const Posed2& b) {
  if (detail::rounded::has_radius(a, b)) return {};
  return detail::penetrate_exactly<2>({detail::make_body(a), detail::make_body(b)});
}
ExactPenetration exact_penetration(const Posed3& a, const Posed3& b) {
  if (detail::rounded::has_radius(a, b)) return {};
  return detail::penetrate_exactly<3>({detail::make_body(a), detail::make_body(b)});
}

}  // namespace sunder::inline SUNDER_ABI
