// SPDX-License-Identifier: Apache-2.0
//
// Idea: The checker assumes nothing: every number of a certificate may be garbage. Points that a
// body removed were proven to lie in the hull of those it keeps. A direction is therefore checked
// on the kept ones alone.
// Bound: Every inequality is decided on integers that equal the caller's doubles.
// Cost: O(n + m) products for a direction, a small linear program for pairs.
// Gives up: Never: it accepts or names a reason.
#include <bit>
#include <limits>

#include "certificate/depth_proof.hpp"
#include "certificate/distance_proof.hpp"
#include "certificate/exact_pair.hpp"
#include "certificate/pairs_proof.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {
namespace {

/// Every check below returns the reason for refusing, or an empty one; accepted() is that empty
/// reason.
using Refusal = std::string;
Refusal accepted() { return {}; }

/// An empty body is separated from everything, at a distance beyond every double.
Refusal refute_empty(const Certificate& certificate) {
  if (certificate.verdict != Verdict::separated) {
    return "a body is empty, so the bodies are separated";
  }
  if (!certificate.direction.empty() || !certificate.pairs.empty()) {
    return "a body is empty: its certificate has no direction and no pairs";
  }
  if (certificate.depth) {
    Refusal reason = refute_no_depth(*certificate.depth);
    if (!reason.empty()) return reason;
  }
  if (!certificate.distance) return accepted();
  const DistanceProof& proof = *certificate.distance;
  const auto is = [](double value, double wanted) {
    return std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(wanted);
  };
  if (!is(proof.lower, std::numeric_limits<double>::max()) ||
      !is(proof.upper, std::numeric_limits<double>::infinity())) {
    return "a body is empty: the interval is [largest double, infinity]";
  }
  if (!proof.direction.empty() || !proof.a.empty() || !proof.b.empty()) {
    return "a body is empty: its distance has no direction and no points";
  }
  return accepted();
}

/// Accepts if u.y > u.x (strict) or u.y >= u.x for all vertices x of a and y of b, and u != 0.
Refusal refute_direction(const ExactPair& pair, const Certificate& certificate, bool strict) {
  if (certificate.direction.size() != static_cast<std::size_t>(pair.dimension())) {
    return "direction has " + std::to_string(certificate.direction.size()) +
           " numbers in dimension " + std::to_string(pair.dimension());
  }
  ScaledIntegers u;
  Refusal reason;
  if (!read_numbers(certificate.direction, "direction", u, reason)) return reason;
  if (u.all_zero) return "direction is zero";
  const Extreme high = pair.a().extreme(u.values, End::greatest);
  const Extreme low = pair.b().extreme(u.values, End::least);
  if (strict ? low.value > high.value : low.value >= high.value) return accepted();
  return std::string(strict ? "u.y > u.x" : "u.y >= u.x") + " fails: vertex " +
         std::to_string(pair.a().caller_index(high.kept)) + " of a against vertex " +
         std::to_string(pair.b().caller_index(low.kept)) + " of b";
}

Refusal refute_verdict(const ExactPair& pair, const Certificate& certificate) {
  switch (certificate.verdict) {
    case Verdict::separated:
      if (!certificate.pairs.empty()) return "pairs prove nothing about bodies that are apart";
      return refute_direction(pair, certificate, true);
    case Verdict::touching: {
      Refusal reason = refute_pairs(pair, certificate.pairs, false);
      return reason.empty() ? refute_direction(pair, certificate, false) : reason;
    }
    case Verdict::overlapping:
      if (!certificate.direction.empty()) return "a direction proves nothing about an overlap";
      return refute_pairs(pair, certificate.pairs, true);
    case Verdict::undecided:
    case Verdict::not_examined:
      break;
  }
  return "the certificate's verdict is none of separated, touching and overlapping";
}

/// Bodies that meet have distance 0, which their verdict's certificate has proven before.
Refusal refute_interval_of(const ExactPair& pair, Verdict verdict, const DistanceProof& proof) {
  Refusal reason = refute_interval(proof.lower, proof.upper, "distance");
  if (!reason.empty()) return reason;
  if (verdict == Verdict::separated) return refute_distance(pair, proof);
  if (!is_zero_bits(proof.lower) || !is_zero_bits(proof.upper)) {
    return "the bodies meet: their distance is [0, 0]";
  }
  if (!proof.direction.empty() || !proof.a.empty() || !proof.b.empty()) {
    return "the bodies meet: [0, 0] has no direction and no points of its own";
  }
  return accepted();
}

/// The verdict has been proven before: only an overlap has a depth.
Refusal refute_depth_of(const ExactPair& pair, Verdict verdict, const DepthProof& proof) {
  return verdict == Verdict::overlapping ? refute_depth(pair, proof) : refute_no_depth(proof);
}

Refusal refute(const PosedHull& a, const PosedHull& b, const Certificate& certificate) {
  Refusal reason = refute_dimensions(a, b, certificate.dimension);
  if (!reason.empty()) return reason;
  if (certificate.depth && certificate.dimension != 2 && certificate.dimension != 3) {
    return "a depth is proven in dimensions 2 and 3 alone";
  }
  if (a.hull->count == 0 || b.hull->count == 0) return refute_empty(certificate);
  const ExactPair pair(a, b);
  reason = refute_verdict(pair, certificate);
  if (reason.empty() && certificate.distance) {
    reason = refute_interval_of(pair, certificate.verdict, *certificate.distance);
  }
  if (reason.empty() && certificate.depth) {
    reason = refute_depth_of(pair, certificate.verdict, *certificate.depth);
  }
  return reason;
}

template <int D>
Check check(const Posed<D>& a, const Posed<D>& b, const Certificate& certificate) {
  std::string reason = refute(posed_hull(make_body(a)), posed_hull(make_body(b)), certificate);
  const bool accepted = reason.empty();
  return {accepted, std::move(reason)};
}

}  // namespace
}  // namespace sunder::detail::certificate

namespace sunder::inline SUNDER_ABI {

Check verify(const Posed2& a, const Posed2& b, const Certificate& certificate) {
  return detail::certificate::check(a, b, certificate);
}
Check verify(const Posed3& a, const Posed3& b, const Certificate& certificate) {
  return detail::certificate::check(a, b, certificate);
}
Check verify(const PosedN& a, const PosedN& b, const Certificate& certificate) {
  return detail::certificate::check(a, b, certificate);
}

}  // namespace sunder::inline SUNDER_ABI
