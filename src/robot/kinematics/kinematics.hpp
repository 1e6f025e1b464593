// SPDX-License-Identifier: Apache-2.0
//
// Places the frames of a robot, several configurations side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {

/// The configurations of a block: 8, whatever the width of the machine's vectors.
inline constexpr std::size_t kBlock = 8;

/// The numbers of one block: its poses, and the values of its joints. A thread needs its own.
class Workspace {
 public:
  explicit Workspace(const RobotData& data)
      : poses_(static_cast<std::size_t>(data.frames) * 12 * kBlock),
        numbers_(static_cast<double*>(::operator new[](
            (poses_ + data.slots() * kBlock) * sizeof(double), std::align_val_t{64}))) {}

  /// poses()[(frame * 12 + entry) * kBlock + configuration]; entries are the rows of R and t. Aligned to 64 bytes.
  double* poses() noexcept { return numbers_.get(); }
  const double* poses() const noexcept { return numbers_.get(); }
  double* slots() noexcept { return numbers_.get() + poses_; }

 private:
  struct Free {
    void operator()(double* numbers) const noexcept {
      ::operator delete[](numbers, std::align_val_t{64});
    }
  };
  std::size_t poses_;
  std::unique_ptr<double[], Free> numbers_;
};

/// Is every configuration one that forward() accepts? If not, the refusal names the first that is none.
Status accept(const RobotData& data, std::int64_t count, std::span<const double> configurations);

/// Writes the poses of 1 to kBlock accepted configurations; lanes beyond them repeat the last one. Each lane's doubles
/// are those of forward(), wherever a configuration is in a block.
void forward_block(const RobotData& data, std::size_t count, const double* configurations,
                   Workspace& workspace);

/// Writes the map of each step by itself, origin * motion, as the pose of its frame.
void local_block(const RobotData& data, std::size_t count, const double* configurations,
                 Workspace& workspace);

/// Writes the cosines and sines of kBlock angles of at most Robot::kGreatestValue, as forward_block() has them.
void turn_block(const double* angles, double* cosines, double* sines);

}  // namespace sunder::detail::robot
