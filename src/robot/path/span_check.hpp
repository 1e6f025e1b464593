// SPDX-License-Identifier: Apache-2.0
//
// Encloses how far points of two bodies lie along a direction that stays with the first, throughout a span of time. It is
// what the checker of edges knows of the motion, in interval arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "robot/path/moving_number.hpp"
#include "robot/path/path_problem.hpp"

namespace sunder::detail::robot {

/// x -> slope . x + offset, on the points of a frame.
struct Level {
  MovingVector slope;
  Moving offset;
};

/// A level in the frames of both bodies' links, or in the world's.
struct LevelOfPair {
  Level of_a, of_b;
};

/// Enclosures of the least and the greatest level of some points.
struct LevelRange {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  Range lowest{kNone, kNone}, highest{-kNone, -kNone};

  void include(Range level) noexcept {
    // A comparison would forget what is no number at the next point.
    if (!(std::isfinite(level.lower) && std::isfinite(level.upper))) level = {-kNone, kNone};
    lowest = {std::min(lowest.lower, level.lower), std::min(lowest.upper, level.upper)};
    highest = {std::max(highest.lower, level.lower), std::max(highest.upper, level.upper)};
  }
};

/// That a direction separates points of one body from points of the other. Each are in the frame of their body.
struct Claim {
  Vector3 direction{};
  std::span<const Vector3> points_a, points_b;
};

/// A span of one edge.
class SpanCheck {
 public:
  SpanCheck(const PathProblem& problem, std::span<const double> from, std::span<const Range> change,
            const Range& times)
      : problem_(problem),
        from_(from),
        change_(change),
        middle_((times.lower + times.upper) / 2),
        half_(std::fmax(times.upper - middle_, middle_ - times.lower) * (1 + 0x1p-50)) {}

  /// Returns the level along a direction of a's link; none where a joint cannot be enclosed.
  std::optional<LevelOfPair> along(const PathPair& pair, const Vector3& direction) const;
  /// `points` are of the body's frame, `level` of its link's.
  LevelRange levels_of(std::int32_t body, std::span<const Vector3> points,
                       const Level& level) const;
  /// Returns a lower bound on the gap between the points of a claim along its direction, in units of its length.
  double least_gap(const PathPair& pair, const Claim& claim) const;

 private:
  Moving value(std::int32_t robot, const RobotJoint& joint, std::int32_t slot) const;
  bool move(std::int32_t robot, const RobotJoint& joint, bool inwards, Level& level) const;
  bool carry(const PathPair& pair, Level& level) const;

  const PathProblem& problem_;
  std::span<const double> from_;
  std::span<const Range> change_;
  double middle_, half_;
};

/// Encloses what variables add: a difference of 0 is exact, and others are rounded once.
std::vector<Range> changes_of(std::span<const double> changes);

/// What lengths of the world may become in the frame of a link.
double stretch_of(const CheckData& data) noexcept;

}  // namespace sunder::detail::robot
