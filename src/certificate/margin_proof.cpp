// SPDX-License-Identifier: Apache-2.0
//
// Idea: A direction proves "at least m". Two weighted points, an overlap's pairs or a closed hull
// prove "at most m", by the sign of m.
// Bound: Everything is decided in integers that equal the caller's doubles.
// Cost: O(n + m) products for a direction; the other proofs cost as in their own files.
// Gives up: Never: it accepts or names a reason.
#include "certificate/margin_proof.hpp"

#include <bit>

#include "certificate/closed_hull.hpp"
#include "certificate/pairs_proof.hpp"
#include "certificate/weighted_point.hpp"

namespace sunder::detail::certificate {
namespace {

std::string refute_direction(const ExactPair& pair, const BigDyadic& m,
                             const MarginCertificate& certificate, bool strict) {
  if (certificate.direction.size() != static_cast<std::size_t>(pair.dimension())) {
    return "direction has " + std::to_string(certificate.direction.size()) +
           " numbers in dimension " + std::to_string(pair.dimension());
  }
  ScaledIntegers u;
  std::string reason;
  if (!read_numbers(certificate.direction, "direction", u, reason)) return reason;
  if (u.all_zero) return "direction is zero";
  const Extreme high = pair.a().extreme(u.values, End::greatest);
  const Extreme low = pair.b().extreme(u.values, End::least);
  const BigInt gap = low.value - high.value;
  const int sign = compare_scaled(
      signed_square(gap), 2 * pair.exponent(),
      signed_square(pair.denominator() * m.mantissa) * dot(u.values, u.values), 2 * m.exponent);
  if (strict ? sign > 0 : sign >= 0) return "";
  return "the gap along direction is less than the margin: vertex " +
         std::to_string(pair.a().caller_index(high.kept)) + " of a against vertex " +
         std::to_string(pair.b().caller_index(low.kept)) + " of b";
}

std::string refute_points(const ExactPair& pair, const BigDyadic& m,
                          const MarginCertificate& certificate, bool strict) {
  WeightedPoint a;
  WeightedPoint b;
  std::string reason = read_point(pair.a(), certificate.a, "a", "a", a);
  if (reason.empty()) reason = read_point(pair.b(), certificate.b, "b", "b", b);
  if (!reason.empty()) return reason;
  const int sign = compare_distance(pair, a, b, m);
  if (strict ? sign < 0 : sign <= 0) return "";
  return "the weighted points are too far apart";
}

/// The distance is at most m, or with `strict` less than m.
std::string refute_at_most(const ExactPair& pair, const BigDyadic& m,
                           const MarginCertificate& certificate, bool strict) {
  // For m = 0 a ball of radius 0 in C proves "at most 0"; so do two points that coincide, at less
  // cost.
  const bool by_points = strict ? m.mantissa > 0 : m.mantissa >= 0;
  if (by_points) {
    if (!certificate.pairs.empty() || !certificate.facets.empty()) {
      return "pairs and facets prove nothing for this margin: two weighted points do";
    }
    return refute_points(pair, m, certificate, strict);
  }
  if (!certificate.a.empty() || !certificate.b.empty()) {
    return "weighted points prove nothing for this margin: pairs and facets do";
  }
  if (strict && m.mantissa.is_zero() && certificate.facets.empty()) {
    return refute_pairs(pair, certificate.pairs, true);
  }
  return refute_closed_hull(pair, certificate.pairs, certificate.facets, {-m.mantissa, m.exponent},
                            strict, "");
}

bool has_lists(const MarginCertificate& certificate) {
  return !certificate.a.empty() || !certificate.b.empty() || !certificate.pairs.empty() ||
         !certificate.facets.empty();
}

/// An empty body is farther than every margin, and has no other certificate.
std::string refute_empty(const MarginCertificate& certificate) {
  if (certificate.verdict != MarginVerdict::farther) {
    return "a body is empty, so it is farther than every margin";
  }
  if (!certificate.direction.empty() || has_lists(certificate)) {
    return "a body is empty: its certificate has no direction, no points and no pairs";
  }
  return "";
}

std::string refute(const PosedHull& a, const PosedHull& b, const Margin& margin,
                   const MarginCertificate& certificate) {
  std::string reason = refute_margin(margin);
  if (!reason.empty()) return reason;
  reason = refute_dimensions(a, b, certificate.dimension);
  if (!reason.empty()) return reason;
  if (a.hull->count == 0 || b.hull->count == 0) return refute_empty(certificate);
  return refute_verdict(ExactPair(a, b), margin, certificate);
}

template <int D>
Check check(const Posed<D>& a, const Posed<D>& b, const Margin& margin,
            const MarginCertificate& certificate) {
  std::string reason =
      refute(posed_hull(make_body(a)), posed_hull(make_body(b)), margin, certificate);
  const bool accepted = reason.empty();
  return {accepted, std::move(reason)};
}

}  // namespace

std::string refute_margin(const Margin& margin) {
  for (const double number : {margin.distance, margin.radius_a, margin.radius_b}) {
    if (!is_finite_bits(number)) return "the margin is not finite";
  }
  for (const double radius : {margin.radius_a, margin.radius_b}) {
    if (std::bit_cast<std::uint64_t>(radius) >> 63 != 0 && !is_zero_bits(radius)) {
      return "the margin has a negative radius";
    }
  }
  return "";
}

std::string refute_verdict(const ExactPair& pair, const Margin& margin,
                           const MarginCertificate& certificate) {
  const double terms[] = {margin.distance, margin.radius_a, margin.radius_b};
  const BigDyadic m = exact_sum(terms);
  switch (certificate.verdict) {
    case MarginVerdict::farther:
      if (has_lists(certificate)) return "points and pairs prove nothing about bodies farther away";
      return refute_direction(pair, m, certificate, true);
    case MarginVerdict::closer:
      if (!certificate.direction.empty()) return "a direction proves nothing about closer bodies";
      return refute_at_most(pair, m, certificate, true);
    case MarginVerdict::exactly: {
      std::string reason = refute_direction(pair, m, certificate, false);
      return reason.empty() ? refute_at_most(pair, m, certificate, false) : reason;
    }
  }
  return "the certificate's verdict is none of closer, exactly and farther";
}

}  // namespace sunder::detail::certificate

namespace sunder::inline SUNDER_ABI {

Check verify(const Posed2& a, const Posed2& b, const Margin& margin,
             const MarginCertificate& certificate) {
  return detail::certificate::check(a, b, margin, certificate);
}
Check verify(const Posed3& a, const Posed3& b, const Margin& margin,
             const MarginCertificate& certificate) {
  return detail::certificate::check(a, b, margin, certificate);
}
Check verify(const PosedN& a, const PosedN& b, const Margin& margin,
             const MarginCertificate& certificate) {
  return detail::certificate::check(a, b, margin, certificate);
}

}  // namespace sunder::inline SUNDER_ABI
