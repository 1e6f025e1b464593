// SPDX-License-Identifier: Apache-2.0
#include "bench/motion.hpp"

#include <cmath>
#include <numbers>

#include "bench/bodies.hpp"

namespace sunder::bench {
namespace {

constexpr int kMotions = 4;
constexpr double kTurn = 0.01;  ///< radians a step

struct Start {
  double reach;  ///< distance of the start of a motion from the middle
  Vector3 half_a{}, half_b{};
};

/// The depth of a sliding motion, as a share of the starting distance, changes within these.
constexpr double kLeastShare = 0.001;
constexpr double kMostShare = 0.03;
/// Steps from the least depth to the most and back.
constexpr int kPeriod = 125;

Start add_bodies(Random& random, Mover mover, PairSet& set) {
  switch (mover) {
    case Mover::box: {
      const Start start{2.5, {1, 0.8, 0.6}, {0.7, 0.9, 1.1}};
      set.boxes = true;
      set.bodies = {Polytope3::box(start.half_a), Polytope3::box(start.half_b)};
      return start;
    }
    case Mover::hull32:
      for (int i = 0; i < 2; ++i) set.bodies.push_back(round_body(random, 32));
      return {2.5};
    default:
      for (int i = 0; i < 2; ++i)
        set.bodies.push_back(ellipsoid(mover == Mover::ell50 ? 50 : 500, {500, 400, 400}));
      return {1100};
  }
}

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 rotated(const std::vector<double>& rows, const Vector3& v) {
  Vector3 result{};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < 3; ++l) result[k] += rows[4 * k + l] * v[l];
  }
  return result;
}

/// What the steps of a motion have in common.
struct Motion {
  Start start;
  std::vector<double> still;
  Vector3 way{}, aside{}, axis{};

  Motion(Random& random, const Start& from)
      : start(from), still(random_rotation(random)), way(random_direction(random)) {
    aside = cross(way, random_direction(random));
    axis = random_direction(random);
  }

  Pair posed(int step, const Vector3& offset) const {
    Pair pair;
    pair.b = 1;
    pair.half_a = start.half_a;
    pair.half_b = start.half_b;
    pair.rows_a = still;
    pair.rows_b = rotation(axis, kTurn * step);
    for (std::size_t k = 0; k < 3; ++k) pair.rows_b[4 * k + 3] = offset[k];
    return pair;
  }
};

void add_passing(const Motion& motion, PairSet& set) {
  for (int step = 0; step < kSteps; ++step) {
    const double along = motion.start.reach * (2.0 * step / (kSteps - 1) - 1);
    Vector3 offset;
    for (std::size_t k = 0; k < 3; ++k)
      offset[k] = along * motion.way[k] + 0.2 * motion.start.reach * motion.aside[k];
    add_posed(set, motion.posed(step, offset));
  }
}

/// Bisection with the proven depth finds the offset.
void add_sliding(const Motion& motion, PairSet& set) {
  for (int step = 0; step < kSteps; ++step) {
    const double phase = 2 * std::numbers::pi * step / kPeriod;
    const double share =
        std::exp(std::lerp(std::log(kLeastShare), std::log(kMostShare), (1 - std::cos(phase)) / 2));
    const double depth = share * motion.start.reach;
    const Vector3 way = rotated(rotation(motion.axis, -kTurn * step), motion.way);
    const auto posed_at = [&](double along) {
      return motion.posed(step, {along * way[0], along * way[1], along * way[2]});
    };
    double inside = 0;
    double outside = 2 * motion.start.reach;
    for (int halving = 0; halving < 40; ++halving) {
      const double middle = (inside + outside) / 2;
      PairSet trial;
      trial.bodies = set.bodies;
      add_posed(trial, posed_at(middle));
      (penetration(trial.a(0), trial.b(0)).depth.lower > depth ? inside : outside) = middle;
    }
    add_posed(set, posed_at(inside));
  }
}

}  // namespace

std::string name_of(Mover mover, Course course) {
  constexpr const char* kMovers[] = {"box", "hull32", "ell50", "ell500"};
  constexpr const char* kCourses[] = {"motion/", "sliding/"};
  return std::string(kCourses[static_cast<int>(course)]) + kMovers[static_cast<int>(mover)];
}

PairSet make_motion(Mover mover, Course course) {
  Random random(1000 + static_cast<std::uint64_t>(mover));
  PairSet set;
  const Start start = add_bodies(random, mover, set);
  set.name = name_of(mover, course);
  for (int i = 0; i < kMotions; ++i) {
    const Motion motion(random, start);
    course == Course::passing ? add_passing(motion, set) : add_sliding(motion, set);
  }
  return set;
}

}  // namespace sunder::bench
