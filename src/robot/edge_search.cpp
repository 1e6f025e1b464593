// SPDX-License-Identifier: Apache-2.0
//
// Idea: A span of time is free of a pair if both are far enough apart at its middle. The joints between them must not be
// able to bring them together meanwhile (relative_motion.hpp). Balls show it, or a direction that stays with one of the
// two, to second order. Else the span is halved. Poses are those of forward(), and FrameRounding bounds how far the exact
// ones are from them.
// Source: Conservative advancement (Mirtich 1996), by halves (Schwarzer, Saha and Latombe 2005), with a bound of second
// order along a direction beside that of the speed alone.
// Bound: relative_motion.hpp; least_gap() adds the roundings of its own sums. Origins that are no exact rotations stretch
// each length by shear() at most, which examine() adds to what moves.
// Cost: A kinematics of eight times for three levels of halves; a distance for each pair and span that neither balls nor
// the last direction settle.
// Gives up: Where bodies are closer than the width, and cannot move by more than that within a span.
#include "robot/edge_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::size_t kLevels = 48;      // times are multiples of 2^-49
constexpr std::size_t kBlockLevels = 3;  // of halves in a block: seven middles
constexpr double kUp = 1 + 0x1p-30;      // covers the roundings of a few operations
/// Times the sizes: the roundings of an image, of a direction and of a scalar product.
constexpr double kSumError = 0x1p-47;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The least scalar product of a direction with a point.
double least_along(std::span<const Vector3> points, const Vector3& direction) noexcept {
  double least = kInfinity;
  for (const Vector3& point : points) least = std::min(least, dot<3>(point, direction));
  return least;
}

const Body3& whole(const CheckBody& body) noexcept {
  return body.body ? *body.body : *body.as_body;
}
const Body3& core(const CheckBody& body) noexcept {
  return body.inner ? *body.inner_as_body : whole(body);
}
const Polytope3& core_hull(const CheckBody& body) noexcept {
  return body.inner ? *body.inner : body.hull;
}

}  // namespace

EdgeSearch::EdgeSearch(const PathProblem& problem, std::span<const double> largest,
                       const PathOptions& options)
    : problem_(problem), options_(options), active_(kLevels + 1), moment_(problem) {
  const CheckData& data = problem.data();
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const auto count = static_cast<std::size_t>(data.robots[r].variables());
    rounding_.push_back(data.robots[r].rounding(
        largest.subspan(static_cast<std::size_t>(data.first_variable[r]), count)));
  }
}

EdgeAnswer EdgeSearch::run(std::span<const double> from, std::span<const double> change) {
  from_ = from;
  change_ = change;
  answer_ = {};
  answer_.clearance = {kInfinity, kInfinity};
  certificate_.pieces.clear();
  hit_ = open_begin_ = 2;
  hit_pair_ = open_pair_ = -1;
  active_[0].clear();
  for (std::size_t k = 0; k < problem_.pairs().size(); ++k) {
    active_[0].push_back({static_cast<std::int32_t>(k), false, {}});
  }
  visit({0, 1}, 0, 0);
  if (hit_pair_ >= 0) {
    answer_.verdict = EdgeVerdict::hit;
    answer_.time = {std::min(open_begin_, hit_), hit_};
    answer_.pair = hit_pair_;
  } else if (open_pair_ >= 0) {
    answer_.verdict = EdgeVerdict::unresolved;
    answer_.time = {open_begin_, open_end_};
    answer_.pair = open_pair_;
  } else {
    answer_.verdict = EdgeVerdict::free;
    answer_.time = {1, 1};
    return answer_;
  }
  answer_.clearance.lower = 0;
  certificate_.pieces.clear();
  return answer_;
}

/// Keeps the earliest span, of the lowest pair.
void EdgeSearch::leave_open(const Span& span, std::int64_t pair) {
  if (span.begin < open_begin_ || (!(span.begin > open_begin_) && pair < open_pair_)) {
    open_begin_ = span.begin;
    open_end_ = span.end;
    open_pair_ = pair;
  }
}

/// Computes the kinematics of the seven middles below a span, in the order of a heap.
void EdgeSearch::place(const Span& span, std::size_t level) {
  const CheckData& data = problem_.data();
  const std::size_t index = level / kBlockLevels;
  if (blocks_.size() <= index) {
    blocks_.emplace_back();
    for (const Robot& robot : data.robots) blocks_.back().emplace_back(RobotAccess::data(robot));
  }
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const auto first = static_cast<std::size_t>(data.first_variable[r]);
    const std::size_t end = first + static_cast<std::size_t>(data.robots[r].variables());
    configurations_.clear();
    for (std::size_t node = 1; node < kBlock; ++node) {
      std::size_t row = 1;  // nodes on this one's level
      while (row * 2 <= node) row *= 2;
      const double part = (static_cast<double>(node - row) + 0.5) / static_cast<double>(row);
      const double time = span.begin + (span.end - span.begin) * part;
      for (std::size_t k = first; k < end; ++k)
        configurations_.push_back(from_[k] + time * change_[k]);
    }
    forward_block(RobotAccess::data(data.robots[r]), kBlock - 1, configurations_.data(),
                  blocks_[index][r]);
  }
}

