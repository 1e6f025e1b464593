// SPDX-License-Identifier: Apache-2.0
#include "bench/pairs.hpp"

#include <algorithm>
#include <cmath>

#include "bench/bodies.hpp"

namespace sunder::bench {
namespace {

double norm(const Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

void set_offset(std::vector<double>& rows, const Vector3& t) {
  for (std::size_t k = 0; k < 3; ++k) rows[4 * k + 3] = t[k];
}

Vector3 times(double s, const Vector3& v) { return {s * v[0], s * v[1], s * v[2]}; }

/// The least s at which b, translated from a's position by s along u, is separated from a.
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

Polytope3 engineered_body(Random& random, Workload workload) {
  switch (workload) {
    case Workload::plates:
      return plate(random);
    case Workload::rods:
      return rod(random);
    case Workload::wedges:
      return wedge(random);
    case Workload::prisms:
      return prism(random);
    case Workload::slivers:
      return sliver(random);
    default:
      return engineered(random);
  }
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
      while (set.bodies.size() < kRounds) add_body(set, round_body(random, vertices));
      pair.a = static_cast<std::int32_t>(kRounds * random.unit());
      pair.b = static_cast<std::int32_t>(kRounds * random.unit());
      break;
    default:
      pair.a = add_body(set, engineered_body(random, workload));
      pair.b = add_body(set, engineered_body(random, workload));
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
  constexpr const char* kNames[] = {"ellipsoids", "boxes",  "hulls",  "rounds",  "plates",
                                    "rods",       "wedges", "prisms", "slivers", "mixed"};
  return kNames[static_cast<int>(workload)];
}

std::string name_of(Workload workload, int vertices) {
  return to_string(workload) + (vertices > 0 ? "_" + std::to_string(vertices) : "");
}

std::string to_string(Placement placement) {
  constexpr const char* kNames[] = {"overlapping", "near", "far", "shallow", "deep"};
  return kNames[static_cast<int>(placement)];
}

namespace {

/// Rotates both at random and places b on a random line from a.
void add_pair(Random& random, Placement placement, PairSet& set, Pair pair) {
  const Polytope3& a = set.bodies[static_cast<std::size_t>(pair.a)];
  const Polytope3& b = set.bodies[static_cast<std::size_t>(pair.b)];
  pair.rows_a = random_rotation(random);
  pair.rows_b = random_rotation(random);
  const Vector3 u = random_direction(random);
  const double size = 2 * std::min(a.circumscribed_ball().radius, b.circumscribed_ball().radius);
  const double along = place(random, placement, contact_distance(a, b, pair, u), size);
  const Vector3 origin = times(size, {random.in(-3, 3), random.in(-3, 3), random.in(-3, 3)});
  const Vector3 step = times(along, u);
  set_offset(pair.rows_a, origin);
  set_offset(pair.rows_b, {origin[0] + step[0], origin[1] + step[1], origin[2] + step[2]});
  add_posed(set, std::move(pair));
}

}  // namespace

void add_posed(PairSet& set, Pair pair) {
  set.poses_a.push_back(Pose3::from_matrix(pair.rows_a).value());
  set.poses_b.push_back(Pose3::from_matrix(pair.rows_b).value());
  set.pairs.push_back(std::move(pair));
}

PairSet make_pairs(Workload workload, int vertices, Placement placement, int count) {
  Random random(static_cast<std::uint64_t>(vertices) * 16 + static_cast<std::uint64_t>(workload));
  PairSet set;
  set.boxes = workload == Workload::boxes;
  set.name = name_of(workload, vertices) + "/" + to_string(placement);
  for (int i = 0; i < count; ++i) {
    Pair pair;
    choose_bodies(random, workload, vertices, set, pair);
    add_pair(random, placement, set, std::move(pair));
  }
  return set;
}

PairSet make_pairs_of(std::vector<Polytope3> bodies, const std::string& name, Placement placement) {
  Random random(bodies.size());
  PairSet set;
  set.name = name + "/" + to_string(placement);
  set.bodies = std::move(bodies);
  const int last = static_cast<int>(set.bodies.size()) - 1;
  for (int i = 0; i < kPairsPerSet; ++i) {
    Pair pair;
    pair.a = random.between(0, last);
    pair.b = random.between(0, last);
    add_pair(random, placement, set, std::move(pair));
  }
  return set;
}

}  // namespace sunder::bench
