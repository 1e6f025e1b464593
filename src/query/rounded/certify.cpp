// SPDX-License-Identifier: Apache-2.0
//
// Certifies answers about bodies with radii.
//
// Idea: The verdict's certificate is the proof of a margin, the sum of the radii. The proof of an
// interval bounds the signed distance of the polytopes, by their exact closest points or depth.
// Bound: Integers prove every interval that holds the value, so no proof in doubles is tried before.
// Cost: That of the exact stage, twice where an interval is proven too.
#include "narrow/lp/exact_numbers.hpp"
#include "query/proof_numbers.hpp"
#include "query/rounded/exact_lengths.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::rounded {
namespace {

/// Maps a margin's verdict back to that of the bodies; the inverse of margin_verdict().
Verdict verdict_of(MarginVerdict verdict) noexcept {
  return static_cast<Verdict>(2 - static_cast<int>(verdict));
}

template <int D>
void set_points(const Pair<D>& pair, const MinNorm& closest, Certificate& certificate) {
  certificate.a = weights_of_a(closest, *pair.a.hull);
  certificate.b = weights_of_b(closest, *pair.b.hull);
}

/// Computes the lists of a depth where the polytopes overlap.
template <int D>
void prove_inside(const Pair<D>& pair, std::span<const IndexPair> start, bool by_hull,
                  DepthProof& proof) {
  const ExactDepth<D> depth = find_exact_depth<D>(pair, start, false);
  proof.direction = exact_numbers(depth.nearest.front().normal);
  if (by_hull) write_hull(pair, depth, proof.pairs, proof.facets);
}

/// Computes the lists of a depth, of bodies that overlap.
template <int D>
void prove_depth(const Posed<D>& a, const Posed<D>& b, const Pair<D>& pair,
                 Certificate& certificate) {
  DepthProof& proof = *certificate.depth;
  lp::ExactDirection exact;
  const Decided<D> decision = decide(pair, Plan<D>(kCertified), &exact);
  const MinNorm closest = find_min_norm<D>(pair, decision.pairs);
  set_points(pair, closest, certificate);
  if (decision.verdict == Verdict::overlapping) {
    const double terms[] = {proof.lower, -a.radius(), -b.radius()};
    const bool by_hull = exact_sum(terms).mantissa > 0;
    prove_inside<D>(pair, {decision.pairs.begin(), decision.pairs.end()}, by_hull, proof);
  } else if (decision.verdict == Verdict::separated) {
    proof.direction = negated_numbers(closest.point);
  } else {
    proof.direction = lp::exact_numbers(exact.entries());
    if (proof.direction.empty()) {
      for (const double entry : decision.direction) proof.direction.push_back({entry, {}});
    }
  }
}

}  // namespace

template <int D>
Certificate certify(const Posed<D>& a, const Posed<D>& b, const Decision& answer) {
  Certificate certificate;
  certificate.dimension = a.pose().dimension();
  if (!are_radii(a, b)) return certificate;
  MarginCertificate margin = sunder::certify(a, b, Margin{}, MarginAnswer{});
  certificate.verdict = verdict_of(margin.verdict);
  certificate.stage = answer.proven ? answer.stage : Stage::integer;
  certificate.direction = std::move(margin.direction);
  certificate.a = std::move(margin.a);
  certificate.b = std::move(margin.b);
  return certificate;
}

template <int D>
Certificate certify_distance(const Posed<D>& a, const Posed<D>& b, const Distance<D>& answer) {
  Certificate certificate = certify<D>(a, b, answer);
  DistanceProof& proof = certificate.distance.emplace();
  proof.lower = answer.distance.lower;
  proof.upper = answer.distance.upper;
  const Pair<D> pair{make_body(a), make_body(b)};
  if (certificate.verdict != Verdict::separated || any_empty(pair)) return certificate;
  const MinNorm closest = find_closest<D>(pair, nullptr);
  proof.direction = negated_numbers(closest.point);
  proof.a = weights_of_a(closest, *pair.a.hull);
  proof.b = weights_of_b(closest, *pair.b.hull);
  return certificate;
}

template <int D>
Certificate certify_penetration(const Posed<D>& a, const Posed<D>& b,
                                const Penetration<D>& answer) {
  Certificate certificate = certify<D>(a, b, answer);
  DepthProof& proof = certificate.depth.emplace();
  proof.lower = answer.depth.lower;
  proof.upper = answer.depth.upper;
  if (certificate.verdict == Verdict::overlapping) {
    prove_depth<D>(a, b, {make_body(a), make_body(b)}, certificate);
  }
  return certificate;
}

#define SUNDER_INSTANTIATE(D)                                                         \
  template Certificate certify<D>(const Posed<D>&, const Posed<D>&, const Decision&); \
  template Certificate certify_distance<D>(const Posed<D>&, const Posed<D>&, const Distance<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

template Certificate certify_penetration<2>(const Posed2&, const Posed2&, const Penetration2&);
template Certificate certify_penetration<3>(const Posed3&, const Posed3&, const Penetration3&);

}  // namespace sunder::detail::rounded