/// Settles a span for the pairs of its level. `node` is its place in the heap of its block, 0 where a block begins.
void EdgeSearch::visit(const Span& span, std::size_t level, std::size_t node) {
  if (!(span.begin < hit_)) return;
  if (node == 0) {
    place(span, level);
    node = 1;
  }
  ++answer_.intervals;
  const std::vector<Workspace>& block = blocks_[level / kBlockLevels];
  for (std::size_t r = 0; r < block.size(); ++r) moment_.set(r, block[r].poses() + (node - 1));
  moment_.clear();
  const bool is_last = level + 1 >= kLevels || answer_.intervals >= options_.max_intervals;
  // The list of a level stays as it is until both halves above it are settled.
  std::vector<Active>& rest = active_[level + 1];
  rest.clear();
  for (Active& active : active_[level]) {
    const Outcome outcome = examine(active, span);
    if (outcome == Outcome::close || (is_last && outcome == Outcome::open))
      leave_open(span, problem_.pairs()[static_cast<std::size_t>(active.pair)].number);
    if (outcome == Outcome::open) rest.push_back(active);
  }
  if (is_last || rest.empty()) return;
  const bool next_block = (level + 1) % kBlockLevels == 0;
  visit({span.begin, span.middle()}, level + 1, next_block ? 0 : 2 * node);
  visit({span.middle(), span.end}, level + 1, next_block ? 0 : 2 * node + 1);
}

double EdgeSearch::rounding_of(const PathBody& body) const noexcept {
  if (body.robot < 0) return 0;
  const auto& rounding =
      rounding_[static_cast<std::size_t>(body.robot)][static_cast<std::size_t>(body.frame)];
  return rounding.at(body.reach) * kUp;
}

void EdgeSearch::set_axes(const PathPair& pair, const Ball<3>& ball) {
  axes_.clear();
  for (const ChainAxis& link : pair.chain) {
    const auto variable = static_cast<std::size_t>(link.variable);
    MovingAxis axis;
    axis.turns = link.turns;
    axis.rate = change_[variable] * link.factor;
    axis.direction = moment_.turned(link.robot, link.frame, link.axis);
    for (int row = 0; row < 3; ++row) {
      axis.point[static_cast<std::size_t>(row)] =
          moment_.entry(link.robot, link.child, 4 * row + 3);
    }
    const double arm = (length(minus<3>(ball.centre, axis.point)) + ball.radius) * kUp;
    const std::vector<FrameRounding>& rounding = rounding_[static_cast<std::size_t>(link.robot)];
    axis.error = rounding[static_cast<std::size_t>(link.child)].at(arm) +
                 rounding[static_cast<std::size_t>(link.frame)].slope * arm;
    // from + t * change has three roundings: of the change, of the product and of the sum.
    axis.doubt = std::fabs(link.factor) * 0x1p-51 *
                 (std::fabs(from_[variable]) + std::fabs(change_[variable]));
    axes_.push_back(axis);
  }
}

/// Returns how much farther than its margin b stays from a, at least, for all of the span. It is measured along a unit
/// direction of the world that stays with a.
double EdgeSearch::least_gap(const PathPair& pair, const Vector3& direction,
                             const Play& play) const {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const RelativeMotion& motion = play.motion;
  const Vector3 origin_a = moment_.origin(a), origin_b = moment_.origin(b);
  const double top =
      dot<3>(origin_a, direction) - least_along(a.points, negated<3>(moment_.pulled(a, direction)));
  const Vector3 turning = cross(direction, motion.spin);
  const double drift = dot<3>(direction, motion.drift);
  double bottom = kInfinity;
  for (const double time : {-play.half, play.half}) {
    Vector3 ahead{};
    for (std::size_t k = 0; k < 3; ++k) ahead[k] = direction[k] + time * turning[k];
    const double least = least_along(b.points, moment_.pulled(b, ahead));
    bottom = std::min(bottom, least + dot<3>(origin_b, ahead) + time * drift);
  }
  const double spin = 1 + play.half * length(motion.spin);
  const double size = a.reach + length(origin_a) + (b.reach + length(origin_b)) * spin +
                      play.half * length(motion.drift);
  const double loss = motion.second + motion.error + play.error * spin + size * kSumError;
  return bottom - top -
         (loss + pair.radius_a + pair.radius_b + pair.margin) * (kUp + problem_.shear());
}

