// SPDX-License-Identifier: Apache-2.0
//
// Measures rays, and linear casts of boxes and hulls. Hits aim at the inner half of the body, misses
// pass it within its size, and grazing rays aim at a vertex or an edge. Sunder's times are proven. The
// truth of the peers' answers is Sunder's interval: a time is wrong if it is off by more than a
// thousandth of the motion.
#include <benchmark/benchmark.h>
#include <cmath>
#include <functional>
#include <string>

#include "bench/casts.hpp"
#include "bench/context.hpp"
#include "bench/random.hpp"
#include "bench/timing.hpp"

namespace sunder::bench {
namespace {

constexpr std::size_t kItems = 200;

enum class Aim { hit, miss, grazing };
struct Kind {
  const char* name;
  int vertices;          ///< 0: boxes
  bool aligned = false;  ///< both bodies have one orientation
};
struct Family {
  Kind kind;
  Aim aim;
  bool rays;
  bool quaternions;
  std::string name() const {
    const char* const aims[] = {"hit", "miss", "grazing"};
    return std::string(rays ? "ray/" : "cast/") + kind.name + "/" +
           (quaternions ? "quaternion/" : "matrix/") + aims[static_cast<int>(aim)] + "/";
  }
};

Polytope3 make_body(Random& random, const Kind& kind) {
  if (kind.vertices == 0) {
    return Polytope3::box({random.in(0.5, 1), random.in(0.5, 1), random.in(0.5, 1)});
  }
  std::vector<Vector3> points;
  for (int i = 0; i < kind.vertices; ++i) points.push_back(random_direction(random));
  return Polytope3::from_points(points).value();
}

Pose3 make_pose(Random& random, const Vector3& t, bool quaternion) {
  const Vector3 axis = random_direction(random);
  const double half = random.in(0.05, 1.5);
  const double s = std::sin(half);
  const Pose3 pose =
      Pose3::from_wxyz({std::cos(half), s * axis[0], s * axis[1], s * axis[2]}, t).value();
  if (quaternion) return pose;
  std::array<double, 12> rows{};
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) rows[static_cast<std::size_t>(4 * l + k)] = pose.linear(l, k);
    rows[static_cast<std::size_t>(4 * l + 3)] = pose.offset(l);
  }
  return Pose3::from_matrix(rows).value();
}

/// Returns the pose with another translation.
Pose3 moved_to(const Pose3& pose, const Vector3& t) {
  if (pose.is_quaternion()) return Pose3::from_wxyz(pose.wxyz(), t).value();
  std::array<double, 12> rows{};
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) rows[static_cast<std::size_t>(4 * l + k)] = pose.linear(l, k);
    rows[static_cast<std::size_t>(4 * l + 3)] = t[static_cast<std::size_t>(l)];
  }
  return Pose3::from_matrix(rows).value();
}

/// A point of the resting body to aim at, or beside it, in its own frame.
Vector3 target_of(Random& random, const Polytope3& body, const Family& family) {
  const double inner = std::max(body.inscribed_ball().radius, 0.1);
  if (family.aim != Aim::grazing) {
    const double outer = body.circumscribed_ball().radius * (family.rays ? 1 : 2);
    const double radius =
        family.aim == Aim::hit ? random.in(0, inner / 2) : random.in(1.05, 1.5) * outer;
    Vector3 x = random_direction(random);
    for (double& entry : x) entry *= radius;
    return x;
  }
  const Edge& edge = body.edges()[static_cast<std::size_t>(
      random.between(0, static_cast<int>(body.edges().size()) - 1))];
  const Vector3 p = body.vertex(edge.vertices[0]);
  const Vector3 q = body.vertex(edge.vertices[1]);
  const double share = random.between(0, 1) == 0 ? 0 : random.unit();
  return {p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]), p[2] + share * (q[2] - p[2])};
}

