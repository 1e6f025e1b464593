// SPDX-License-Identifier: Apache-2.0
//
// Defines what all edges of a path share: the bodies of a checker, its pairs, and the axes between the two of a pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "robot/checker/data.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::robot {

/// The hull of a cluster of a body's triangles (pieces.hpp), or of the body.
struct PathPiece {
  Polytope3 hull;
  Ball<3> ball{};               ///< holds it, in the body's frame
  std::vector<Vector3> points;  ///< its vertices
  std::int32_t second = -1;     ///< its second half, the first being the next piece; -1: not halved
  std::vector<std::int32_t> components;  ///< of the boundary, of which it holds some
};

/// A part, or a body of the scene.
struct PathBody {
  const CheckBody* shape = nullptr;
  std::int32_t robot = -1;       ///< -1 stands still
  std::int32_t part = 0;         ///< of the robot
  std::int32_t link = 0;         ///< the frame of its link
  std::int32_t frame = 0;        ///< of the robot
  const Pose3* still = nullptr;  ///< of a body that stands still
  Ball<3> ball{};                ///< holds the hull, in its frame
  std::vector<Vector3> points;   ///< the hull's vertices
  double reach = 0;              ///< no point of the hull is farther from its frame's origin
  /// Those that are not halved hold the boundary. The first is the hull. Empty: nothing is known to hold it.
  std::vector<PathPiece> pieces;
  std::size_t components = 0;  ///< of the boundary
};

/// One axis of a joint between the bodies of a pair.
struct ChainAxis {
  std::int32_t robot = 0;
  std::int32_t variable = 0;  ///< of the configuration
  double factor = 1;          ///< of the variable's rate; negative on a's side
  bool turns = true;
  std::int32_t child =
      0;  ///< the frame of the joint's child, whose origin is on an axis that turns
  std::int32_t frame = 0;  ///< the frame that turns `axis` into the world's
  Vector3 axis{};          ///< unit, up to roundings
};

/// The joints between two bodies: from a to what holds both, and from there to b.
struct JointChain {
  std::vector<std::int32_t> up, down;
};

/// Two bodies that are to be farther apart than a margin.
struct PathPair {
  std::int64_t number = 0;  ///< the checker's
  std::int32_t a = 0, b = 0;
  double radius_a = 0, radius_b = 0, margin = 0;
  std::vector<ChainAxis> chain;  ///< from a to b
};

/// Any number of threads may read it. The data must outlive it.
class PathProblem {
 public:
  explicit PathProblem(const CheckData& data);

  const CheckData& data() const noexcept { return data_; }
  const PathBody& body(std::int32_t index) const noexcept {
    return bodies_[static_cast<std::size_t>(index)];
  }
  std::size_t bodies() const noexcept { return bodies_.size(); }
  std::span<const PathPair> pairs() const noexcept { return pairs_; }
  JointChain joints_between(std::int32_t a, std::int32_t b) const;
  /// Returns where a part is in its link, and what stands still in the world.
  const Pose3& pose_in_link(std::int32_t body) const noexcept;
  /// 0 where all origins are exact rotations; else what makes up for those that are none, as a share of a length.
  double shear() const noexcept { return shear_; }

 private:
  std::vector<ChainAxis> chain_between(std::int32_t a, std::int32_t b) const;
  void append_axes(std::int32_t robot, std::int32_t joint, double sign,
                   std::vector<ChainAxis>& chain) const;

  const CheckData& data_;
  std::vector<PathBody> bodies_;
  std::vector<std::int32_t> links_;  ///< of each body, of its robot
  std::vector<PathPair> pairs_;
  double shear_ = 0;
};

/// Checks waypoints, and returns what each variable adds on each edge: the double next to the difference, of a continuous
/// joint the shorter way round. Refuses what forward() does, and a floating joint that turns (not_served).
Result<std::vector<double>> path_changes(const CheckData& data, std::span<const double> waypoints,
                                         std::int64_t count);

/// Returns the problem of a checker, which keeps it. Any number of threads may call it. Throws std::bad_alloc.
const PathProblem& path_problem(const CheckData& data);

}  // namespace sunder::detail::robot