/// Returns how deep the bodies overlap, at least, at the middle of the span as their poses were computed. It is 0 where
/// they do not.
double EdgeSearch::least_depth(const PathPair& pair) {
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

/// Keeps a direction of the world that separates a pair for a span, where certificates are asked for.
void EdgeSearch::record(const PathPair& pair, const Span& span, const Vector3& direction) {
  if (options_.certificates.empty()) return;
  const PathBody& a = problem_.body(pair.a);
  Vector3 stays = direction;
  if (a.robot >= 0) {
    for (int k = 0; k < 3; ++k) {
      double sum = 0;
      for (int row = 0; row < 3; ++row) {
        sum +=
            moment_.entry(a.robot, a.link, 4 * row + k) * direction[static_cast<std::size_t>(row)];
      }
      stays[static_cast<std::size_t>(k)] = sum;
    }
  }
  certificate_.pieces.push_back({span.begin, span.end, pair.number, stays});
}

EdgeSearch::Outcome EdgeSearch::examine(Active& active, const Span& span) {
  const PathPair& pair = problem_.pairs()[static_cast<std::size_t>(active.pair)];
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const Vector3 centre_a = moment_.image(a, a.ball.centre),
                centre_b = moment_.image(b, b.ball.centre);
  const double error_b = rounding_of(b),
               size = length(centre_a) + length(centre_b) + a.reach + b.reach;
  const double stretch = 1 + 4 * problem_.shear();
  const Ball<3> ball{centre_b, b.ball.radius * stretch * kUp + error_b + size * kSumError};
  set_axes(pair, ball);
  Play play{relative_motion(axes_, ball, span.half()), rounding_of(a) + error_b, span.half()};
  play.motion.error += 8 * problem_.shear() * (play.motion.first + play.motion.second);
  play.motion.first *= stretch;
  play.motion.second *= stretch;
  const double first = play.motion.first;
  const double doubt = (play.motion.error + play.error) * kUp;
  const double loss = (first + doubt + pair.margin * stretch) * kUp;
  const double radii =
      (a.ball.radius * stretch + pair.radius_a + pair.radius_b) * kUp + ball.radius;
  const auto proves = [&](double gap, const Vector3& direction) {
    if (!(gap > 0)) return false;
    answer_.clearance.lower = std::min(answer_.clearance.lower, gap);
    record(pair, span, direction);
    return true;
  };
  const Vector3 between = minus<3>(centre_b, centre_a);
  if (proves(length(between) - radii - loss - size * kSumError, between)) return Outcome::free;

  const auto along = [&](const Vector3& direction) {
    return proves(least_gap(pair, direction, play), direction);
  };
  if (active.has_direction) {
    Vector3 direction = moment_.turned(a, active.direction);
    const double scale = 1 / length(direction);
    for (double& entry : direction) entry *= scale;
    if (along(direction)) return Outcome::free;
  }
  // No direction has a gap of more than the distance of two points of the hulls.
  const double most =
      length(minus<3>(moment_.image(b, b.points[0]), moment_.image(a, a.points[0])));
  if (first > options_.width && std::min(first, play.motion.second) > most) return Outcome::open;

  const CheckBody &shape_a = *a.shape, &shape_b = *b.shape;
  const Pose3 &pose_a = moment_.pose(pair.a), &pose_b = moment_.pose(pair.b);
  const Distance3 hulls = distance(Posed3(shape_a.hull, pose_a, pair.radius_a),
                                   Posed3(shape_b.hull, pose_b, pair.radius_b));
  if (hulls.verdict == Verdict::separated && hulls.witness) {
    active.direction = moment_.pulled(a, hulls.witness->normal);
    active.has_direction = true;
    const Vector3& normal = hulls.witness->normal;
    if (proves(hulls.distance.lower - loss, normal) || along(normal)) return Outcome::free;
  }
  if (shape_a.body || shape_b.body) {
    const BodyMarginAnswer apart =
        compare_to_margin({whole(shape_a), pose_a}, {whole(shape_b), pose_b},
                          {loss, pair.radius_a, pair.radius_b})
            .value();
    if (apart.verdict == Verdict::separated) {
      answer_.clearance.lower = 0;
      record(pair, span, {});
      return Outcome::free;
    }
  }
  return first > options_.width ? Outcome::open : settle_short(pair, span, doubt);
}

/// What is left of a pair whose parts cannot move by more than the width within the span.
EdgeSearch::Outcome EdgeSearch::settle_short(const PathPair& pair, const Span& span, double doubt) {
  const CheckBody &a = *problem_.body(pair.a).shape, &b = *problem_.body(pair.b).shape;
  const Pose3 &pose_a = moment_.pose(pair.a), &pose_b = moment_.pose(pair.b);
  const auto measured = [&](const Body3& body_a, const Body3& body_b) {
    return distance({body_a, pose_a}, {body_b, pose_b}, pair.radius_a, pair.radius_b)
        .value()
        .distance;
  };
  const double lower = measured(whole(a), whole(b)).lower - pair.margin;
  const double upper = measured(core(a), core(b)).upper;
  answer_.clearance.upper =
      std::min(answer_.clearance.upper, std::max(0.0, upper + doubt - pair.margin));
  const bool meets =
      upper + doubt < pair.margin || (!(upper > 0) && least_depth(pair) + pair.margin > doubt);
  if (meets && span.middle() < hit_) {
    hit_ = span.middle();
    hit_pair_ = pair.number;
  }
  return meets || lower <= options_.width ? Outcome::close : Outcome::open;
}

}  // namespace sunder::detail::robot
