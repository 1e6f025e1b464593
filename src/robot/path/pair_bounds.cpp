// SPDX-License-Identifier: Apache-2.0
//
// Idea: Both are farther apart at the moment than the joints can bring them together (relative_motion.hpp): by balls, or
//   along a direction that stays with one of the two, to second order. To first order b is moved by a sum of twists, each
//   of a time of its own from -1 to 1. What is left of a point's way along the direction is concave in the point, so a
//   vertex of b comes closest.
// Bound: relative_motion.hpp; least_gap() adds the roundings of its own sums. Origins that are no exact rotations stretch
//   each length by shear() at most, which set_play() adds to what moves.
// Cost: Balls and a direction some hundred nanoseconds; a distance of hulls some microseconds; meshes more.
//   Meshes whose hulls no direction separates are asked piece by piece (piece_bounds.cpp).
// Gives up: Meshes whose pieces overlap are bounded to first order alone.
#include "robot/path/pair_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/margin.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::robot {
namespace {

/// The least scalar product of a direction with a point.
double least_along(std::span<const Vector3> points, const Vector3& direction) noexcept {
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& point : points) least = std::min(least, dot<3>(point, direction));
  return least;
}

const Polytope3& core_hull(const CheckBody& body) noexcept {
  return body.inner ? *body.inner : body.hull;
}

}  // namespace

const Body3& whole(const CheckBody& body) noexcept {
  return body.body ? *body.body : *body.as_body;
}
const Body3& core(const CheckBody& body) noexcept {
  return body.inner ? *body.inner_as_body : whole(body);
}

PairBounds::PairBounds(const PathProblem& problem, std::span<const double> largest)
    : problem_(problem), moment_(problem) {
  const CheckData& data = problem.data();
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const auto count = static_cast<std::size_t>(data.robots[r].variables());
    rounding_.push_back(data.robots[r].rounding(
        largest.subspan(static_cast<std::size_t>(data.first_variable[r]), count)));
  }
}

double PairBounds::rounding_of(const PathBody& body) const noexcept {
  if (body.robot < 0) return 0;
  const auto& rounding =
      rounding_[static_cast<std::size_t>(body.robot)][static_cast<std::size_t>(body.frame)];
  return rounding.at(body.reach) * kPathUpward;
}

/// Writes the axes of the pair's chain, and returns a ball that holds b.
Ball<3> PairBounds::set_axes(const PathPair& pair, std::span<const double> rates,
                             std::span<const double> doubts) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const Vector3 centre_a = moment_.image(a, a.ball.centre),
                centre_b = moment_.image(b, b.ball.centre);
  const double error_b = rounding_of(b),
               size = length<3>(centre_a) + length<3>(centre_b) + a.reach + b.reach;
  const double stretch = 1 + 4 * problem_.shear();
  const Ball<3> ball{centre_b,
                     b.ball.radius * stretch * kPathUpward + error_b + size * kPathSumError};
  axes_.clear();
  for (const ChainAxis& link : pair.chain) {
    const auto variable = static_cast<std::size_t>(link.variable);
    MovingAxis axis;
    axis.turns = link.turns;
    axis.rate = rates[variable] * link.factor;
    axis.direction = moment_.turned(link.robot, link.frame, link.axis);
    for (int row = 0; row < 3; ++row) {
      axis.point[static_cast<std::size_t>(row)] =
          moment_.entry(link.robot, link.child, 4 * row + 3);
    }
    const double arm = (length<3>(minus<3>(ball.centre, axis.point)) + ball.radius) * kPathUpward;
    const std::vector<FrameRounding>& rounding = rounding_[static_cast<std::size_t>(link.robot)];
    axis.error = rounding[static_cast<std::size_t>(link.child)].at(arm) +
                 rounding[static_cast<std::size_t>(link.frame)].slope * arm;
    if (!doubts.empty()) axis.doubt = std::fabs(link.factor) * doubts[variable];
    axes_.push_back(axis);
  }
  return ball;
}

