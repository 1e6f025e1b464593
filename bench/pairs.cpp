// SPDX-License-Identifier: Apache-2.0
#include "bench/pairs.hpp"

#include <cmath>
#include <numbers>

#include "bench/random.hpp"

namespace sunder::bench {
namespace {

double norm(const Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

Vector3 random_direction(Random& random) {
  for (;;) {
    Vector3 v{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
    const double length = norm(v);
    if (length < 0.1 || length > 1) continue;
    for (double& entry : v) entry /= length;
    return v;
  }
}

/// Points of a golden spiral on the sphere, stretched.
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
  const int count = 4 + static_cast<int>(61 * random.unit());
  const double size = random.in(0.5, 2);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    const Vector3 v = random_direction(random);
    const double r = size * random.in(0.7, 1);
    points.push_back({r * v[0], r * v[1], r * v[2]});
  }
  return Polytope3::from_points(points).value();
}

std::vector<double> random_rotation(Random& random) {
  double q[4];
  double length = 0;
  do {
    for (double& entry : q) entry = random.in(-1, 1);
    length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  } while (length > 1 || length < 0.1);
  for (double& entry : q) entry /= std::sqrt(length);
  const auto [w, x, y, z] = q;
  return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     0,
          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     0,
          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), 0};
}

/// None of them inside the hull of the rest.
Polytope3 round(Random& random, int vertices) {
  const Vector3 half_axes{random.in(0.5, 1.5), random.in(0.5, 1.5), random.in(0.5, 1.5)};
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i) {
    const Vector3 v = random_direction(random);
    points.push_back({half_axes[0] * v[0], half_axes[1] * v[1], half_axes[2] * v[2]});
  }
  return Polytope3::from_points(points).value();
}

void set_offset(std::vector<double>& rows, const Vector3& t) {
  for (std::size_t k = 0; k < 3; ++k) rows[4 * k + 3] = t[k];
}

Vector3 times(double s, const Vector3& v) { return {s * v[0], s * v[1], s * v[2]}; }

/// The least s at which b, moved from a's place by s along u, is clear of a.
double contact_distance(const Polytope3& a, const Polytope3& b, const Pair& pair,
                        const Vector3& u) {
  double low = 0;
  double high = 1.01 * (a.circumscribed_ball().radius + b.circumscribed_ball().radius) +
                norm(a.circumscribed_ball().centre) + norm(b.circumscribed_ball().centre);
  const Pose3 pose_a = Pose3::from_matrix(pair.rows_a).value();
  auto rows = pair.rows_b;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    set_offset(rows, times(middle, u));
    const Pose3 pose_b = Pose3::from_matrix(rows).value();
    (intersects(Posed3{a, pose_a}, Posed3{b, pose_b}) ? low : high) = middle;
  }
  return high;
}

constexpr std::size_t kRounds = 20;

std::int32_t add_body(PairSet& set, Polytope3 body) {
  set.bodies.push_back(std::move(body));
  return static_cast<std::int32_t>(set.bodies.size()) - 1;
}

void choose_bodies(Random& random, Workload workload, int vertices, PairSet& set, Pair& pair) {
  switch (workload) {
    case Workload::ellipsoids:
      if (set.bodies.empty()) {
        add_body(set, ellipsoid(vertices, {500, 400, 400}));
        add_body(set, ellipsoid(vertices, {500, 400, 400}));
      }
      pair.b = 1;
      break;
    case Workload::boxes:
      for (Vector3* half : {&pair.half_a, &pair.half_b}) {
        *half = {random.in(0.2, 2), random.in(0.2, 2), random.in(0.2, 2)};
      }
      pair.a = add_body(set, Polytope3::box(pair.half_a));
      pair.b = add_body(set, Polytope3::box(pair.half_b));
      break;
    case Workload::hulls:
      pair.a = add_body(set, random_hull(random));
      pair.b = add_body(set, random_hull(random));
      break;
    case Workload::rounds:
      while (set.bodies.size() < kRounds) add_body(set, round(random, vertices));
      pair.a = static_cast<std::int32_t>(kRounds * random.unit());
      pair.b = static_cast<std::int32_t>(kRounds * random.unit());
      break;
  }
}

}  // namespace

double place(Random& random, Placement placement, double contact, double size) {
  switch (placement) {
    case Placement::overlapping:
      return contact * (1 - random.in(0.01, 0.5));
    case Placement::near:
      return contact + size * random.in(0.001, 0.01);
    case Placement::far:
      return contact + size * random.in(0.5, 2);
    case Placement::shallow:
      return contact * (1 - random.in(0.01, 0.1));
    case Placement::deep:
      return contact * random.in(0, 0.05);
  }
  return contact;
}

std::string to_string(Workload workload) {
  constexpr const char* kNames[] = {"ellipsoids", "boxes", "hulls", "rounds"};
  return kNames[static_cast<int>(workload)];
}

std::string to_string(Placement placement) {
  constexpr const char* kNames[] = {"overlapping", "near", "far", "shallow", "deep"};
  return kNames[static_cast<int>(placement)];
}

PairSet make_pairs(Workload workload, int vertices, Placement placement) {
  Random random(static_cast<std::uint64_t>(vertices) * 16 + static_cast<std::uint64_t>(workload));
  PairSet set;
  set.boxes = workload == Workload::boxes;
  set.name = to_string(workload) + (vertices > 0 ? "_" + std::to_string(vertices) : "") + "/" +
             to_string(placement);
  for (int i = 0; i < kPairsPerSet; ++i) {
    Pair pair;
    choose_bodies(random, workload, vertices, set, pair);
    const Polytope3& a = set.bodies[static_cast<std::size_t>(pair.a)];
    const Polytope3& b = set.bodies[static_cast<std::size_t>(pair.b)];
    pair.rows_a = random_rotation(random);
    pair.rows_b = random_rotation(random);
    const Vector3 u = random_direction(random);
    const double size = 2 * std::min(a.circumscribed_ball().radius, b.circumscribed_ball().radius);
    const double along = place(random, placement, contact_distance(a, b, pair, u), size);
    const Vector3 origin = times(size, {random.in(-3, 3), random.in(-3, 3), random.in(-3, 3)});
    set_offset(pair.rows_a, origin);
    const Vector3 step = times(along, u);
    set_offset(pair.rows_b, {origin[0] + step[0], origin[1] + step[1], origin[2] + step[2]});
    set.poses_a.push_back(Pose3::from_matrix(pair.rows_a).value());
    set.poses_b.push_back(Pose3::from_matrix(pair.rows_b).value());
    set.pairs.push_back(std::move(pair));
  }
  return set;
}

}  // namespace sunder::bench
