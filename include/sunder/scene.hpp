// SPDX-License-Identifier: Apache-2.0
//
// Checks scenes of many posed bodies: who overlaps, touches or comes near whom. Pairs are pruned by bounds that are
// proofs, every other pair is decided exactly, and the report accounts for each pair.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/batch.hpp"
#include "sunder/body.hpp"
#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// One body of a scene.
struct SceneBody {
  std::string name;  ///< unique in its scene
  Polytope3 polytope;
  Pose3 pose = Pose3::identity();
  std::uint64_t user = 0;  ///< the caller's own number; never read here
  /// Where set, the body is this union. `polytope` is then a hull that holds all of it, which bounds read.
  std::optional<Body3> body{};
};

/// Bodies with dense ids 0 to size() - 1, in the order added. Any number of threads may read.
class SUNDER_EXPORT Scene {
 public:
  /// Adds a body and returns its id. A name that is taken gets "#2", "#3" and so on behind it.
  std::int32_t add(SceneBody body);
  /// Moves a body.
  void set_pose(std::int32_t id, const Pose3& pose) noexcept { bodies_[static_cast<std::size_t>(id)].pose = pose; }
  /// Takes back the bodies from id `size` on, as if they had not been added.
  void truncate(std::int32_t size) noexcept;

  std::int32_t size() const noexcept { return static_cast<std::int32_t>(bodies_.size()); }
  const SceneBody& body(std::int32_t id) const noexcept { return bodies_[static_cast<std::size_t>(id)]; }
  /// Returns a view for queries, valid until the next add().
  Posed3 posed(std::int32_t id) const noexcept { return {body(id).polytope, body(id).pose}; }
  /// Returns the id of the body of this name, or -1.
  std::int32_t find(std::string_view name) const;

 private:
  std::vector<SceneBody> bodies_;
  std::unordered_map<std::string, std::int32_t> ids_;
  std::unordered_map<std::string, std::int32_t> suffixes_;  ///< last "#n" tried for a name
};

/// Two bodies of a scene, by their ids.
struct BodyPair {
  std::int32_t a = 0, b = 0;
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Returns a box in the world frame, parallel to its axes, that holds the body at its exact pose. It is rounded outward
/// with a proven bound, whatever the host's rounding mode and treatment of subnormals. It is all of space where
/// coordinates or pose exceed 2^150; lower > upper for the empty body. Cost: O(vertices).
SUNDER_EXPORT Bounds<3> world_box(const Posed3& body) noexcept;

/// Lists the pairs (a < b, sorted) that world boxes do not prove farther apart than `clearance`; every other pair is
/// proven so. Cost: O(n log n + k) for boxes of similar size.
SUNDER_EXPORT std::vector<BodyPair> candidate_pairs(const Scene& scene, double clearance = 0);

/// The relation of two bodies of a scene.
enum class Proximity : std::uint8_t {
  overlapping = 0,  ///< they share interior points
  touching = 1,     ///< they meet, but no interior point is shared (always so for flat bodies)
  near = 2,         ///< apart, at a distance of at most the clearance
  clear = 3         ///< farther apart than the clearance
};
SUNDER_EXPORT std::string_view to_string(Proximity proximity) noexcept;

/// The result for one pair; the decision is what proved that they meet, or that they do not.
struct PairReport : Decision {
  std::int32_t a = 0, b = 0;  ///< a < b
  Proximity proximity = Proximity::clear;
  std::optional<Interval> distance;   ///< proven; none where it was not measured
  std::optional<Witness<3>> witness;  ///< as in Distance; overlapping: a common point twice, of hulls
  /// A pair with a `body`: parts and triangles that meet or are closest, as BodyDecision has them.
  std::int32_t part_a = -1, part_b = -1, triangle_a = -1, triangle_b = -1;
};

/// Work done so far, counted in pairs, since a tree does not settle one body after another.
struct Progress {
  std::int64_t pairs = 0;    ///< to settle in all
  std::int64_t settled = 0;  ///< pruned by proof, or examined
};

struct CheckOptions {
  /// Pairs nearer than this, or exactly this far apart, are near. In units of the world frame;
  /// finite and not negative. With 0 no distance is measured between bodies that are apart.
  double clearance = 0;
  /// Decides verdicts of pairs of polytopes, and measures their distances where it serves them (else automatic does).
  /// Pairs with a `body` have no such choice.
  Algorithm algorithm = Algorithm::automatic;
  double width = 0;                               ///< relative width asked of reported distances; 0: the default width
  bool prune = true;                              ///< off: every pair is examined
  bool measure = false;                           ///< list every pair examined, the clear ones too, with its distance
  std::function<void(const Progress&)> progress;  ///< now and then, and once at the end
  const std::atomic<bool>* cancel = nullptr;      ///< set it to true to stop early
  Executor* executor = nullptr;                   ///< runs blocks of pairs; null: the caller's own thread
  std::function<bool(BodyPair)> skip;             ///< true for pairs (a < b) not to be examined; may be empty
};

/// Who meets whom. pairs_total = pruned + examined + skipped + not_examined, and
/// examined = overlapping + touching + near + clear.
struct SceneReport {
  std::vector<PairReport> pairs;  ///< sorted by a, then b; the clear ones if `measure`
  std::int64_t bodies = 0, pairs_total = 0;
  std::int64_t pruned = 0;        ///< proven by bounds to be farther apart than the clearance
  std::int64_t examined = 0;      ///< decided exactly
  std::int64_t skipped = 0;       ///< neither pruned nor examined, since `skip` says so
  std::int64_t not_examined = 0;  ///< left when `cancel` was set
  std::int64_t with_bodies = 0;   ///< examined pairs of which one is a `body`: without an algorithm of choice
  std::int64_t overlapping = 0, touching = 0, near = 0;
  std::int64_t clear = 0;  ///< examined, and farther apart than the clearance
  Counters counters;       ///< which stage and which algorithm decided
  bool cancelled = false;
};

/// Decides every pair of the scene. Refuses a clearance or width that is negative or not finite
/// (not_finite, wrong_shape) and an algorithm that does not serve verdicts in 3-D (not_served).
///
/// Near is decided exactly (compare_to_margin() in margin.hpp): a pair is near if its distance is
/// at most the clearance, to the last bit. The interval reported beside it is as wide as requested.
SUNDER_EXPORT Result<SceneReport> check(const Scene& scene, const CheckOptions& options = {});

}  // namespace sunder::inline SUNDER_ABI
