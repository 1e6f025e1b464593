// SPDX-License-Identifier: Apache-2.0
//
// Idea: A piece claims that a direction, which stays with the first part of a pair, separates both parts throughout a span
// of time. The function "how far along the direction, beyond the first part" is affine. It is carried from joint to joint
// to the second part's frame, where its least value at the part's vertices is to be positive. All its coefficients are
// moving numbers: enclosures of what they are and of their rates. A span that is too long for them is halved.
// Source: Mean value forms (Moore, Interval Analysis, 1966).
// Bound: Every operation rounds outward. Sine and cosine are those of integers (query/cast/sine_cosine.hpp). It shares
// nothing with the search: no pose, no bound on a rounding, no bound on a motion.
// Cost: Some microseconds, and 0.1 a vertex, a piece and halving.
// Gives up: After 24 halvings of a piece, or 2^16 spans of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "query/cast/sine_cosine.hpp"
#include "robot/path/moving_number.hpp"
#include "robot/path/path_problem.hpp"
#include "sunder/io.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::detail::robot {
namespace {

constexpr int kHalvings = 24;
constexpr int kMostSpans = 1 << 16;

/// x -> slope . x + offset, on the points of a frame.
struct Level {
  MovingVector slope;
  Moving offset;
};

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

/// A span of one edge.
class SpanCheck {
 public:
  SpanCheck(const CheckData& data, std::span<const double> from, std::span<const Range> change,
            const Range& times)
      : data_(data), from_(from), change_(change), middle_((times.lower + times.upper) / 2) {
    half_ = std::fmax(times.upper - middle_, middle_ - times.lower) * (1 + 0x1p-50);
  }

  /// Returns a lower bound on the gap between the bodies of a pair along a direction, in units of its length.
  double least_gap(const PathProblem& problem, const PathPair& pair,
                   const Vector3& direction) const;

 private:
  Moving value(std::int32_t robot, const RobotJoint& joint, std::int32_t slot) const;
  bool move(std::int32_t robot, const RobotJoint& joint, bool inwards, Level& level) const;
  bool carry(const PathProblem& problem, const PathPair& pair, Level& level) const;

  const CheckData& data_;
  std::span<const double> from_;
  std::span<const Range> change_;
  double middle_, half_;
};

Moving SpanCheck::value(std::int32_t r, const RobotJoint& joint, std::int32_t slot) const {
  const RobotModel& model = data_.robots[static_cast<std::size_t>(r)].model();
  std::vector<const RobotJoint*> followers;
  const RobotJoint* leading = &joint;
  for (; leading->mimic >= 0; leading = &model.joints[static_cast<std::size_t>(leading->mimic)]) {
    followers.push_back(leading);
  }
  const auto at = static_cast<std::size_t>(data_.first_variable[static_cast<std::size_t>(r)] +
                                           leading->variable + slot);
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
bool SpanCheck::carry(const PathProblem& problem, const PathPair& pair, Level& level) const {
  const JointChain chain = problem.joints_between(pair.a, pair.b);
  const auto model_of = [&](std::int32_t body) -> const RobotModel* {
    const std::int32_t robot = problem.body(body).robot;
    return robot < 0 ? nullptr : &data_.robots[static_cast<std::size_t>(robot)].model();
  };
  const RobotModel *model_a = model_of(pair.a), *model_b = model_of(pair.b);
  for (const std::int32_t index : chain.up) {
    const RobotJoint& joint = model_a->joints[static_cast<std::size_t>(index)];
    if (!move(problem.body(pair.a).robot, joint, false, level)) return false;
    level = left(level, origin_of(joint.origin));
  }
  if (model_a != model_b) {
    if (model_a != nullptr) level = left(level, origin_of(model_a->base));
    if (model_b != nullptr) level = entered(level, origin_of(model_b->base));
  }
  for (const std::int32_t index : chain.down) {
    const RobotJoint& joint = model_b->joints[static_cast<std::size_t>(index)];
    level = entered(level, origin_of(joint.origin));
    if (!move(problem.body(pair.b).robot, joint, true, level)) return false;
  }
  return true;
}

double SpanCheck::least_gap(const PathProblem& problem, const PathPair& pair,
                            const Vector3& direction) const {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  Level level{{Moving(direction[0]), Moving(direction[1]), Moving(direction[2])}, Moving(0.0)};
  // How far a reaches along the direction, in its link's frame or the world's.
  double top = kNone;
  const auto for_each_point = [&](std::int32_t index, const auto& visit) {
    const PathBody& body = problem.body(index);
    const Origin place = origin_of(problem.pose_in_link(index));
    for (const Vector3& point : body.points) {
      std::array<Range, 3> at = place.offset;
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = 0; k < 3; ++k)
          at[row] = at[row] + place.linear[row][k] * Range(point[k]);
      }
      visit(at);
    }
  };
  for_each_point(pair.a, [&](const std::array<Range, 3>& at) {
    Range sum;
    for (std::size_t k = 0; k < 3; ++k) sum = sum + Range(direction[k]) * at[k];
    top = std::max(top, sum.upper);
  });
  if (!carry(problem, pair, level)) return kNone;
  double least = std::numeric_limits<double>::infinity();
  for_each_point(pair.b, [&](const std::array<Range, 3>& at) {
    Range value = level.offset.middle, rate = level.offset.rate;
    for (std::size_t k = 0; k < 3; ++k) {
      value = value + level.slope[k].middle * at[k];
      rate = rate + level.slope[k].rate * at[k];
    }
    const double bound = (value - Range(half_) * Range(rate.size())).lower;
    if (!(bound >= least)) least = bound;
  });
  const Range gap = Range(least) - Range(top);
  return gap.lower;
}

