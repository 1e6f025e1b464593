// SPDX-License-Identifier: Apache-2.0
//
// Contact manifolds: boxes and hulls that overlap a little or touch exactly, and polygons. Sunder's
// verdict and depth are proven. Bullet's manifold and Box2D's are beside it. `wrong` counts the pairs
// on which a contestant finds no point, or misses the proven depth by more than a hundredth of it. At
// a touch it counts a depth of more than a millionth of the bodies' size.
#include <benchmark/benchmark.h>
#include <cmath>
#include <string>

#include "bench/bodies.hpp"
#include "bench/contact_peers.hpp"
#include "bench/context.hpp"
#include "bench/polygons.hpp"
#include "bench/poses.hpp"
#include "bench/timing.hpp"
#ifdef SUNDER_BENCH_BOX2D
#include "bench/box2d_peer.hpp"
#endif

namespace sunder::bench {
namespace {

constexpr std::size_t kPairs = 200;
constexpr double kDeep = 0.002;  ///< of bodies of size 1

/// Moves b along a direction until the overlap is kDeep.
Pose3 slide(const Polytope3& a, const Polytope3& b, const Quaternion& q, const Vector3& along) {
  const auto at = [&](double step) {
    return Pose3::from_wxyz(q, {step * along[0], step * along[1], step * along[2]}).value();
  };
  double inside = 0;
  double outside = 8;
  for (int i = 0; i < 52; ++i) {
    const double middle = (inside + outside) / 2;
    const Pose3 pose = at(middle);
    (signed_distance(a, {b, pose}).distance.upper < -kDeep ? inside : outside) = middle;
  }
  return at(outside);
}

void add_pair(ContactSet& set, Polytope3 a, Polytope3 b, const Pose3& pose,
              const Pose3& pose_of_a = Pose3::identity()) {
  set.a.push_back(std::move(a));
  set.b.push_back(std::move(b));
  set.pose_a.push_back(pose_of_a);
  set.pose_b.push_back(pose);
}

/// A number of a grid of 2^-10, so that sums of several are exact.
double on_grid(Random& random, double low, double high) {
  return std::ldexp(std::round(std::ldexp(random.in(low, high), 10)), -10);
}

enum class Turn { none, about_z, about_z_by_matrix, about_z_of_turned_world, tilted };
/// Boxes on each other, as crates, 2 mm deep.
ContactSet boxes(const char* name, Turn turn) {
  ContactSet set{name, true, {}, {}, {}, {}, {}, {}};
  Random random(61);
  while (set.size() < kPairs) {
    const Vector3 half_a{random.in(0.5, 1), random.in(0.5, 1), on_grid(random, 0.25, 1)};
    const Vector3 half_b{random.in(0.5, 1), random.in(0.5, 1), on_grid(random, 0.25, 1)};
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    const Vector3 t{random.in(-0.3, 0.3), random.in(-0.3, 0.3), half_a[2] + half_b[2] - kDeep};
    const double half_angle = random.in(0.05, 0.7);
    Quaternion q{std::cos(half_angle), 0, 0, std::sin(half_angle)};
    Pose3 pose = Pose3::translation(t).value();
    Pose3 pose_of_a = Pose3::identity();
    if (turn == Turn::about_z_of_turned_world) {
      const Quaternion world = tilted_quaternion(random);
      pose_of_a = Pose3::from_wxyz(world).value();
      pose = turned(world, q, t);
    } else if (turn == Turn::tilted) {
      const Vector3 axis = random_direction(random);
      for (std::size_t k = 0; k < 3; ++k) q[k + 1] = axis[k] * std::sin(half_angle);
      pose = slide(a, b, q, random_direction(random));
    } else if (turn != Turn::none) {
      pose = Pose3::from_wxyz(q, t).value();
      if (turn == Turn::about_z_by_matrix) pose = by_matrix(pose);
    }
    set.half_a.push_back(half_a);
    set.half_b.push_back(half_b);
    add_pair(set, a, b, pose, pose_of_a);
  }
  return set;
}

/// Boxes that touch exactly: with faces, aligned or turned about z by a quaternion; edge on edge;
/// corner on corner.
ContactSet touching_boxes(const char* name, int axes, bool turned) {
  ContactSet set{name, true, {}, {}, {}, {}, {}, {}};
  Random random(62);
  while (set.size() < kPairs) {
    Vector3 half_a, half_b, t;
    for (std::size_t k = 0; k < 3; ++k) {
      half_a[k] = on_grid(random, 0.25, 1);
      half_b[k] = on_grid(random, 0.25, 1);
      const bool apart = static_cast<int>(k) + axes >= 3;
      t[k] = apart ? half_a[k] + half_b[k] : on_grid(random, -0.2, 0.2);
    }
    const double half_angle = random.in(0.05, 0.7);
    set.half_a.push_back(half_a);
    set.half_b.push_back(half_b);
    const Quaternion q{std::cos(half_angle), 0, 0, std::sin(half_angle)};
    add_pair(set, Polytope3::box(half_a), Polytope3::box(half_b),
             turned ? Pose3::from_wxyz(q, t).value() : Pose3::translation(t).value());
  }
  return set;
}

/// Two random hulls of points on the unit sphere, 2 mm deep in any orientation.
ContactSet hulls(int vertices) {
  ContactSet set{"hulls_" + std::to_string(vertices), false, {}, {}, {}, {}, {}, {}};
  Random random(static_cast<std::uint64_t>(63 + vertices));
  const auto hull = [&] {
    std::vector<Vector3> points;
    for (int i = 0; i < vertices; ++i) points.push_back(random_direction(random));
    return Polytope3::from_points(points).value();
  };
  while (set.size() < kPairs) {
    const Polytope3 a = hull();
    const Polytope3 b = hull();
    const Quaternion q = tilted_quaternion(random);
    const Pose3 pose = slide(a, b, q, random_direction(random));
    if (!intersects(a, {b, pose})) continue;  // the way leads past a
    add_pair(set, a, b, pose);
  }
  return set;
}

/// Stones with a flat top and a flat bottom of some corners, one on the other, on a grid.
ContactSet hulls_by_a_face(int vertices) {
  ContactSet set{"hulls_" + std::to_string(vertices) + "_by_a_face", false, {}, {}, {}, {}, {}, {}};
  Random random(static_cast<std::uint64_t>(64 + vertices));
  const int rim = std::max(3, vertices / 8);
  const auto stone = [&] {
    std::vector<Vector3> points;
    for (int i = 0; i < vertices; ++i) {
      const Vector3 p = random_direction(random);
      const double z =
          i < rim ? -0.5 : (i < 2 * rim ? 0.5 : std::round(256 * p[2] / 2) / 256 * 0.9);
      const double width = std::sqrt(1 - z * z) / std::hypot(p[0], p[1]);
      points.push_back(
          {std::round(1024 * width * p[0]) / 1024, std::round(1024 * width * p[1]) / 1024, z});
    }
    return Polytope3::from_points(points).value();
  };
  while (set.size() < kPairs) {
    const Vector3 t{on_grid(random, -0.3, 0.3), on_grid(random, -0.3, 0.3), 1};
    const Pose3 pose = Pose3::translation(t).value();
    Polytope3 a = stone();
    Polytope3 b = stone();
    if (intersects(a, {b, pose}).verdict != Verdict::touching) continue;
    add_pair(set, std::move(a), std::move(b), pose);
  }
  return set;
}

bool is_wrong(const PeerManifold& found, const Interval& truth) {
  if (found.count == 0) return true;
  const double off = truth.upper > 0 ? 1e-2 * truth.upper : 1e-6;
  return !(std::fabs(found.depth - truth.upper) <= off);
}

template <class Ask>
void register_peer(const std::string& name, std::vector<Interval> truths, const Ask& ask) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    double wrong = 0;
    double points = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const PeerManifold found = ask(i);
      wrong += is_wrong(found, truths[i]) ? 1 : 0;
      points += found.count;
    }
    time_pairs(state, truths.size(), [&](std::size_t i) { return ask(i).count; });
    state.counters["wrong"] = wrong;
    state.counters["points"] = points / static_cast<double>(truths.size());
  });
}

