// SPDX-License-Identifier: Apache-2.0
//
// Boxes that touch exactly: no filter can decide these, so they time the exact stages. Every pair
// is touching by construction, and the benchmark fails if Sunder says otherwise.
#include <benchmark/benchmark.h>

#include "bench/context.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {
namespace {

/// Neighbours of a cube of the unit grid that share a face, an edge or a corner with it.
std::vector<Vector3> grid_neighbours() {
  std::vector<Vector3> steps;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) {
        if (x != 0 || y != 0 || z != 0) steps.push_back({x, y, z});
      }
    }
  }
  return steps;
}

struct Integers {
  double w, x, y, z;
  double length() const { return w * w + x * x + y * y + z * z; }
  /// length() times the rotation of this quaternion, applied to v: exact in small integers.
  Vector3 turned(const Vector3& v) const {
    return {(w * w + x * x - y * y - z * z) * v[0] + 2 * (x * y - w * z) * v[1] +
                2 * (x * z + w * y) * v[2],
            2 * (x * y + w * z) * v[0] + (w * w - x * x + y * y - z * z) * v[1] +
                2 * (y * z - w * x) * v[2],
            2 * (x * z - w * y) * v[0] + 2 * (y * z + w * x) * v[1] +
                (w * w - x * x - y * y + z * z) * v[2]};
  }
};

constexpr Integers kTurns[] = {
    {1, 2, 3, 4}, {2, 1, 0, 1}, {3, 1, 1, 1}, {5, 2, 1, 3}, {1, 1, 2, 0}};

void ask(benchmark::State& state, const Polytope3& a, const Polytope3& b,
         const std::vector<Pose3>& poses_a, const std::vector<Pose3>& poses_b) {
  for (std::size_t i = 0; i < poses_a.size(); ++i) {
    if (intersects(Posed3{a, poses_a[i]}, Posed3{b, poses_b[i]}).verdict != Verdict::touching) {
      state.SkipWithError("a touching pair was called otherwise");
      return;
    }
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(intersects(Posed3{a, poses_a[i]}, Posed3{b, poses_b[i]}));
    if (++i == poses_a.size()) i = 0;
  }
}

void grid(benchmark::State& state) {
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  std::vector<Pose3> poses_a, poses_b;
  for (const Vector3& step : grid_neighbours()) {
    poses_a.push_back(Pose3::translation({7, -3, 12}).value());
    poses_b.push_back(Pose3::translation({7 + step[0], -3 + step[1], 12 + step[2]}).value());
  }
  ask(state, box, box, poses_a, poses_b);
}

/// Both boxes turned by one exact quaternion, b a grid step away in the turned frame.
void rotated_quaternion(benchmark::State& state) {
  // The half extent is a multiple of every |q|^2 in use, so that each step is whole.
  double half = 1;
  for (const Integers& q : kTurns) half *= q.length();
  const Polytope3 box = Polytope3::box({half, half, half});
  std::vector<Pose3> poses_a, poses_b;
  for (const Integers& q : kTurns) {
    for (const Vector3& step : grid_neighbours()) {
      Vector3 t = q.turned(step);
      for (double& entry : t) entry *= 2 * half / q.length();
      poses_a.push_back(Pose3::from_wxyz({q.w, q.x, q.y, q.z}).value());
      poses_b.push_back(Pose3::from_wxyz({q.w, q.x, q.y, q.z}, t).value());
    }
  }
  ask(state, box, box, poses_a, poses_b);
}

/// The same with integer matrices (a rotation times |q|^2).
void rotated_matrix(benchmark::State& state) {
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  std::vector<Pose3> poses_a, poses_b;
  for (const Integers& q : kTurns) {
    const Vector3 x = q.turned({1, 0, 0}), y = q.turned({0, 1, 0}), z = q.turned({0, 0, 1});
    for (const Vector3& step : grid_neighbours()) {
      const Vector3 t = q.turned(step);
      std::vector<double> rows_a, rows_b;
      for (std::size_t k = 0; k < 3; ++k) {
        rows_a.insert(rows_a.end(), {x[k], y[k], z[k], 0});
        rows_b.insert(rows_b.end(), {x[k], y[k], z[k], t[k]});
      }
      poses_a.push_back(Pose3::from_matrix(rows_a).value());
      poses_b.push_back(Pose3::from_matrix(rows_b).value());
    }
  }
  ask(state, box, box, poses_a, poses_b);
}

BENCHMARK(grid)->Name("touching/boxes/grid/sunder");
BENCHMARK(rotated_quaternion)->Name("touching/boxes/rotated_quaternion/sunder");
BENCHMARK(rotated_matrix)->Name("touching/boxes/rotated_matrix/sunder");

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  return sunder::bench::run_benchmarks(argc, argv, "do boxes that touch exactly meet? (exact)");
}
