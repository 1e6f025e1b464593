// SPDX-License-Identifier: Apache-2.0
//
// Idea: Branch and bound over the variables of the chain between both parts. A box of their values is settled by what
//   holds at its middle and how far the joints can move the parts within it (pair_bounds.hpp); else the variable that
//   moves them farthest is halved. Boxes whose middles are closest come first, so that a pair that meets is soon found to.
// Source: Branch and bound (Land and Doig 1960) over balls and directions of conservative advancement.
// Bound: pair_bounds.hpp, where half of each variable's range is its rate. Parts that overlap to a depth keep doing so
//   while no point moves by more: no direction's supports then part. That holds of convex ones alone.
// Cost: Some microseconds a box.
// Gives up: When the boxes allowed are spent, as where parts touch or come very close.
#include "robot/pairs/box_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "geometry/vectors.hpp"
#include "robot/checker/pair.hpp"
#include "robot/model/robot_data.hpp"

namespace sunder::detail::robot {
namespace {

double middle_of(double lower, double upper) noexcept { return lower + (upper - lower) / 2; }

}  // namespace

BoxSearch::BoxSearch(const PathProblem& problem, const JointBox& ranges,
                     std::function<bool()> goes_on)
    : problem_(problem),
      ranges_(ranges),
      goes_on_(std::move(goes_on)),
      bounds_(problem, ranges.largest()),
      workspace_(RobotAccess::data(problem.data().robots.front())),
      start_(problem.data().robots.front().default_configuration()),
      rates_(start_.size()) {}

/// Computes the kinematics of the middles, one a lane.
void BoxSearch::place(std::span<const Box> boxes) {
  configurations_.clear();
  for (const Box& box : boxes) {
    const std::size_t first = configurations_.size();
    configurations_.insert(configurations_.end(), start_.begin(), start_.end());
    for (std::size_t k = 0; k < variables_.size(); ++k)
      configurations_[first + variables_[k]] = middle_of(box.lower[k], box.upper[k]);
  }
  forward_block(RobotAccess::data(problem_.data().robots.front()), boxes.size(),
                configurations_.data(), workspace_);
}

/// Takes half of each range as the rate of its variable, rounded up.
double BoxSearch::set_rates(const Box& box) {
  double widest = 0;
  for (std::size_t k = 0; k < variables_.size(); ++k) {
    const double middle = middle_of(box.lower[k], box.upper[k]);
    const double half = std::fmax(box.upper[k] - middle, middle - box.lower[k]);
    rates_[variables_[k]] =
        half > 0 ? std::nextafter(half, std::numeric_limits<double>::infinity()) : 0;
    if (box.lower[k] < middle && middle < box.upper[k]) widest = std::fmax(widest, half);
  }
  return widest;
}

/// Chooses the variable that moves b farthest within the box, as seen from a.
void BoxSearch::choose_split(const PathPair& pair, Box& box) {
  const PathBody& b = problem_.body(pair.b);
  const Vector3 centre = bounds_.moment().image(b, b.ball.centre);
  std::vector<double> moves(variables_.size());
  for (std::size_t j = 0; j < pair.chain.size(); ++j) {
    const MovingAxis& axis = bounds_.axes()[j];
    const auto variable = static_cast<std::size_t>(pair.chain[j].variable);
    const auto k = static_cast<std::size_t>(
        std::lower_bound(variables_.begin(), variables_.end(), variable) - variables_.begin());
    const double arm =
        axis.turns ? length<3>(cross(axis.direction, minus<3>(centre, axis.point))) + b.ball.radius
                   : 1;
    const double middle = middle_of(box.lower[k], box.upper[k]);
    if (box.lower[k] < middle && middle < box.upper[k]) moves[k] += std::fabs(axis.rate) * arm;
  }
  box.split =
      static_cast<std::size_t>(std::max_element(moves.begin(), moves.end()) - moves.begin());
}

BoxSearch::State BoxSearch::look(const PathPair& pair, Box& box, std::size_t lane,
                                 Question question, BoxAnswer& answer) {
  ++answer.boxes;
  PathMoment& moment = bounds_.moment();
  moment.set(0, workspace_.poses() + lane);
  moment.clear();
  const double widest = set_rates(box);
  const PairPlay& play = bounds_.play_apart(pair, rates_);
  const CheckBody &a = *problem_.body(pair.a).shape, &b = *problem_.body(pair.b).shape;
  const auto keep_configuration = [&] {
    const auto first = configurations_.begin() + static_cast<std::ptrdiff_t>(lane * start_.size());
    answer.configuration.assign(first, first + static_cast<std::ptrdiff_t>(start_.size()));
  };
  const auto verdict = [&] {
    return decide_pair({a, moment.pose(pair.a), pair.radius_a},
                       {b, moment.pose(pair.b), pair.radius_b}, pair.margin);
  };
  if (question == Question::overlapping) {
    const double depth = bounds_.least_depth(pair);
    if (depth > play.loss) return State::settled;
    if (!(depth > 0) && verdict() == Verdict::separated) {
      keep_configuration();
      return State::met;
    }
    box.key = depth;
  } else {
    const PairGap found = bounds_.separate(pair, box.direction, 0);
    const bool measured = std::isfinite(found.hulls.upper);
    if (measured && found.hulls.lower < answer.nearest) {
      answer.nearest = found.hulls.lower;
      keep_configuration();
    }
    if (found.apart) {
      answer.gap = std::min(answer.gap, found.gap);
      return State::settled;
    }
    box.key = measured ? found.hulls.lower : play.ball_gap + play.loss;
    if (measured && !(found.hulls.upper > 0)) {
      const Verdict here = verdict();
      if (here == Verdict::overlapping || here == Verdict::touching) {
        keep_configuration();
        return State::met;
      }
    }
  }
  box.number = answer.boxes;
  if (widest > 0) choose_split(pair, box);
  return State::open;
}

BoxAnswer BoxSearch::run(const PathPair& pair, std::int64_t boxes, Question question) {
  BoxAnswer answer;
  variables_.clear();
  for (const ChainAxis& axis : pair.chain) {
    const auto variable = static_cast<std::size_t>(axis.variable);
    if (!ranges_.range(variable).bounded) return answer;
    variables_.push_back(variable);
  }
  std::sort(variables_.begin(), variables_.end());
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
  std::fill(rates_.begin(), rates_.end(), 0.0);

  const auto later = [](const Box& x, const Box& y) {
    return x.key > y.key || (!(x.key < y.key) && x.number > y.number);
  };
  std::priority_queue<Box, std::vector<Box>, decltype(later)> waiting(later);
  std::vector<Box> fresh(1);
  for (const std::size_t variable : variables_) {
    fresh[0].lower.push_back(ranges_.range(variable).lower);
    fresh[0].upper.push_back(ranges_.range(variable).upper);
  }
  for (;;) {
    if (answer.boxes + static_cast<std::int64_t>(fresh.size()) > boxes || !goes_on_())
      return answer;
    place(fresh);
    for (std::size_t lane = 0; lane < fresh.size(); ++lane) {
      const State state = look(pair, fresh[lane], lane, question, answer);
      if (state == State::met) {
        answer.outcome = BoxOutcome::met;
        return answer;
      }
      if (state == State::open) waiting.push(std::move(fresh[lane]));
    }
    if (waiting.empty()) {
      answer.outcome = BoxOutcome::proven;
      return answer;
    }
    Box low = waiting.top();
    waiting.pop();
    if (variables_.empty()) return answer;
    const std::size_t k = low.split;
    const double middle = middle_of(low.lower[k], low.upper[k]);
    if (!(low.lower[k] < middle && middle < low.upper[k])) return answer;
    Box high = low;
    low.upper[k] = high.lower[k] = middle;
    fresh.clear();
    fresh.push_back(std::move(low));
    fresh.push_back(std::move(high));
  }
}

BoxAnswer BoxSearch::apart(const PathPair& pair, std::int64_t boxes) {
  return run(pair, boxes, Question::apart);
}

BoxAnswer BoxSearch::overlapping(const PathPair& pair, std::int64_t boxes) {
  if (problem_.body(pair.a).shape->body || problem_.body(pair.b).shape->body) return {};
  return run(pair, boxes, Question::overlapping);
}

}  // namespace sunder::detail::robot
