// SPDX-License-Identifier: Apache-2.0
#include "bench/polygons.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "bench/random.hpp"

namespace sunder::bench {
namespace {

/// Returns corners at random angles, so that no two edges are parallel.
Polytope2 polygon(Random& random, int vertices) {
  std::vector<Vector2> points;
  for (int i = 0; i < vertices; ++i) {
    const double angle = 2 * std::numbers::pi * (i + random.in(0.1, 0.9)) / vertices;
    points.push_back({500 * std::cos(angle), 400 * std::sin(angle)});
  }
  return Polytope2::from_points(points).value();
}

Pose2 pose(double angle, const Vector2& offset) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  const std::array rows{c, -s, offset[0], s, c, offset[1]};
  return Pose2::from_matrix(rows).value();
}

}  // namespace

PolygonSet make_polygons(int vertices, Placement placement) {
  Random random(static_cast<std::uint64_t>(vertices));
  PolygonSet set{polygon(random, vertices), polygon(random, vertices), {}, {}};
  constexpr double kSize = 800;
  for (int i = 0; i < kPairsPerSet; ++i) {
    const double turn_a = random.in(0, 6);
    const double turn_b = random.in(0, 6);
    const double way = random.in(0, 2 * std::numbers::pi);
    const Vector2 origin{random.in(-kSize, kSize), random.in(-kSize, kSize)};
    set.poses_a.push_back(pose(turn_a, origin));
    const auto moved = [&](double along) {
      return pose(turn_b, {origin[0] + along * std::cos(way), origin[1] + along * std::sin(way)});
    };
    double meets = 0;
    double apart = 1100;
    for (int step = 0; step < 40; ++step) {
      const double middle = (meets + apart) / 2;
      const Pose2 there = moved(middle);
      (intersects({set.a, set.poses_a.back()}, {set.b, there}) ? meets : apart) = middle;
    }
    set.poses_b.push_back(moved(place(random, placement, apart, kSize)));
  }
  return set;
}

}  // namespace sunder::bench