/// `errors` says how often the rounding of the frames counts.
void PairBounds::set_play(const PathPair& pair, const Ball<3>& ball, double half, double errors) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const double stretch = 1 + 4 * problem_.shear();
  play_.motion = relative_motion(axes_, ball, half);
  play_.error = (rounding_of(a) + rounding_of(b)) * errors;
  RelativeMotion& motion = play_.motion;
  motion.error += 8 * problem_.shear() * (motion.first + motion.second);
  motion.first *= stretch;
  motion.second *= stretch;
  play_.doubt = (motion.error + play_.error) * kPathUpward;
  play_.loss = (motion.first + play_.doubt + pair.margin * stretch) * kPathUpward;
  const double radii =
      (a.ball.radius * stretch + pair.radius_a + pair.radius_b) * kPathUpward + ball.radius;
  const Vector3 centre_a = moment_.image(a, a.ball.centre);
  const double size = length<3>(centre_a) + length<3>(ball.centre) + a.reach + b.reach;
  play_.ball_gap =
      length<3>(minus<3>(centre_a, ball.centre)) - radii - play_.loss - size * kPathSumError;
}

const PairPlay& PairBounds::play_together(const PathPair& pair, std::span<const double> rates,
                                          std::span<const double> doubts, double half) {
  const Ball<3> ball = set_axes(pair, rates, doubts);
  set_play(pair, ball, half, 1);
  Twist all{play_.motion.spin, play_.motion.drift};
  for (std::size_t k = 0; k < 3; ++k) {
    all.spin[k] *= half;
    all.drift[k] *= half;
  }
  twists_.assign(1, all);
  return play_;
}

const PairPlay& PairBounds::play_apart(const PathPair& pair, std::span<const double> rates) {
  const Ball<3> ball = set_axes(pair, rates, {});
  set_play(pair, ball, 1, 2);
  twists_.clear();
  for (const MovingAxis& axis : axes_) twists_.push_back(twist_of(axis));
  return play_;
}

/// Returns how much farther than its margin a part of b stays from one of a, at least, whatever the joints do. Each is the
/// hull of points of its frame. It is measured along a unit direction of the world that stays with a.
double PairBounds::least_gap(const PathPair& pair, const Vector3& direction,
                             std::span<const Vector3> points_a, std::span<const Vector3> points_b) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const Vector3 origin_a = moment_.origin(a);
  const double top =
      dot<3>(origin_a, direction) - least_along(points_a, negated<3>(moment_.pulled(a, direction)));
  const Vector3 ahead = moment_.pulled(b, direction), origin = moment_.origin(b);
  double spin = 1, size = a.reach + length<3>(origin_a);
  ways_.clear();
  for (const Twist& twist : twists_) {
    const Vector3 turning = cross(direction, twist.spin);
    ways_.push_back(
        {moment_.pulled(b, turning), dot<3>(origin, turning) + dot<3>(direction, twist.drift)});
    spin += length<3>(twist.spin);
    size += length<3>(twist.drift);
  }
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& point : points_b) {
    double along = dot<3>(point, ahead);
    for (const Way& way : ways_) along -= std::fabs(dot<3>(point, way.slope) + way.rest);
    least = std::min(least, along);
  }
  size += (b.reach + length<3>(origin)) * spin;
  const double terms = 1 + static_cast<double>(twists_.size()) * 0.125;
  const double loss =
      play_.motion.second + play_.motion.error + play_.error * spin + size * kPathSumError * terms;
  return least + dot<3>(origin, direction) - top -
         (loss + pair.radius_a + pair.radius_b + pair.margin) * (kPathUpward + problem_.shear());
}