/// What lengths of the world may become in the frame of a link.
double stretch_of(const CheckData& data) noexcept {
  double stretch = 1;
  for (const Robot& robot : data.robots) {
    stretch *= 1 + 6 * shear_of(origin_of(robot.model().base));
    for (const RobotJoint& joint : robot.model().joints)
      stretch *= 1 + 6 * shear_of(origin_of(joint.origin));
  }
  return stretch * (1 + 0x1p-40);
}

/// Checks the claims of a certificate one after another.
class EdgeCheck {
 public:
  EdgeCheck(const PathProblem& problem, std::span<const double> from, std::span<const Range> change)
      : problem_(problem), from_(from), change_(change), stretch_(stretch_of(problem.data())) {}

  /// Is the piece true?
  bool holds(const EdgePiece& piece, const PathPair& pair) {
    spans_ = 0;
    const Vector3& n = piece.direction;
    const Range square =
        Range(n[0]) * Range(n[0]) + Range(n[1]) * Range(n[1]) + Range(n[2]) * Range(n[2]);
    const double apart =
        (pair.radius_a + pair.radius_b + pair.margin) * std::sqrt(square.upper) * stretch_;
    return holds({piece.begin, piece.end}, pair, n, apart, kHalvings);
  }

 private:
  bool holds(const Range& times, const PathPair& pair, const Vector3& direction, double apart,
             int halvings) {
    if (++spans_ > kMostSpans) return false;
    const SpanCheck span(problem_.data(), from_, change_, times);
    if (span.least_gap(problem_, pair, direction) > apart) return true;
    const double middle = (times.lower + times.upper) / 2;
    return halvings > 0 && holds({times.lower, middle}, pair, direction, apart, halvings - 1) &&
           holds({middle, times.upper}, pair, direction, apart, halvings - 1);
  }

  const PathProblem& problem_;
  std::span<const double> from_;
  std::span<const Range> change_;
  double stretch_;
  int spans_ = 0;  ///< of the piece, examined so far
};

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

Check verify(const RobotChecker& checker, std::span<const double> from, std::span<const double> to,
             const EdgeCertificate& certificate) {
  namespace robot = detail::robot;
  const robot::CheckData& data = robot::CheckerAccess::data(checker);
  const auto refused = [](std::string reason) { return Check{false, std::move(reason)}; };
  std::vector<double> ends(from.begin(), from.end());
  ends.insert(ends.end(), to.begin(), to.end());
  if (from.size() != to.size())
    return refused("the two configurations have another number of variables");
  if (from.size() != static_cast<std::size_t>(data.variables)) {
    return refused(fmt::format("a configuration has {} numbers, and the robot {} variables",
                               from.size(), data.variables));
  }
  const auto change = robot::path_changes(data, ends, 2);
  if (!change) return refused(change.error().message);
  std::vector<robot::Range> changes;
  for (const double value : change.value()) {
    // A difference of 0 is exact, and others are rounded once.
    changes.push_back(std::fabs(value) > 0 ? robot::widened(value, value) : robot::Range());
  }

  const robot::PathProblem& problem = robot::path_problem(data);
  std::unordered_map<std::int64_t, std::size_t> numbers;
  for (std::size_t k = 0; k < problem.pairs().size(); ++k)
    numbers.emplace(problem.pairs()[k].number, k);
  std::vector<double> reached(problem.pairs().size());
  robot::EdgeCheck check(problem, from, changes);
  for (std::size_t i = 0; i < certificate.pieces.size(); ++i) {
    const EdgePiece& piece = certificate.pieces[i];
    const auto found = numbers.find(piece.pair);
    if (found == numbers.end())
      return refused(fmt::format("piece {} is of pair {}, which is not examined", i, piece.pair));
    double& until = reached[found->second];
    if (!(piece.begin >= 0 && piece.begin <= until && piece.end > piece.begin && piece.end <= 1)) {
      return refused(
          fmt::format("piece {} of pair {} does not begin where the last one ends", i, piece.pair));
    }
    if (!check.holds(piece, problem.pairs()[found->second])) {
      return refused(fmt::format("piece {}: its direction does not separate pair {} from {} to {}",
                                 i, piece.pair, json_number(piece.begin), json_number(piece.end)));
    }
    until = piece.end;
  }
  for (std::size_t k = 0; k < reached.size(); ++k) {
    if (!(reached[k] >= 1)) {
      return refused(fmt::format("pair {} is shown apart until {} alone", problem.pairs()[k].number,
                                 json_number(reached[k])));
    }
  }
  return {true, ""};
}

}  // namespace sunder::inline SUNDER_ABI
