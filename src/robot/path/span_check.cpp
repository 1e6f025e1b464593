// SPDX-License-Identifier: Apache-2.0
//
// Idea: The function "how far along the direction" is affine. It is carried from joint to joint, from the first body's
// link to the second's. All its coefficients are moving numbers: enclosures of what they are and of their rates.
// Source: Mean value forms (Moore, Interval Analysis, 1966).
// Bound: Every operation rounds outward. Sine and cosine are those of integers (query/cast/sine_cosine.hpp). It shares
// nothing with the search: no pose, no bound on a rounding, no bound on a motion.
// Cost: Some microseconds, and 0.1 a vertex.
// Gives up: Angles too large for the sine of integers.
#include "robot/path/span_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "query/cast/sine_cosine.hpp"

namespace sunder::detail::robot {
namespace {

/// An affine map of a frame to that which holds it, of ranges.
struct Origin {
  std::array<std::array<Range, 3>, 3> linear{};
  std::array<Range, 3> offset{};
};

Origin origin_of(const Pose3& pose) noexcept {
  Origin origin;
  for (int row = 0; row < 3; ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (int k = 0; k < 3; ++k) {
      // A quaternion's matrix is rounded, within 2^-53 of each entry.
      const double entry = pose.linear(row, k), doubt = pose.is_quaternion() ? 0x1p-52 : 0;
      origin.linear[r][static_cast<std::size_t>(k)] = {entry - doubt, entry + doubt};
    }
    origin.offset[r] = pose.offset(row);
  }
  return origin;
}

/// The largest entry of R^T R less the identity.
double shear_of(const Origin& origin) noexcept {
  double difference = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t k = 0; k < 3; ++k) {
      Range sum(j == k ? -1 : 0);
      for (std::size_t row = 0; row < 3; ++row)
        sum = sum + origin.linear[row][j] * origin.linear[row][k];
      difference = std::fmax(difference, sum.size());
    }
  }
  return difference;
}

/// The level of the inner frame's points, of one of the outer frame.
Level entered(const Level& outer, const Origin& origin) noexcept {
  Level inner{{}, outer.offset};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t row = 0; row < 3; ++row) {
      inner.slope[k] = inner.slope[k] + outer.slope[row] * Moving(origin.linear[row][k]);
    }
    inner.offset = inner.offset + outer.slope[k] * Moving(origin.offset[k]);
  }
  return inner;
}

/// The level of the outer frame's points. R^-1 is R^T, up to what R^T R differs from the identity by.
Level left(const Level& inner, const Origin& origin) noexcept {
  const double difference = shear_of(origin);
  // |R^-1 - R^T| <= |R^-1| |I - R R^T|; the second is at most 3 times the largest entry, the first 2.
  const double doubt = difference < 0.1 ? 6 * difference : std::numeric_limits<double>::infinity();
  Level outer{{}, inner.offset};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Range inverse = origin.linear[row][k] + Range(-doubt, doubt);
      outer.slope[row] = outer.slope[row] + inner.slope[k] * Moving(inverse);
    }
  }
  for (std::size_t k = 0; k < 3; ++k)
    outer.offset = outer.offset - outer.slope[k] * Moving(origin.offset[k]);
  return outer;
}

/// Sine and cosine of an angle that moves.
std::optional<std::pair<Moving, Moving>> turn(const Moving& angle) noexcept {
  const auto enclosed = [](const Range& range, Range& sine, Range& cosine) {
    const double centre = (range.lower + range.upper) / 2;
    const double radius =
        std::fmax(range.upper - centre, centre - range.lower) * (1 + 0x1p-50) + kSineError;
    SineCosine of_centre;
    if (!(radius <= 4) || !of_centre.set(centre, 1)) return false;
    sine = common({-1, 1}, Range(of_centre.sine) + Range(-radius, radius));
    cosine = common({-1, 1}, Range(of_centre.cosine) + Range(-radius, radius));
    return true;
  };
  Moving sine, cosine;
  if (!enclosed(angle.middle, sine.middle, cosine.middle) ||
      !enclosed(angle.whole, sine.whole, cosine.whole)) {
    return std::nullopt;
  }
  sine.rate = cosine.whole * angle.rate;
  cosine.rate = -(sine.whole * angle.rate);
  return std::pair(sine, cosine);
}

