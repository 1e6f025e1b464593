// SPDX-License-Identifier: Apache-2.0
//
// Idea: The errors of a frame are those of its parent, carried through the map of its joint, those of the map, and those
// of the product. All are norms, and so one pair of numbers holds for every configuration of the sizes given.
// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), sections 3.1 and 3.5.
// Bound: Let a hat mean what is computed, u = 2^-53, and |A| the spectral norm. With child = parent * L,
//   |R^ L^ - R L| <= |R^ - R| |L^| + |R| |L^ - L| + kProductUnits u |R^| |L^|,
//   |t^ - t| <= |R^ - R| |l^| + |R| |l^ - l| + |p^ - p| + kImageUnits u |R^| |l^| + u |t^|,
// where p is the parent's offset. `size` bounds both norms of each pair. Each number below is a sum of products of
// numbers that are not negative; kRoundingShare covers their own rounding.
// Cost: O(frames).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "robot/kinematics/bounds.hpp"
#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {
namespace {

/// Bounds on a value of a joint and on its error.
struct Size {
  double most = 0, error = 0;
};

/// Bounds on a map: norms of its linear part and of its offset, and of the errors of both.
struct MapSize {
  double linear = 1, offset = 0;
  double linear_error = 0, offset_error = 0;
};

/// At least the spectral norm of the linear part and of its exact twin: |R|^2 is at most the greatest row of |R^T R|.
double linear_size(const Rows& rows) {
  double greatest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = 0, sizes = 0;
      for (std::size_t k = 0; k < 12; k += 4) {
        sum += rows[k + i] * rows[k + j];
        sizes += std::fabs(rows[k + i] * rows[k + j]);
      }
      row += std::fabs(sum) + 4 * kHalfUnit * sizes;
    }
    greatest = std::max(greatest, row);
  }
  return std::sqrt(greatest) * (1 + 0x1p-48) + kRoundingUnderflow;
}

double offset_size(const Rows& rows) {
  return std::sqrt(rows[3] * rows[3] + rows[7] * rows[7] + rows[11] * rows[11]) * (1 + 0x1p-48);
}

double length_of(const Size* values) {
  return std::sqrt(values[0].most * values[0].most + values[1].most * values[1].most +
                   values[2].most * values[2].most);
}

/// Adds what cosine and sine are off by, and the angle.
double turn_error(const Size& angle) { return 1.5 * kTurnUnits * kHalfUnit + angle.error; }

MapSize map_size(const Step& step, const Size* values) {
  const double u = kHalfUnit;
  const double origin = linear_size(step.origin);
  const double origin_error = step.quaternion ? kQuaternionOriginUnits * u : 0;
  MapSize map{origin, offset_size(step.origin), origin_error, 0};
  const auto moved = [&](double by) { map.offset += origin * by; };
  switch (step.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
      map.linear_error += origin * turn_error(values[0]);
      map.linear_error += step.aligned >= 0 ? kAlignedTurnUnits * u * origin
                                            : (kFreeTurnUnits + kFreeAxisUnits) * u * origin;
      break;
    case JointKind::prismatic: {
      const double by = values[0].most;
      moved(by);
      map.offset_error = (origin_error + (kDirectionUnits + 1) * u * origin) * by +
                         origin * values[0].error + u * map.offset;
      break;
    }
    case JointKind::planar: {
      const double by =
          std::sqrt(values[0].most * values[0].most + values[1].most * values[1].most);
      moved(by);
      map.offset_error = (origin_error + kImageUnits * u * origin) * by + u * map.offset;
      map.linear_error += origin * turn_error(values[2]) + kAlignedTurnUnits * u * origin;
      break;
    }
    case JointKind::floating: {
      const double by = length_of(values);
      moved(by);
      map.offset_error = (origin_error + kImageUnits * u * origin) * by + u * map.offset;
      map.linear_error += (kRotationUnits + kProductUnits) * u * origin;
      break;
    }
  }
  map.linear += map.linear_error;
  map.offset += map.offset_error;
  return map;
}

MapSize product_size(const MapSize& outer, const MapSize& inner) {
  const double u = kHalfUnit;
  MapSize size;
  size.linear_error = outer.linear_error * inner.linear + outer.linear * inner.linear_error +
                      kProductUnits * u * outer.linear * inner.linear;
  size.linear = outer.linear * inner.linear + size.linear_error;
  const double offset = outer.offset + outer.linear * inner.offset;
  size.offset_error = outer.linear_error * inner.offset + outer.linear * inner.offset_error +
                      outer.offset_error + kImageUnits * u * outer.linear * inner.offset +
                      u * offset;
  size.offset = offset + size.offset_error;
  return size;
}

std::vector<Size> slot_sizes(const RobotData& data, std::span<const double> largest) {
  std::vector<Size> sizes(data.variable_names.size());
  for (std::size_t v = 0; v < sizes.size(); ++v) {
    sizes[v].most = data.greatest[v];
    if (v < largest.size() && std::fabs(largest[v]) < data.greatest[v])
      sizes[v].most = std::fabs(largest[v]);
  }
  int exponent = 0;
  for (const Follower& follower : data.followers) {
    const Size& from = sizes[follower.from];
    const double product = std::fabs(follower.multiplier) * from.most;
    Size size{product + std::fabs(follower.offset), std::fabs(follower.multiplier) * from.error};
    // A power of two multiplies exactly, and 0 adds exactly.
    const double share = kHalfUnit * (1 + 0x1p-20);
    if (std::fabs(std::frexp(follower.multiplier, &exponent)) > 0.5) size.error += share * product;
    if (std::fabs(follower.offset) > 0) size.error += share * size.most;
    size.most += size.error;
    sizes.push_back(size);
  }
  return sizes;
}

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

std::vector<FrameRounding> Robot::rounding(std::span<const double> largest) const {
  namespace robot = detail::robot;
  const robot::RobotData& data = *data_;
  const std::vector<robot::Size> slots = robot::slot_sizes(data, largest);
  std::vector<robot::MapSize> sizes(static_cast<std::size_t>(data.frames));
  std::vector<FrameRounding> found(sizes.size());
  for (const robot::Step& step : data.steps) {
    robot::MapSize map = robot::map_size(step, slots.data() + step.slot);
    if (step.parent >= 0)
      map = robot::product_size(sizes[static_cast<std::size_t>(step.parent)], map);
    const auto frame = static_cast<std::size_t>(step.frame);
    sizes[frame] = map;
    const double share = 1 + robot::kRoundingShare;
    found[frame] = {map.offset_error * share + robot::kRoundingUnderflow,
                    map.linear_error * share + robot::kRoundingUnderflow};
  }
  return found;
}

}  // namespace sunder::inline SUNDER_ABI
