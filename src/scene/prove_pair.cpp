// SPDX-License-Identifier: Apache-2.0
#include "exact/dyadic.hpp"
#include "sunder/penetration.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

Certificate certify_pair(const Posed3& a, const Posed3& b, const PairReport& pair,
                         const Interval& depth) {
  const Decision& decision = pair;
  if (pair.verdict == Verdict::overlapping) return certify(a, b, Penetration3{decision, depth, {}});
  if (!pair.distance) return certify(a, b, decision);
  return certify(a, b, Distance3{decision, *pair.distance, {}});
}

}  // namespace

PairProof prove_pair(const Scene& scene, const PairReport& pair, double clearance,
                     const Interval& depth) {
  if (scene.body(pair.a).body || scene.body(pair.b).body) return {};
  const Posed3 a = scene.posed(pair.a);
  const Posed3 b = scene.posed(pair.b);
  PairProof proof{certify_pair(a, b, pair, depth), {}};
  if (pair || detail::is_zero_bits(clearance)) return proof;
  const Margin margin{.distance = clearance};
  // certify() decides the answer once more; this one only carries the reported verdict.
  MarginAnswer answer;
  answer.verdict = pair.proximity == Proximity::clear ? Verdict::separated : Verdict::overlapping;
  proof.margin = certify(a, b, margin, answer);
  return proof;
}

}  // namespace sunder::inline SUNDER_ABI