/// The axis of length 1.
MovingVector enclosed_axis(const Vector3& axis) noexcept {
  const double largest = std::max({std::fabs(axis[0]), std::fabs(axis[1]), std::fabs(axis[2])});
  std::array<Range, 3> scaled;
  Range square;
  for (std::size_t k = 0; k < 3; ++k) {
    const double quotient = axis[k] / largest;
    scaled[k] = widened(quotient, quotient);
    square = square + scaled[k] * scaled[k];
  }
  const Range length = widened(std::sqrt(square.lower), std::sqrt(square.upper));
  const Range inverse = widened(1 / length.upper, 1 / length.lower);
  return {Moving(scaled[0] * inverse), Moving(scaled[1] * inverse), Moving(scaled[2] * inverse)};
}

/// The exact rotation of a quaternion x, y, z, w of any length.
Origin rotation_of(std::span<const Range> q) noexcept {
  const Range &x = q[0], &y = q[1], &z = q[2], &w = q[3];
  const Range square = x * x + y * y + z * z + w * w;
  const Range twice = widened(2 / square.upper, 2 / square.lower);
  const std::array<std::array<Range, 3>, 3> inside{{{y * y + z * z, x * y - z * w, x * z + y * w},
                                                    {x * y + z * w, x * x + z * z, y * z - x * w},
                                                    {x * z - y * w, y * z + x * w, x * x + y * y}}};
  Origin origin;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Range entry = twice * inside[row][k];
      origin.linear[row][k] = row == k ? Range(1) - entry : entry;
    }
  }
  return origin;
}

}  // namespace

Moving SpanCheck::value(std::int32_t r, const RobotJoint& joint, std::int32_t slot) const {
  const RobotModel& model = problem_.data().robots[static_cast<std::size_t>(r)].model();
  std::vector<const RobotJoint*> followers;
  const RobotJoint* leading = &joint;
  for (; leading->mimic >= 0; leading = &model.joints[static_cast<std::size_t>(leading->mimic)]) {
    followers.push_back(leading);
  }
  const auto at = static_cast<std::size_t>(
      problem_.data().first_variable[static_cast<std::size_t>(r)] + leading->variable + slot);
  const Range start(from_[at]), change = change_[at], times(middle_ - half_, middle_ + half_);
  Moving value(start + Range(middle_) * change, start + times * change, change);
  for (std::size_t k = followers.size(); k-- > 0;) {
    value = value * Moving(followers[k]->multiplier) + Moving(followers[k]->offset);
  }
  return value;
}

/// Between the frame of a joint's origin and that of its child.
bool SpanCheck::move(std::int32_t r, const RobotJoint& joint, bool inwards, Level& level) const {
  const auto slide = [&](const MovingVector& axis, const Moving& way) {
    const Moving step = dot(level.slope, axis) * way;
    level.offset = inwards ? level.offset + step : level.offset - step;
  };
  const auto rotate = [&](const MovingVector& axis, const Moving& angle) {
    const auto turned = turn(angle);
    if (!turned) return false;
    // The slope is a row: times a turn it is turned back.
    const auto& [sine, cosine] = *turned;
    const Moving s = inwards ? -sine : sine;
    const MovingVector across = cross(axis, level.slope);
    const Moving along = dot(axis, level.slope) * (Moving(1) - cosine);
    for (std::size_t k = 0; k < 3; ++k) {
      level.slope[k] = narrowed(cosine * level.slope[k] + s * across[k] + along * axis[k], half_);
    }
    return true;
  };
  const std::array<MovingVector, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const auto slide_along_axes = [&](std::int32_t count) {
    for (std::int32_t k = 0; k < count; ++k)
      slide(axes[static_cast<std::size_t>(k)], value(r, joint, k));
  };
  switch (joint.kind) {
    case JointKind::fixed:
      return true;
    case JointKind::revolute:
    case JointKind::continuous:
      return rotate(enclosed_axis(joint.axis), value(r, joint, 0));
    case JointKind::prismatic:
      slide(enclosed_axis(joint.axis), value(r, joint, 0));
      return true;
    case JointKind::planar:
      if (!inwards && !rotate(axes[2], value(r, joint, 2))) return false;
      slide_along_axes(2);
      return !inwards || rotate(axes[2], value(r, joint, 2));
    case JointKind::floating:
      break;
  }
  std::vector<Range> quaternion;
  for (std::int32_t k = 3; k < 7; ++k) {
    const Moving entry = value(r, joint, k);
    if (!(entry.rate.size() <= 0)) return false;
    quaternion.push_back(entry.whole);
  }
  const Origin rotation = rotation_of(quaternion);
  if (!inwards) level = left(level, rotation);
  slide_along_axes(3);
  if (inwards) level = entered(level, rotation);
  return true;
}

