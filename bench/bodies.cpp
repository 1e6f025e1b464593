// SPDX-License-Identifier: Apache-2.0
#include "bench/bodies.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace sunder::bench {

Polytope3 ellipsoid(int vertices, const Vector3& half_axes) {
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i) {
    const double z = 1 - (2 * i + 1) / static_cast<double>(vertices);
    const double r = std::sqrt(1 - z * z);
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    points.push_back(
        {half_axes[0] * r * std::cos(angle), half_axes[1] * r * std::sin(angle), half_axes[2] * z});
  }
  return Polytope3::from_points(points).value();
}

Polytope3 random_hull(Random& random) {
  const int count = random.between(4, 64);
  const double size = random.in(0.5, 2);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const Vector3 v = random_direction(random);
    const double r = size * random.in(0.7, 1);
    points.push_back({r * v[0], r * v[1], r * v[2]});
  }
  return Polytope3::from_points(points).value();
}

Polytope3 round_body(Random& random, int vertices) {
  const Vector3 half_axes{random.in(0.5, 1.5), random.in(0.5, 1.5), random.in(0.5, 1.5)};
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i) {
    const Vector3 v = random_direction(random);
    points.push_back({half_axes[0] * v[0], half_axes[1] * v[1], half_axes[2] * v[2]});
  }
  return Polytope3::from_points(points).value();
}

Polytope3 plate(Random& random) {
  const double length = random.in(0.5, 2);
  const double width = length * random.in(0.5, 1);
  return Polytope3::box({length, width, length / 100});
}

Polytope3 rod(Random& random) {
  const int sides = random.between(6, 24);
  const double half_length = random.in(0.5, 2);
  return Polytope3::prism(sides, half_length / 100, half_length);
}

Polytope3 wedge(Random& random) {
  const double length = random.in(0.5, 2);
  const double height = length * random.in(0.2, 0.6);
  const double half_width = length * random.in(0.2, 0.6);
  std::vector<Vector3> points;
  for (const double y : {-half_width, half_width}) {
    points.push_back({-length / 2, y, -height / 2});
    points.push_back({length / 2, y, -height / 2});
    points.push_back({length / 2, y, height / 2});
  }
  return Polytope3::from_points(points).value();
}

Polytope3 prism(Random& random) {
  const int sides = random.between(6, 48);
  const double radius = random.in(0.5, 1.5);
  const double half_height = random.in(0.2, 1);
  return Polytope3::prism(sides, radius, half_height);
}

Polytope3 sliver(Random& random) {
  const double half_length = random.in(0.5, 2);
  const double half_width = half_length / 100;
  std::vector<Vector3> points{{-half_length, 0, 0}, {half_length, 0, 0}};
  for (int i = 0; i < 2; ++i) {
    const double x = half_length * random.in(-0.5, 0.5);
    const double y = half_width * random.in(0.5, 1);
    const double z = half_width * random.in(0.5, 1);
    points.push_back({x, i == 0 ? y : -y, z});
  }
  return Polytope3::from_points(points).value();
}

Polytope3 engineered(Random& random) {
  switch (random.between(0, 4)) {
    case 0:
      return plate(random);
    case 1:
      return rod(random);
    case 2:
      return wedge(random);
    case 3:
      return prism(random);
    default:
      return sliver(random);
  }
}

}  // namespace sunder::bench