template <int D>
PeerManifold manifold_of(const Contact<D>& found) {
  PeerManifold manifold{static_cast<int>(found.points.size()), -1};
  for (const ContactPoint<D>& point : found.points) {
    manifold.depth = std::max(manifold.depth, point.depth);
  }
  return manifold;
}

void add_set(ContactSet&& made) {
  const auto set = std::make_shared<const ContactSet>(std::move(made));
  std::vector<Interval> truths;
  for (std::size_t i = 0; i < set->size(); ++i) {
    truths.push_back(penetration(set->body_a(i), set->body_b(i)).depth);
  }
  const std::string name = "contact/" + set->name;
  register_peer(name + "/sunder", truths, [set](std::size_t i) {
    return manifold_of(contact(set->body_a(i), set->body_b(i)));
  });
#ifdef SUNDER_BENCH_BULLET
  const std::shared_ptr<const ContactPeer> bullet = make_bullet_contact_peer(*set);
  register_peer(name + "/bullet", truths, [bullet](std::size_t i) { return bullet->contact(i); });
#endif
}

void add_polygons(int corners, Placement placement) {
  const auto set = std::make_shared<const PolygonSet>(make_polygons(corners, placement));
  std::vector<Interval> truths;
  for (std::size_t i = 0; i < set->poses_a.size(); ++i) {
    truths.push_back(penetration({set->a, set->poses_a[i]}, {set->b, set->poses_b[i]}).depth);
  }
  const std::string name =
      "contact/polygons_" + std::to_string(corners) + "/" + to_string(placement);
  register_peer(name + "/sunder", truths, [set](std::size_t i) {
    return manifold_of(contact({set->a, set->poses_a[i]}, {set->b, set->poses_b[i]}));
  });
#ifdef SUNDER_BENCH_BOX2D
  if (corners > kBox2dMostCorners) return;
  const std::shared_ptr<const Box2dPeer> box2d = make_box2d_peer(*set);
  register_peer(name + "/box2d", truths, [box2d](std::size_t i) { return box2d->contact(i); });
#endif
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  add_set(boxes("boxes/aligned", Turn::none));
  add_set(boxes("boxes/about_z", Turn::about_z));
  add_set(boxes("boxes/about_z_by_matrix", Turn::about_z_by_matrix));
  add_set(boxes("boxes/about_z_of_turned_world", Turn::about_z_of_turned_world));
  add_set(boxes("boxes/tilted", Turn::tilted));
  add_set(touching_boxes("boxes/touching_by_a_face", 1, false));
  add_set(touching_boxes("boxes/touching_by_a_face_about_z", 1, true));
  add_set(touching_boxes("boxes/touching_by_an_edge", 2, false));
  add_set(touching_boxes("boxes/touching_by_a_corner", 3, false));
  for (const int vertices : {8, 32, 128}) {
    add_set(hulls(vertices));
    add_set(hulls_by_a_face(vertices));
  }
  for (const int corners : {3, 4, 8}) add_polygons(corners, Placement::shallow);
  return run_benchmarks(argc, argv, "where do they touch? (verdict and depth proven)");
}
