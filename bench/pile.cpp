// SPDX-License-Identifier: Apache-2.0
#include "bench/pile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/bodies.hpp"
#include "sunder/query.hpp"

namespace sunder::bench {
namespace {

constexpr double kSink = 0.001;    ///< how deep bodies rest in each other
constexpr double kSwing = 0.0005;  ///< amplitude of the motion
constexpr double kTwist = 0.001;   ///< radians, amplitude of the rotation
constexpr double kCell = 1.1;      ///< bodies fall over a grid of this width
constexpr int kCells = 7;          ///< in a row
constexpr double kLargest = 1;     ///< no body reaches farther from its origin

PileBody draw_body(Random& random) {
  PileBody body;
  switch (random.between(0, 3)) {
    case 0:
      body.shape = PileShape::crate;
      body.half = {random.in(0.3, 0.5), random.in(0.3, 0.5), random.in(0.25, 0.4)};
      body.core = Polytope3::box(body.half);
      break;
    case 1: {
      body.shape = PileShape::rock;
      const Vector3 size{random.in(0.3, 0.5), random.in(0.3, 0.5), random.in(0.25, 0.4)};
      std::vector<Vector3> points;
      for (int i = random.between(10, 40); i > 0; --i) {
        const Vector3 v = random_direction(random);
        points.push_back({size[0] * v[0], size[1] * v[1], size[2] * v[2]});
      }
      body.core = Polytope3::from_points(points).value();
      break;
    }
    case 2:
      body.shape = PileShape::ball;
      body.radius = random.in(0.2, 0.45);
      body.core = Polytope3::from_points(std::vector<Vector3>{{0, 0, 0}}).value();
      break;
    default:
      body.shape = PileShape::barrel;
      body.core = Polytope3::prism(16, random.in(0.25, 0.4), random.in(0.3, 0.5));
      break;
  }
  return body;
}

/// Crates and half of the barrels stand upright.
std::array<double, 4> draw_rotation(Random& random, PileShape shape) {
  const bool upright =
      shape == PileShape::crate || (shape == PileShape::barrel && random.between(0, 1) == 0);
  if (upright) {
    const double half = random.in(0, std::numbers::pi);
    return {std::cos(half), 0, 0, std::sin(half)};
  }
  const Vector3 v = random_direction(random);
  const double half = random.in(0, std::numbers::pi);
  return {std::cos(half), std::sin(half) * v[0], std::sin(half) * v[1], std::sin(half) * v[2]};
}

Pose3 pose_of(const Placed& placed) {
  return Pose3::from_wxyz(placed.wxyz, placed.position).value();
}

bool meets_any(const std::vector<PileBody>& bodies, const std::vector<Pose3>& poses,
               const PileBody& body, const Pose3& pose) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Posed3 other{bodies[i].core, poses[i], bodies[i].radius};
    if (intersects(other, {body.core, pose, body.radius})) return true;
  }
  return false;
}

/// Lowers a body to where it begins to meet others.
Placed fall(const std::vector<PileBody>& bodies, const std::vector<Pose3>& poses,
            const PileBody& body, Placed placed) {
  const auto meets = [&](double height) {
    placed.position[2] = height;
    return meets_any(bodies, poses, body, pose_of(placed));
  };
  constexpr double kStep = 0.05;
  double free = 2 * kLargest;
  for (const Pose3& pose : poses) free = std::max(free, pose.offset(2) + 2 * kLargest);
  while (!meets(free - kStep)) free -= kStep;
  double inside = free - kStep;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = (free + inside) / 2;
    (meets(middle) ? inside : free) = middle;
  }
  placed.position[2] = free - kSink;
  return placed;
}

/// The motion of a body about its place, one of small swings whose phases differ.
Placed moved(const Placed& rest, std::size_t body, double phase) {
  Placed placed = rest;
  for (std::size_t k = 0; k < 3; ++k)
    placed.position[k] += kSwing * std::sin(phase + static_cast<double>(7 * body + k));
  const double half = kTwist / 2 * std::sin(phase + static_cast<double>(body));
  const auto& [w, x, y, z] = rest.wxyz;
  const double c = std::cos(half);
  const double s = std::sin(half);
  placed.wxyz = {c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w};  // about the z axis
  return placed;
}

}  // namespace

Pile make_pile(int bodies, int steps) {
  Random random(2024);
  Pile pile;
  PileBody ground;
  ground.half = {20, 20, 0.5};
  ground.core = Polytope3::box(ground.half);
  pile.bodies.push_back(ground);
  std::vector<Placed> rest{{.position = {0, 0, -0.5}}};
  std::vector<Pose3> poses{pose_of(rest.back())};
  for (int i = 0; i < bodies; ++i) {
    const PileBody body = draw_body(random);
    Placed placed{draw_rotation(random, body.shape)};
    const int cell = i % (kCells * kCells);
    placed.position[0] = kCell * (cell % kCells - kCells / 2) + random.in(-0.2, 0.2);
    placed.position[1] = kCell * (cell / kCells - kCells / 2) + random.in(-0.2, 0.2);
    placed = fall(pile.bodies, poses, body, placed);
    pile.bodies.push_back(body);
    rest.push_back(placed);
    poses.push_back(pose_of(placed));
  }
  for (int step = 0; step < steps; ++step) {
    std::vector<Placed>& places = pile.steps.emplace_back();
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const double phase = 2 * std::numbers::pi * step / steps;
      places.push_back(i == 0 ? rest[0] : moved(rest[i], i, phase));
    }
  }
  return pile;
}

}  // namespace sunder::bench
