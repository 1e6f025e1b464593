// SPDX-License-Identifier: Apache-2.0
#include "certificate/depth_proof.hpp"

#include "certificate/closed_hull.hpp"
#include "certificate/distance_proof.hpp"
#include "certificate/margin_proof.hpp"

namespace sunder::detail::certificate {
namespace {

std::string refute_upper(const ExactPair& pair, const DepthProof& proof) {
  if (proof.direction.empty()) {
    return is_infinite(proof.upper) ? "" : "depth.direction is missing: it proves the upper bound";
  }
  if (proof.direction.size() != static_cast<std::size_t>(pair.dimension())) {
    return "depth.direction has " + std::to_string(proof.direction.size()) +
           " numbers in dimension " + std::to_string(pair.dimension());
  }
  ScaledIntegers u;
  std::string reason;
  if (!read_numbers(proof.direction, "depth.direction", u, reason)) return reason;
  if (u.all_zero) return "depth.direction is zero";
  if (is_infinite(proof.upper)) return "";
  // Squares lose the sign of the gap. The overlap has settled it: there is no positive gap.
  const BigInt gap = pair.b().extreme(u.values, End::least).value -
                     pair.a().extreme(u.values, End::greatest).value;
  const Dyadic upper = decode(proof.upper);
  const BigInt side = pair.denominator() * upper.mantissa;
  if (compare_scaled(gap * gap, 2 * pair.exponent(), side * side * dot(u.values, u.values),
                     2 * upper.exponent) > 0) {
    return "depth.upper is less than what parts the bodies along depth.direction";
  }
  return "";
}

std::string refute_lower(const ExactPair& pair, const DepthProof& proof) {
  if (is_zero_bits(proof.lower) && proof.pairs.empty() && proof.facets.empty()) return "";
  const Dyadic lower = decode(proof.lower);
  return refute_closed_hull(pair, proof.pairs, proof.facets, {lower.mantissa, lower.exponent},
                            false, "depth.");
}

/// Returns radii - depth: what a bound of the depth says of the signed distance of the polytopes.
BigDyadic less_depth(const BigDyadic& radii, double depth) {
  BigDyadic length = exact_sum({&depth, 1});
  length.mantissa = -length.mantissa;
  return plus(radii, length);
}

/// Refutes the depth of bodies with radii.
std::string refute_padded(const ExactPair& pair, const BigDyadic& radii,
                          const Certificate& certificate, const DepthProof& proof) {
  if (!is_infinite(proof.upper)) {
    std::string reason =
        refute_at_least(pair, less_depth(radii, proof.upper), proof.direction, false);
    if (!reason.empty()) return "depth: " + reason;
  }
  if (is_zero_bits(proof.lower) && proof.pairs.empty() && proof.facets.empty()) return "";
  const BigDyadic most = less_depth(radii, proof.lower);
  MarginCertificate lists;
  if (most.mantissa >= 0) {
    lists.a = certificate.a;
    lists.b = certificate.b;
  }
  lists.pairs = proof.pairs;
  lists.facets = proof.facets;
  std::string reason = refute_at_most(pair, most, lists, false);
  return reason.empty() ? reason : "depth: " + reason;
}

}  // namespace

std::string refute_depth(const ExactPair& pair, const BigDyadic& radii,
                         const Certificate& certificate) {
  const DepthProof& proof = *certificate.depth;
  std::string reason = refute_interval(proof.lower, proof.upper, "depth");
  if (!reason.empty()) return reason;
  if (!radii.mantissa.is_zero()) return refute_padded(pair, radii, certificate, proof);
  reason = refute_upper(pair, proof);
  return reason.empty() ? refute_lower(pair, proof) : reason;
}

std::string refute_no_depth(const DepthProof& proof) {
  std::string reason = refute_interval(proof.lower, proof.upper, "depth");
  if (!reason.empty()) return reason;
  if (!is_zero_bits(proof.lower) || !is_zero_bits(proof.upper)) {
    return "the bodies do not overlap: their depth is [0, 0]";
  }
  if (!proof.direction.empty() || !proof.pairs.empty() || !proof.facets.empty()) {
    return "the bodies do not overlap: [0, 0] has no direction and no hull of its own";
  }
  return "";
}

}  // namespace sunder::detail::certificate
