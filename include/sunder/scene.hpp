// SPDX-License-Identifier: Apache-2.0
//
// Checks scenes of many posed bodies: who overlaps, touches or comes near whom. Pairs are pruned by bounds that are
// proofs, every other pair is decided exactly, and the report accounts for each pair.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/batch.hpp"
#include "sunder/body.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {
struct SceneReport;
struct CheckOptions;
}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail::scene {
class Index;
struct SceneAccess;

/// Owns what a scene's questions read. A copy starts anew.
class SUNDER_EXPORT IndexOwner {
 public:
  IndexOwner();
  IndexOwner(const IndexOwner& other);
  IndexOwner& operator=(const IndexOwner& other);
  ~IndexOwner();
  Index& operator*() const noexcept { return *index_; }

 private:
  std::unique_ptr<Index> index_;
};
}  // namespace sunder::detail::scene

namespace sunder::inline SUNDER_ABI {

/// One body of a scene.
struct SceneBody {
  std::string name;  ///< unique in its scene
  Polytope3 polytope;
  Pose3 pose = Pose3::identity();
  std::uint64_t user = 0;  ///< the caller's own number; never read here
  /// Where set, the body is this union. `polytope` is then a hull that holds all of it, which bounds read; where it is
  /// empty, add() puts a box there.
  std::optional<Body3> body{};
  std::int32_t group = -1;                          ///< bodies of one group, 0 or more, are not examined together
  std::uint32_t categories = 1, mask = 0xffffffff;  ///< two are, if each one's mask has a category of the other
};

/// Two bodies of a scene, by their ids.
struct BodyPair {
  std::int32_t a = 0, b = 0;
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// A meeting of a ray or a moving body with a scene: the body hit first, -1 where none is.
struct SceneCast : BodyCast {
  std::int32_t body = -1;
};
/// The body of a scene that is closest; -1 where none is.
struct SceneDistance : BodyDistance {
  std::int32_t body = -1;
};
/// A body of a scene that meets another one.
struct SceneMeeting : BodyDecision {
  std::int32_t body = -1;
};

/// Bodies with ids from 0 on, in the order added. An id stays with its body for life; one that was removed is not given
/// again. Any number of threads may read at once, while none writes.
///
/// Questions read a tree of boxes, which is made at the first of them. A move costs O(log n) at the next question; many
/// moves cost O(n), and rebuild the tree where it has become bad. No answer depends on its shape.
class SUNDER_EXPORT Scene {
 public:
  /// Adds a body and returns its id. A name that is taken gets "#2", "#3" and so on behind it.
  std::int32_t add(SceneBody body);
  /// Adds a union, or a polytope or mesh alone, without a name.
  std::int32_t add(const Body3& body, const Pose3& pose = Pose3::identity());
  /// Moves a body.
  void set_pose(std::int32_t id, const Pose3& pose);
  /// Takes a body out. Its name is free again.
  void remove(std::int32_t id);
  /// Takes back the bodies from id `size` on, as if they had not been added.
  void truncate(std::int32_t size) noexcept;
  /// Does not examine this pair; check() counts it as skipped.
  void skip(BodyPair pair);
  /// Do groups, masks or skip() exclude a pair?
  bool skips(BodyPair pair) const noexcept;

  /// Returns the number of ids given, those of removed bodies too.
  std::int32_t size() const noexcept { return static_cast<std::int32_t>(bodies_.size()); }
  /// Returns the number of bodies.
  std::int32_t count() const noexcept { return count_; }
  /// Has this id a body?
  bool holds(std::int32_t id) const noexcept;
  /// A removed body has no name, no points and no parts.
  const SceneBody& body(std::int32_t id) const noexcept { return bodies_[static_cast<std::size_t>(id)]; }
  /// Returns a view for queries, valid until the next add().
  Posed3 posed(std::int32_t id) const noexcept { return {body(id).polytope, body(id).pose}; }
  /// Returns the id of the body of this name, or -1.
  std::int32_t find(std::string_view name) const;

  /// Calls the function of this name.
  Result<SceneReport> check(const CheckOptions& options) const;
  Result<SceneReport> check() const;
  /// Calls `sink` with candidate_pairs(), in no stated order and without a list of them; without those that rules
  /// exclude. It stops where the sink returns false.
  void candidate_pairs(double clearance, const std::function<bool(BodyPair)>& sink) const;

  /// Which body does the ray origin + t * direction, t in [0, 1], hit first? The answer is that of ray_cast() with
  /// it. Where several are hit at once it is the one of the lowest id. Refuses NaN and infinities. Cost: O(log n), and the bodies on the way.
  Result<SceneCast> ray_cast(const Vector3& origin, const Vector3& direction) const;
  /// Which body does a moving one hit first? The answer is that of cast() with it, and it stands still. Refuses motions that turn.
  Result<SceneCast> cast(const PosedBody3& moving, const Motion3& motion) const;
  /// Which body is closest to another one, or to a point? The answer is that of distance() to it.
  SceneDistance closest(const PosedBody3& body) const;
  Result<SceneDistance> closest(const Vector3& point) const;
  /// Which bodies does another one meet? Exact; by ascending ids.
  std::vector<SceneMeeting> meet(const PosedBody3& body) const;
  /// Which bodies are at most this far from another one? Exact; ascending. Refuses what compare_to_margin() does.
  Result<std::vector<std::int32_t>> near(const PosedBody3& body, double distance) const;
  /// Many rays at once: answers[i] is that of ray i. The spans have one length, else it refuses (wrong_shape). `options`
  /// may name an executor; the answers are the same.
  Result<BatchReport> ray_casts(std::span<const Vector3> origins, std::span<const Vector3> directions,
                                std::span<SceneCast> answers, const BatchOptions& options = {}) const;
  /// Many points at once, as closest().
  Result<BatchReport> closest(std::span<const Vector3> points, std::span<SceneDistance> answers,
                              const BatchOptions& options = {}) const;

 private:
  friend struct detail::scene::SceneAccess;
  std::vector<SceneBody> bodies_;
  std::vector<bool> removed_;
  std::int32_t count_ = 0;
  std::unordered_map<std::string, std::int32_t> ids_;
  std::unordered_map<std::string, std::int32_t> suffixes_;  ///< last "#n" tried for a name
  std::unordered_set<std::uint64_t> skipped_;               ///< pairs
  detail::scene::IndexOwner index_;
};

/// Returns a box in the world frame, parallel to its axes, that holds the body at its exact pose. It is rounded outward
/// with a proven bound, whatever the host's rounding mode and treatment of subnormals. It is all of space where
/// coordinates or pose exceed 2^150; lower > upper for the empty body. Cost: O(vertices).
SUNDER_EXPORT Bounds<3> world_box(const Posed3& body) noexcept;
/// Returns such a box of a union. Cost: O(points). Throws std::bad_alloc.
SUNDER_EXPORT Bounds<3> world_box(const PosedBody3& body);

/// Lists the pairs (a < b, sorted) that world boxes do not prove farther apart than `clearance`; every other pair is
/// proven so, or excluded by the scene's rules. Cost: O(n log n + k) for boxes of similar size.
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
  std::int64_t skipped = 0;       ///< neither pruned nor examined, since the scene's rules or `skip` say so
  std::int64_t not_examined = 0;  ///< left when `cancel` was set
  std::int64_t with_bodies = 0;   ///< examined pairs of which one is a `body`, whose convex parts alone know algorithms
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
