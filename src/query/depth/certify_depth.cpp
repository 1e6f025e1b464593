// SPDX-License-Identifier: Apache-2.0
//
// Certifies a depth. The exact polytope proves every interval that holds the depth, so there is no
// proof in doubles to be tried before it.
#include "query/certify.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/proof_numbers.hpp"
#include "query/rounded/rounded.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

template <int D>
std::vector<IndexPair> kept_pairs_of(const Pair<D>& pair, const std::vector<IndexPair>& caller) {
  std::vector<IndexPair> kept;
  kept.reserve(caller.size());
  for (const IndexPair& at : caller) {
    kept.push_back({kept_index(*pair.a.hull, at.a), kept_index(*pair.b.hull, at.b)});
  }
  return kept;
}

/// Adds the direction that bounds from above, and the polytope that bounds from below.
template <int D>
void prove_depth(const Pair<D>& pair, const std::vector<IndexPair>& start, DepthProof& proof) {
  const ExactDepth<D> exact = find_exact_depth<D>(pair, kept_pairs_of(pair, start), false);
  if (exact.nearest.empty()) return;  // no overlap; a proof without lists is refused
  proof.direction = exact_numbers(exact.nearest.front().normal);
  write_hull(pair, exact, proof.pairs, proof.facets);
}

template <int D>
Certificate certify_penetration(const Pair<D>& pair, const Penetration<D>& answer) {
  Certificate certificate = certify_verdict<D>(pair, answer);
  DepthProof& proof = certificate.depth.emplace();
  proof.lower = answer.depth.lower;
  proof.upper = answer.depth.upper;
  if (certificate.verdict == Verdict::overlapping) prove_depth(pair, certificate.pairs, proof);
  return certificate;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Certificate certify(const Posed2& a, const Posed2& b, const Penetration2& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify_penetration(a, b, answer);
  return detail::certify_penetration<2>({detail::make_body(a), detail::make_body(b)}, answer);
}
Certificate certify(const Posed3& a, const Posed3& b, const Penetration3& answer) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::certify_penetration(a, b, answer);
  return detail::certify_penetration<3>({detail::make_body(a), detail::make_body(b)}, answer);
}

}  // namespace sunder::inline SUNDER_ABI
