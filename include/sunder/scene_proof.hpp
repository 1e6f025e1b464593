// SPDX-License-Identifier: Apache-2.0
//
// Proves a whole check: a certificate for each pair that was examined, and one cut of the scene for all pairs that were
// pruned. Their text form is in docs/check.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sunder/certificate.hpp"
#include "sunder/export.hpp"
#include "sunder/margin.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {

/// The proof of one examined pair: its verdict, and the ends of a reported distance or depth. Where a clearance
/// decided, also the side of it on which the pair is.
struct PairProof {
  Certificate certificate;
  std::optional<MarginCertificate> margin;  ///< of bodies that are apart, with a clearance
};

/// Proves a pair of the report at its poses. `depth` is what is claimed for it, as penetration() or
/// contact() gives it; [0, 0] where the bodies do not overlap. A pair with a `body` is proven by certify() of
/// body_certificate.hpp: the certificate here is the empty one.
SUNDER_EXPORT PairProof prove_pair(const Scene& scene, const PairReport& pair, double clearance, const Interval& depth);

/// Two ranges of positions in an order of the bodies, [a_begin, a_end) before [b_begin, b_end). Each body of one is
/// farther than the clearance from each body of the other along the world axis. It is 1, 2, 3 for x, y, z where b is
/// on the upper side, -1, -2, -3 where b is on the lower.
struct SceneCut {
  std::int32_t a_begin = 0, a_end = 0, b_begin = 0, b_end = 0, axis = 0;
  friend bool operator==(const SceneCut&, const SceneCut&) = default;
};

/// Why every pair that was not examined is farther apart than the clearance.
struct PruningProof {
  std::vector<std::int32_t> order;  ///< each body's id once
  std::vector<SceneCut> cuts;       ///< no pair of bodies is in two of them
};

/// Computes the cuts that prune all pairs but candidate_pairs(scene, clearance). Their number is about linear in that
/// of the bodies, plus the pairs of close neighbours. Cost: that of the candidates.
SUNDER_EXPORT PruningProof prove_pruning(const Scene& scene, double clearance);

/// Checks that each pair of bodies is in exactly one cut, or once in `examined` in either order. Checks each cut in
/// exact arithmetic, from the points and poses alone. Cost: O(v + m log m) for v vertices and m cuts and pairs. Reads
/// any garbage safely.
SUNDER_EXPORT Check verify(const Scene& scene, double clearance, const PruningProof& proof,
                           std::span<const BodyPair> examined);

}  // namespace sunder::inline SUNDER_ABI