CastSet make_set(const Family& family) {
  Random random(20261126 + static_cast<std::uint64_t>(family.kind.vertices));
  CastSet set;
  set.rays = family.rays;
  const std::size_t bodies = family.kind.vertices > 500 ? 20 : kItems;
  for (std::size_t i = 0; i < bodies; ++i) set.bodies.push_back(make_body(random, family.kind));
  for (std::size_t i = 0; i < kItems; ++i) {
    CastItem item;
    item.moving = (i + 1) % bodies;
    item.resting = i % bodies;
    const Polytope3& body = set.bodies[item.resting];
    const Vector3 place{random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
    item.pose_resting = make_pose(random, place, family.quaternions);
    const Vector3 x = target_of(random, body, family);
    const Vector3 away = random_direction(random);
    // A miss passes the target square to the way from the centre.
    Vector3 goal{};
    for (int l = 0; l < 3; ++l) {
      double sum = item.pose_resting.offset(l);
      for (int k = 0; k < 3; ++k) {
        sum += item.pose_resting.linear(l, k) * x[static_cast<std::size_t>(k)];
      }
      goal[static_cast<std::size_t>(l)] = sum;
    }
    Vector3 along = away;
    if (family.aim == Aim::miss) {
      Vector3 out{goal[0] - place[0], goal[1] - place[1], goal[2] - place[2]};
      along = {out[1] * away[2] - out[2] * away[1], out[2] * away[0] - out[0] * away[2],
               out[0] * away[1] - out[1] * away[0]};
      const double length = std::hypot(along[0], along[1], along[2]);
      for (double& entry : along) entry /= length;
    }
    const double distance = random.in(4, 8);
    for (std::size_t l = 0; l < 3; ++l) {
      item.from[l] = goal[l] + distance * along[l];
      item.motion[l] = -1.5 * distance * along[l];
    }
    item.pose_moving = make_pose(random, item.from, family.quaternions);
    if (family.kind.aligned) item.pose_moving = moved_to(item.pose_resting, item.from);
    set.items.push_back(item);
  }
  return set;
}

class SunderCasts final : public CastPeer {
 public:
  explicit SunderCasts(const CastSet& set) : set_(set) {
    for (const CastItem& item : set.items) {
      motions_.push_back(Motion3::linear(item.motion).value());
    }
  }
  Cast3 answer(std::size_t i) const {
    const CastItem& item = set_.items[i];
    const Posed3 resting(set_.bodies[item.resting], item.pose_resting);
    if (set_.rays) return ray_cast(item.from, item.motion, resting).value();
    return cast({set_.bodies[item.moving], item.pose_moving}, motions_[i], resting, still_);
  }
  double time(std::size_t i) const override {
    const Cast3 found = answer(i);
    return found ? found.time.lower : -1;
  }

 private:
  const CastSet& set_;
  std::vector<Motion3> motions_;
  Motion3 still_;
};

int count_wrong(const CastSet& set, const CastPeer& peer) {
  const SunderCasts truth(set);
  int wrong = 0;
  for (std::size_t i = 0; i < set.items.size(); ++i) {
    const double time = peer.time(i);
    const Cast3 found = truth.answer(i);
    const bool right = found ? time >= 0 && std::abs(time - found.time.lower) <= 1e-3 : time < 0;
    wrong += right ? 0 : 1;
  }
  return wrong;
}

void add(const Family& family, const char* who,
         const std::function<std::unique_ptr<CastPeer>(const CastSet&)>& make) {
  benchmark::RegisterBenchmark(
      (family.name() + who).c_str(), [family, make](benchmark::State& state) {
        const CastSet set = make_set(family);
        const std::unique_ptr<CastPeer> peer = make(set);
        time_pairs(state, set.items.size(), [&](std::size_t i) { return peer->time(i); });
        state.counters["wrong"] = count_wrong(set, *peer);
      });
}

/// Asks all casts of a set in one call, on one thread.
void add_batch(const Family& family) {
  benchmark::RegisterBenchmark(
      (family.name() + "sunder_batch").c_str(), [family](benchmark::State& state) {
        const CastSet set = make_set(family);
        std::vector<Pose3> poses;
        std::vector<Motion3> motions;
        std::vector<std::int32_t> body_a, body_b, pose_a, pose_b;
        for (const CastItem& item : set.items) {
          body_a.push_back(static_cast<std::int32_t>(item.moving));
          body_b.push_back(static_cast<std::int32_t>(item.resting));
          pose_a.push_back(static_cast<std::int32_t>(poses.size()));
          poses.push_back(item.pose_moving);
          motions.push_back(Motion3::linear(item.motion).value());
          pose_b.push_back(static_cast<std::int32_t>(poses.size()));
          poses.push_back(item.pose_resting);
          motions.emplace_back();
        }
        const auto column = []<class T>(const std::vector<T>& all) {
          return Column<T>(std::span<const T>(all));
        };
        const PairBatch<3> batch{column(set.bodies),
                                 column(poses),
                                 column(body_a),
                                 column(body_b),
                                 column(pose_a),
                                 column(pose_b),
                                 static_cast<std::int64_t>(set.items.size())};
        std::vector<Cast3> found(set.items.size());
        for (auto _ : state) {
          benchmark::DoNotOptimize(casts<3>(batch, column(motions), found).value().overlapping);
        }
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(found.size()));
      });
}

void add_family(const Family& family) {
  add(family, "sunder", [](const CastSet& set) { return std::make_unique<SunderCasts>(set); });
#ifdef SUNDER_BENCH_BULLET
  const auto add_bullet = [&](const char* who, BulletCaster caster) {
    add(family, who, [caster](const CastSet& set) { return make_bullet_caster(set, caster); });
  };
  add_bullet("bullet_subsimplex", BulletCaster::subsimplex);
  if (family.rays) {
    add_bullet("bullet_ray_test", BulletCaster::ray_test);
  } else {
    add_bullet("bullet_gjk", BulletCaster::gjk);
    add_bullet("bullet_continuous", BulletCaster::continuous);
  }
#endif
#ifdef SUNDER_BENCH_FCL
  if (!family.rays) add(family, "fcl", make_fcl_caster);
#endif
  if (!family.rays) add_batch(family);
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  constexpr Kind kKinds[] = {{"boxes", 0},
                             {"aligned_boxes", 0, true},
                             {"hulls_32", 32},
                             {"hulls_128", 128},
                             {"hulls_1024", 1024}};
  for (const bool rays : {true, false}) {
    for (const Kind& kind : kKinds) {
      for (const bool quaternions : {false, true}) {
        for (const Aim aim : {Aim::hit, Aim::miss, Aim::grazing}) {
          if (!rays && (kind.vertices > 32 || aim == Aim::grazing)) continue;
          if (rays && kind.aligned) continue;
          add_family({kind, aim, rays, quaternions});
        }
      }
    }
  }
  return run_benchmarks(argc, argv, "when do they meet? Rays and linear casts (proven)");
}
