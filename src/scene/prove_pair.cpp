// SPDX-License-Identifier: Apache-2.0
#include "exact/dyadic.hpp"
#include "sunder/penetration.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder {
namespace {

Certificate certify_pair(const Posed3& a, const Posed3& b, const PairReport& pair,
                         double depth_lower, double depth_upper) {
  if (pair.verdict.verdict == Verdict::overlapping) {
    Penetration3 depth;
    depth.lower = depth_lower;
    depth.upper = depth_upper;
    depth.verdict = pair.verdict;
    return certify(a, b, depth);
  }
  if (!pair.has_distance) return certify(a, b, pair.verdict);
  Distance3 distance;
  distance.lower = pair.lower;
  distance.upper = pair.upper;
  distance.verdict = pair.verdict;
  return certify(a, b, distance);
}

}  // namespace

PairProof prove_pair(const Scene& scene, const PairReport& pair, double clearance,
                     double depth_lower, double depth_upper) {
  const Posed3 a = scene.posed(pair.a);
  const Posed3 b = scene.posed(pair.b);
  PairProof proof{certify_pair(a, b, pair, depth_lower, depth_upper), {}};
  if (pair.verdict || detail::is_zero_bits(clearance)) return proof;
  const Margin margin{.distance = clearance};
  // The proof of an answer decides it once more; this one only says which was reported.
  MarginAnswer answer;
  answer.verdict =
      pair.proximity == Proximity::clear ? MarginVerdict::farther : MarginVerdict::closer;
  proof.margin = certify(a, b, margin, answer);
  return proof;
}

}  // namespace sunder
