// SPDX-License-Identifier: Apache-2.0
#include "bench/motion.hpp"

#include "bench/bodies.hpp"

namespace sunder::bench {
namespace {

constexpr int kMotions = 4;
constexpr double kTurn = 0.01;  ///< radians a step

struct Start {
  double reach;  ///< distance of the start of a motion from the middle
  Vector3 half_a{}, half_b{};
};

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

void add_motion(Random& random, const Start& start, PairSet& set) {
  const std::vector<double> still = random_rotation(random);
  const Vector3 way = random_direction(random);
  const Vector3 aside = cross(way, random_direction(random));
  const Vector3 axis = random_direction(random);
  for (int step = 0; step < kSteps; ++step) {
    Pair pair;
    pair.b = 1;
    pair.half_a = start.half_a;
    pair.half_b = start.half_b;
    pair.rows_a = still;
    pair.rows_b = rotation(axis, kTurn * step);
    const double along = start.reach * (2.0 * step / (kSteps - 1) - 1);
    for (std::size_t k = 0; k < 3; ++k)
      pair.rows_b[4 * k + 3] = along * way[k] + 0.2 * start.reach * aside[k];
    add_posed(set, std::move(pair));
  }
}

}  // namespace

std::string to_string(Mover mover) {
  constexpr const char* kNames[] = {"box", "hull32", "ell50", "ell500"};
  return kNames[static_cast<int>(mover)];
}

PairSet make_motion(Mover mover) {
  Random random(1000 + static_cast<std::uint64_t>(mover));
  PairSet set;
  set.name = "motion/" + to_string(mover);
  const Start start = add_bodies(random, mover, set);
  for (int i = 0; i < kMotions; ++i) add_motion(random, start, set);
  return set;
}

}  // namespace sunder::bench
