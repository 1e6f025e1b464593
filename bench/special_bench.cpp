// SPDX-License-Identifier: Apache-2.0
//
// Sweeps special positions, which random poses hide. Boxes and hulls share an axis or an orientation,
// exactly or nearly; they are flat, or of very unlike sizes. Each family is asked deep, shallow and
// near. Rays and casts go through vertices, edges and faces, exactly or up to rounding (special_casts.hpp).
// A position that takes ten times as long as the median of its family is a cliff.
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "bench/context.hpp"
#include "bench/poses.hpp"
#include "bench/random.hpp"
#include "bench/special_casts.hpp"
#include "bench/timing.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {
namespace {

/// How poses are given: by quaternions or matrices in a's frame, or in a world that is turned.
enum class World { by_quaternion, by_matrix, turned };
/// The orientation of b in a's frame.
struct Orientation {
  const char* name;
  Quaternion (*draw)(Random&);
  World world = World::by_quaternion;
};

Quaternion about_z(Random& random) {
  const double half = random.in(0.05, 0.7);
  return {std::cos(half), 0, 0, std::sin(half)};
}
Quaternion nearly_about_z(Random& random) {
  Quaternion q = about_z(random);
  q[1] = std::ldexp(1.0, -random.between(10, 50));
  return q;
}
Quaternion equal(Random&) { return {1, 0, 0, 0}; }
Quaternion nearly_equal(Random& random) {
  return {1, std::ldexp(1.0, -random.between(10, 50)), 0, 0};
}
Quaternion quarter_turn(Random& random) {
  Quaternion q{1, 0, 0, 0};
  q[static_cast<std::size_t>(random.between(1, 3))] = 1;
  return q;
}
constexpr Orientation kOrientations[] = {
    {"tilted", tilted_quaternion},
    {"tilted_by_matrix", tilted_quaternion, World::by_matrix},
    {"about_z", about_z},
    {"about_z_by_matrix", about_z, World::by_matrix},
    {"about_z_of_turned_world", about_z, World::turned},
    {"nearly_about_z", nearly_about_z},
    {"equal", equal, World::by_matrix},
    {"equal_in_turned_world", equal, World::turned},
    {"nearly_equal", nearly_equal},
    {"quarter_turn", quarter_turn},
};

Polytope3 box_of(Random& random) {
  return Polytope3::box({random.in(0.3, 1), random.in(0.3, 1), random.in(0.3, 1)});
}
Polytope3 flat_box(Random& random) {
  return Polytope3::box({random.in(0.3, 1), random.in(0.3, 1), 1e-6});
}
Polytope3 small_box(Random& random) {
  return Polytope3::box({random.in(3e-5, 1e-4), random.in(3e-5, 1e-4), random.in(3e-5, 1e-4)});
}
Polytope3 hull_of(Random& random) {
  std::vector<Vector3> points;
  for (int i = 0; i < 32; ++i) points.push_back(random_direction(random));
  return Polytope3::from_points(points).value();
}
/// Eight sides: a small hull with many parallel edges.
Polytope3 prism_of(Random& random) {
  const double radius = random.in(0.3, 1), height = random.in(0.3, 1);
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) {
    const double angle = std::numbers::pi / 4 * i;
    for (const double z : {-height, height})
      points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  return Polytope3::from_points(points).value();
}
struct Bodies {
  const char* name;
  Polytope3 (*a)(Random&);
  Polytope3 (*b)(Random&);
};
constexpr Bodies kBodies[] = {{"boxes", box_of, box_of},
                              {"flat_boxes", flat_box, flat_box},
                              {"unlike_boxes", box_of, small_box},
                              {"prisms", prism_of, prism_of},
                              {"hulls", hull_of, hull_of}};

/// The signed distance, as a share of b's size.
struct Placement {
  const char* name;
  double share;
};
constexpr Placement kPlacements[] = {{"deep", -0.2}, {"shallow", -0.001}, {"near", 0.01}};

struct Pairs {
  std::vector<Polytope3> first, second;
  std::vector<Pose3> pose_a, pose_b;
  std::size_t size() const { return first.size(); }
  Posed3 a(std::size_t i) const { return {first[i], pose_a[i]}; }
  Posed3 b(std::size_t i) const { return {second[i], pose_b[i]}; }
};

Pose3 pose_of(const Orientation& orientation, const Quaternion& world, const Quaternion& q,
              const Vector3& t) {
  if (orientation.world == World::turned) return turned(world, q, t);
  const Pose3 pose = Pose3::from_wxyz(q, t).value();
  return orientation.world == World::by_matrix ? by_matrix(pose) : pose;
}

/// Moves b along a direction until the signed distance is as requested.
Pairs make_pairs(const Bodies& bodies, const Orientation& orientation, double share) {
  Random random(20261125);
  Pairs pairs;
  while (pairs.size() < 100) {
    const Polytope3 a = bodies.a(random);
    const Polytope3 b = bodies.b(random);
    const Quaternion q = orientation.draw(random);
    const Vector3 direction = random_direction(random);
    const Quaternion world =
        orientation.world == World::turned ? tilted_quaternion(random) : Quaternion{1, 0, 0, 0};
    const Pose3 pose_a = Pose3::from_wxyz(world).value();
    const auto at = [&](double step) {
      return pose_of(orientation, world, q,
                     {step * direction[0], step * direction[1], step * direction[2]});
    };
    const double size = std::cbrt(b.mass_properties().volume);
    double inside = 0;
    double outside = 8;
    for (int i = 0; i < 48; ++i) {
      const double middle = (inside + outside) / 2;
      const Pose3 pose = at(middle);
      const Interval found = signed_distance({a, pose_a}, {b, pose}, {.width = 1e-9}).distance;
      (found.lower < share * size ? inside : outside) = middle;
    }
    pairs.first.push_back(a);
    pairs.second.push_back(b);
    pairs.pose_a.push_back(pose_a);
    pairs.pose_b.push_back(at(outside));
  }
  return pairs;
}

template <class Ask>
void add(const std::string& name, const Bodies& bodies, const Orientation& orientation,
         double share, const Ask& ask) {
  benchmark::RegisterBenchmark(
      name.c_str(), [&bodies, &orientation, share, ask](benchmark::State& state) {
        const Pairs pairs = make_pairs(bodies, orientation, share);
        time_pairs(state, pairs.size(), [&](std::size_t i) { return ask(pairs.a(i), pairs.b(i)); });
      });
}

void add_casts(bool rays, SpecialBodies bodies, const std::string& aim, bool turned) {
  const std::string name = std::string(rays ? "ray" : "cast") + "/special/" +
                           (bodies == SpecialBodies::boxes ? "boxes/" : "hulls/") + aim +
                           (turned ? "/rounded/sunder" : "/exact/sunder");
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const SpecialCasts casts = make_special_casts(rays, bodies, aim, turned);
    time_pairs(state, casts.from.size(), [&](std::size_t i) { return casts.ask(i).time.lower; });
  });
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder;
  using namespace sunder::bench;
  for (const Bodies& bodies : kBodies) {
    for (const Placement& placement : kPlacements) {
      for (const Orientation& orientation : kOrientations) {
        const auto name = [&](const char* question) {
          return std::string(question) + "/special/" + bodies.name + "/" + orientation.name + "/" +
                 placement.name + "/sunder";
        };
        const auto add_question = [&](const char* question, const auto& ask) {
          add(name(question), bodies, orientation, placement.share, ask);
        };
        add_question("intersects", [](const Posed3& a, const Posed3& b) {
          return static_cast<int>(intersects(a, b).verdict);
        });
        add_question("distance", [](const Posed3& a, const Posed3& b) {
          return distance(a, b).distance.upper;
        });
        if (placement.share > 0) continue;
        add_question("penetration", [](const Posed3& a, const Posed3& b) {
          return penetration(a, b).depth.upper;
        });
        add_question("contact",
                     [](const Posed3& a, const Posed3& b) { return contact(a, b).depth.upper; });
      }
    }
  }
  for (const bool turned : {false, true}) {
    for (const SpecialBodies bodies : {SpecialBodies::boxes, SpecialBodies::hulls}) {
      for (const std::string& aim : special_rays()) add_casts(true, bodies, aim, turned);
      for (const std::string& aim : special_casts()) add_casts(false, bodies, aim, turned);
    }
  }
  return run_benchmarks(argc, argv, "all of them, in special positions (proven)");
}