/// Carries a level from the frame of a's link to that of b's.
bool SpanCheck::carry(const PathPair& pair, Level& level) const {
  const JointChain chain = problem_.joints_between(pair.a, pair.b);
  const auto model_of = [&](std::int32_t body) -> const RobotModel* {
    const std::int32_t robot = problem_.body(body).robot;
    return robot < 0 ? nullptr : &problem_.data().robots[static_cast<std::size_t>(robot)].model();
  };
  const RobotModel *model_a = model_of(pair.a), *model_b = model_of(pair.b);
  for (const std::int32_t index : chain.up) {
    const RobotJoint& joint = model_a->joints[static_cast<std::size_t>(index)];
    if (!move(problem_.body(pair.a).robot, joint, false, level)) return false;
    level = left(level, origin_of(joint.origin));
  }
  if (model_a != model_b) {
    if (model_a != nullptr) level = left(level, origin_of(model_a->base));
    if (model_b != nullptr) level = entered(level, origin_of(model_b->base));
  }
  for (const std::int32_t index : chain.down) {
    const RobotJoint& joint = model_b->joints[static_cast<std::size_t>(index)];
    level = entered(level, origin_of(joint.origin));
    if (!move(problem_.body(pair.b).robot, joint, true, level)) return false;
  }
  return true;
}

LevelRange SpanCheck::levels_of(std::int32_t index, std::span<const Vector3> points,
                                const Level& level) const {
  LevelRange levels;
  const Origin place = origin_of(problem_.pose_in_link(index));
  for (const Vector3& point : points) {
    std::array<Range, 3> at = place.offset;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t k = 0; k < 3; ++k)
        at[row] = at[row] + place.linear[row][k] * Range(point[k]);
    }
    Range value = level.offset.middle, rate = level.offset.rate;
    for (std::size_t k = 0; k < 3; ++k) {
      value = value + level.slope[k].middle * at[k];
      rate = rate + level.slope[k].rate * at[k];
    }
    levels.include(value + Range(-half_, half_) * Range(rate.size()));
  }
  return levels;
}

std::optional<LevelOfPair> SpanCheck::along(const PathPair& pair, const Vector3& direction) const {
  const Level level{{Moving(direction[0]), Moving(direction[1]), Moving(direction[2])},
                    Moving(0.0)};
  LevelOfPair both{level, level};
  if (!carry(pair, both.of_b)) return std::nullopt;
  return both;
}

double SpanCheck::least_gap(const PathPair& pair, const Claim& claim) const {
  const auto level = along(pair, claim.direction);
  if (!level) return -LevelRange::kNone;
  const LevelRange of_a = levels_of(pair.a, claim.points_a, level->of_a),
                   of_b = levels_of(pair.b, claim.points_b, level->of_b);
  return (Range(of_b.lowest.lower) - Range(of_a.highest.upper)).lower;
}

std::vector<Range> changes_of(std::span<const double> changes) {
  std::vector<Range> ranges;
  for (const double value : changes)
    ranges.push_back(std::fabs(value) > 0 ? widened(value, value) : Range());
  return ranges;
}

double stretch_of(const CheckData& data) noexcept {
  double stretch = 1;
  for (const Robot& robot : data.robots) {
    stretch *= 1 + 6 * shear_of(origin_of(robot.model().base));
    for (const RobotJoint& joint : robot.model().joints)
      stretch *= 1 + 6 * shear_of(origin_of(joint.origin));
  }
  return stretch * (1 + 0x1p-40);
}

}  // namespace sunder::detail::robot
