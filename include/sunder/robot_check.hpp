// SPDX-License-Identifier: Apache-2.0
//
// Checks configurations of robots: does any part meet another, or a body of the scene? How far apart are they? Each
// verdict is exact about the doubles that Robot::forward() gives.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sunder/batch.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/query.hpp"
#include "sunder/robot.hpp"
#include "sunder/scene.hpp"

namespace sunder::detail::robot {
struct CheckData;
struct CheckerAccess;
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

/// A body that a link carries, such as a grasped object. Its `link` is not read, and its pose is in the frame of the
/// link that carries it.
struct RobotAttachment {
  std::int32_t link = -1;  ///< that carries it
  RobotPart part;
  std::vector<std::int32_t> touches;  ///< links with which it is not examined, beside its own
};

/// The parts of a link are padded by a ball of this radius, at least 0. A part's radius is then the double next to the
/// sum of its own and this.
struct RobotPadding {
  std::int32_t link = -1;
  double radius = 0;
  bool scene_only = false;  ///< pads against bodies of the scene alone
};

/// Two links whose parts have a margin of their own; or, with b = -1, a link and all bodies of the scene.
struct RobotMargin {
  std::int32_t a = -1, b = -1;
  double margin = 0;
};

/// A link and a body of the scene, and why they are not examined together.
struct RobotScenePair {
  std::int32_t link = -1, body = -1;
  std::string reason = "User";
};

/// A polytope that lies in a body of the scene, in its frame. The body's own polytope then holds what is meant, such as a
/// cylinder. The outer one proves it free, the inner one a hit. What is between is undecided.
struct RobotSceneInner {
  std::int32_t body = -1;
  Polytope3 inner;
};

/// How a checker is put together. Links have numbers through all robots: those of the first from 0 on, then those of the
/// second, and so on. The k-th attached body counts as a link behind all of them.
struct RobotCheckOptions {
  /// Parts no farther apart than this count as meeting: touching where the distance is exactly this, overlapping where it
  /// is less. Decided exactly. Finite and not negative.
  double margin = 0;
  std::vector<RobotPadding> padding;
  std::vector<RobotMargin> margins;
  std::vector<RobotAttachment> attached;
  std::vector<RobotPair> skipped;             ///< further links that are not examined together
  std::vector<RobotScenePair> skipped_scene;  ///< links and bodies that are not
  std::vector<RobotPair> examined;            ///< links that are, although their robot skips them
  std::vector<RobotSceneInner> scene_inner;   ///< of bodies that are polytopes
};

/// Two parts that are examined together, or a part and a body of the scene.
struct RobotCheckPair {
  std::int32_t part_a = -1;
  std::int32_t part_b = -1;  ///< -1 with a body
  std::int32_t body = -1;    ///< the scene's id
};

/// A part of a checker.
struct RobotCheckPart {
  std::string name;
  std::int32_t robot = 0;
  std::int32_t link = -1;  ///< by the numbers of RobotCheckOptions: of the robot's, or the attached body's own
  RobotShape shape = RobotShape::convex;
};

/// What a checker looks at, counted in pairs of parts, and of parts and bodies. The rest of `total` is skipped.
struct RobotPairCounts {
  std::int64_t total = 0, examined = 0;
  std::int64_t still = 0;                                     ///< proven apart once for all: no joint moves either
  std::int64_t same_link = 0;                                 ///< parts of one link
  std::vector<std::pair<std::string, std::int64_t>> skipped;  ///< by reason, sorted
};

/// Why a configuration was refused: NaN or an infinity; a value beyond Robot::kGreatestValue; a quaternion without length.
enum class RobotRefusal : std::uint8_t { none, not_finite, too_large, zero_quaternion };
SUNDER_EXPORT std::string_view to_string(RobotRefusal refusal) noexcept;

/// Configurations, each RobotChecker::variables() doubles one behind the other: those of the first robot, then those of
/// the second, and so on.
struct RobotBatch {
  std::span<const double> configurations;
  std::int64_t count = 0;
  /// They are points along a path: what separates a pair in one is tried first in the next. It changes no verdict.
  bool along_path = false;
};

/// The caller's arrays, each empty or of one entry a configuration; `pair_verdicts` has pairs() of them each.
struct RobotOutput {
  /// The gravest of all pairs: overlapping, else touching, else undecided, else separated; not_examined. Undecided is a
  /// pair with a cylinder that meets by its outer prism and not by its inner one, or a refused configuration.
  std::span<Verdict> verdicts{};
  std::span<std::int64_t> first_pairs{};  ///< the lowest pair of the configuration's verdict; -1 where it is separated
  std::span<RobotRefusal> refusals{};
  /// That of pair p at [c * pairs() + p]; not_examined where it is skipped or still. All pairs are then decided.
  std::span<Verdict> pair_verdicts{};
};

/// The arrays of distances. Padding counts, margins do not. An interval holds the distance, and is as narrow as asked.
/// Cylinders are between their prisms, which makes it wider. It is [0, 0] where bodies meet, and [0, infinity] where
/// nothing was measured.
struct RobotDistanceOutput {
  std::span<Interval> closest{};            ///< of all pairs
  std::span<std::int64_t> closest_pairs{};  ///< the pair of the least upper end, the lowest of several; -1: none
  std::span<Witness<3>> witnesses{};        ///< of that pair, where it is apart; else NaN
  std::span<RobotRefusal> refusals{};
  std::span<Interval> pair_distances{};  ///< as pair_verdicts; all pairs are then measured
};

/// Robots, their scene and the rules which pairs to examine: immutable, cheap to copy (shared), valid for life. Any number
/// of threads may use it.
///
/// Examined are all parts of different links that no rule skips, and all parts with all bodies of the scene. Bodies of
/// the scene stand still, and are not examined with each other. Pairs have numbers from 0 to pairs() - 1. Those of two
/// parts come first, by the lower part and then the higher. Then come those with bodies, by part and then by id.
class SUNDER_EXPORT RobotChecker {
 public:
  /// Refuses no robots, and numbers that name nothing (wrong_shape). Margins and radii must not be negative (wrong_shape)
  /// or infinite (not_finite), and there are at most 2^31 pairs (too_large). It refuses what from_model() does of attached
  /// bodies. Cost: milliseconds for large hulls and meshes.
  static Result<RobotChecker> make(std::span<const Robot> robots, const Scene& scene = {},
                                   const RobotCheckOptions& options = {});
  static Result<RobotChecker> make(const Robot& robot, const Scene& scene = {}, const RobotCheckOptions& options = {}) {
    return make(std::span<const Robot>(&robot, 1), scene, options);
  }

