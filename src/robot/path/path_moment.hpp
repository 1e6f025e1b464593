// SPDX-License-Identifier: Apache-2.0
//
// Where the bodies of a path are at one time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "robot/kinematics/kinematics.hpp"
#include "robot/path/path_problem.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::robot {

/// A view of the poses of a block, in one lane.
class PathMoment {
 public:
  explicit PathMoment(const PathProblem& problem)
      : problem_(problem), poses_(problem.data().robots.size()), built_(problem.bodies()) {}

  /// Reads the poses of a robot from here on.
  void set(std::size_t robot, const double* poses) noexcept { poses_[robot] = poses; }
  /// Forgets the poses that were built.
  void clear() noexcept { std::fill(built_.begin(), built_.end(), std::nullopt); }

  /// An entry of the rows of R and t of a frame.
  double entry(std::int32_t robot, std::int32_t frame, int index) const noexcept {
    return poses_[static_cast<std::size_t>(
        robot)][(static_cast<std::size_t>(frame) * 12 + static_cast<std::size_t>(index)) * kBlock];
  }
  Vector3 origin(const PathBody& body) const noexcept {
    if (body.still != nullptr)
      return {body.still->offset(0), body.still->offset(1), body.still->offset(2)};
    return {entry(body.robot, body.frame, 3), entry(body.robot, body.frame, 7),
            entry(body.robot, body.frame, 11)};
  }
  /// Turns a direction of a frame into the world's.
  Vector3 turned(std::int32_t robot, std::int32_t frame, const Vector3& direction) const noexcept {
    return product([&](int row, int k) { return entry(robot, frame, 4 * row + k); }, direction);
  }
  Vector3 turned(const PathBody& body, const Vector3& direction) const noexcept {
    if (body.still == nullptr) return turned(body.robot, body.frame, direction);
    return product([&](int row, int k) { return body.still->linear(row, k); }, direction);
  }
  Vector3 image(const PathBody& body, const Vector3& point) const noexcept {
    Vector3 result = turned(body, point);
    const Vector3 t = origin(body);
    for (std::size_t k = 0; k < 3; ++k) result[k] += t[k];
    return result;
  }
  /// Returns R^T times a direction of the world: what scalar products with points of the frame, or of the body, take.
  Vector3 pulled(std::int32_t robot, std::int32_t frame, const Vector3& direction) const noexcept {
    return product([&](int row, int k) { return entry(robot, frame, 4 * k + row); }, direction);
  }
  Vector3 pulled(const PathBody& body, const Vector3& direction) const noexcept {
    if (body.still == nullptr) return pulled(body.robot, body.frame, direction);
    return product([&](int row, int k) { return body.still->linear(k, row); }, direction);
  }
  const Pose3& pose(std::int32_t index) {
    const PathBody& body = problem_.body(index);
    if (body.still != nullptr) return *body.still;
    std::optional<Pose3>& built = built_[static_cast<std::size_t>(index)];
    if (!built) {
      std::array<double, 12> rows{};
      for (int k = 0; k < 12; ++k) rows[at(k)] = entry(body.robot, body.frame, k);
      built = Pose3::from_matrix(rows).value();
    }
    return *built;
  }

 private:
  static constexpr std::size_t at(int k) noexcept { return static_cast<std::size_t>(k); }
  /// Returns the product of a matrix, by its entries, and a vector.
  template <class Entry>
  static Vector3 product(const Entry& entry, const Vector3& vector) noexcept {
    Vector3 result{};
    for (int row = 0; row < 3; ++row) {
      for (int k = 0; k < 3; ++k) result[at(row)] += entry(row, k) * vector[at(k)];
    }
    return result;
  }

  const PathProblem& problem_;
  std::vector<const double*> poses_;         ///< of each robot
  std::vector<std::optional<Pose3>> built_;  ///< of each body
};

}  // namespace sunder::detail::robot