PairGap PairBounds::separate(const PathPair& pair, PairDirection& kept, double width) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  PairGap found;
  const auto proves = [&](double gap, const Vector3& direction) {
    if (!(gap > 0)) return false;
    found.apart = true;
    found.gap = gap;
    found.direction = direction;
    return true;
  };
  const Vector3 between =
      minus<3>(moment_.image(b, b.ball.centre), moment_.image(a, a.ball.centre));
  if (proves(play_.ball_gap, between)) return found;
  if (kept.known) {
    Vector3 direction = moment_.turned(a, kept.direction);
    const double scale = 1 / length<3>(direction);
    for (double& entry : direction) entry *= scale;
    if (proves(least_gap(pair, direction, a.points, b.points), direction)) return found;
  }
  // No direction has a gap of more than the distance of two points of the hulls.
  const double most =
      length<3>(minus<3>(moment_.image(b, b.points[0]), moment_.image(a, a.points[0])));
  if (play_.motion.first > width && std::min(play_.motion.first, play_.motion.second) > most)
    return found;

  const CheckBody &shape_a = *a.shape, &shape_b = *b.shape;
  const Pose3 &pose_a = moment_.pose(pair.a), &pose_b = moment_.pose(pair.b);
  const Distance3 hulls = distance(Posed3(shape_a.hull, pose_a, pair.radius_a),
                                   Posed3(shape_b.hull, pose_b, pair.radius_b));
  found.hulls = hulls.distance;
  if (hulls.verdict == Verdict::separated && hulls.witness) {
    const Vector3& normal = hulls.witness->normal;
    kept.direction = moment_.pulled(a, normal);
    kept.known = true;
    if (proves(hulls.distance.lower - play_.loss, normal) ||
        proves(least_gap(pair, normal, a.points, b.points), normal))
      return found;
  }
  if (!shape_a.body && !shape_b.body) return found;
  // Clusters of bodies that fill their hulls say little more than these: a shorter span is cheaper.
  const bool fill_hulls = shape_a.pieces.empty() && shape_b.pieces.empty();
  if (fill_hulls && hulls.distance.lower > 0) return found;
  if (!a.pieces.empty() && !b.pieces.empty()) {
    const Pieces pieces = separate_pieces(pair, kept);
    found.apart = pieces == Pieces::apart;
    found.enclosed = pieces == Pieces::enclosed;
    if (found.apart) {
      found.gap = std::numeric_limits<double>::infinity();
      for (const PieceGap& gap : gaps_) found.gap = std::min(found.gap, gap.gap);
      found.pieces = gaps_;
    }
    // What is left of pieces that are apart at the moment is a matter of shorter spans.
    if (pieces != Pieces::overlap) return found;
  }
  const BodyMarginAnswer apart =
      compare_to_margin({whole(shape_a), pose_a}, {whole(shape_b), pose_b},
                        {play_.loss, pair.radius_a, pair.radius_b})
          .value();
  found.apart = apart.verdict == Verdict::separated;
  return found;
}

double PairBounds::least_depth(const PathPair& pair) {
  const CheckBody &a = *problem_.body(pair.a).shape, &b = *problem_.body(pair.b).shape;
  const Pose3 &pose_a = moment_.pose(pair.a), &pose_b = moment_.pose(pair.b);
  if (!a.body && !b.body) {
    const Posed3 posed_a(core_hull(a), pose_a, pair.radius_a),
        posed_b(core_hull(b), pose_b, pair.radius_b);
    return penetration(posed_a, posed_b).depth.lower;
  }
  const double radii = (pair.radius_a + pair.radius_b) * (1 - 0x1p-50);
  const PosedBody3 posed_a(core(a), pose_a), posed_b(core(b), pose_b);
  const BodyPenetration inside = penetration(posed_a, posed_b);
  if (inside.verdict == Verdict::overlapping) return inside.depth.lower + radii;
  return std::max(0.0, radii - distance(posed_a, posed_b).distance.upper);
}

}  // namespace sunder::detail::robot