  std::int32_t variables() const noexcept;  ///< of all robots
  std::span<const RobotCheckPart> parts() const noexcept;
  std::string_view body_name(std::int32_t body) const noexcept;
  std::int64_t pairs() const noexcept;
  RobotCheckPair pair(std::int64_t index) const noexcept;
  /// "part and part", by their names.
  std::string pair_name(std::int64_t index) const;
  const RobotPairCounts& counts() const noexcept;

  /// Checks configurations. Answers depend on neither chunks, threads nor the instruction set. Items and hits are
  /// configurations; `pruned` counts pairs that balls separate. Refuses as a whole spans of another size, and options that
  /// intersects() refuses (wrong_shape). Throws std::bad_alloc. Cost: a fraction of a microsecond for a free configuration.
  /// Memory: some hundred kilobytes a thread.
  Result<BatchReport> check(const RobotBatch& batch, const RobotOutput& output, const BatchOptions& options = {}) const;

  /// Measures distances. `options.width` is that of the intervals. Pairs that are farther apart than the closest
  /// are left out where `pair_distances` is empty.
  Result<BatchReport> distances(const RobotBatch& batch, const RobotDistanceOutput& output,
                                const BatchOptions& options = {}) const;

 private:
  friend struct detail::robot::CheckerAccess;
  explicit RobotChecker(std::shared_ptr<const detail::robot::CheckData> data) noexcept : data_(std::move(data)) {}
  std::shared_ptr<const detail::robot::CheckData> data_;
};

}  // namespace sunder::inline SUNDER_ABI
