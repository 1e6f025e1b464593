// SPDX-License-Identifier: Apache-2.0
//
// Measures meshes: verdicts and distances of two bumpy spheres, from overlapping to far, walls that touch by a face, and
// building. Sunder's answers are exact or proven, and count what lies inside; the peers' are floating-point answers about
// surfaces.
#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "bench/context.hpp"
#include "bench/meshes.hpp"
#include "bench/random.hpp"
#include "bench/timing.hpp"

namespace sunder::bench {
namespace {

constexpr std::size_t kPoses = 30;

MeshSet::Triangles bumpy_sphere(int rows) {
  MeshSet::Triangles mesh;
  const int columns = 2 * rows;
  mesh.points.push_back({0, 0, 1});
  for (int i = 1; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double a = std::numbers::pi * i / rows, b = 2 * std::numbers::pi * j / columns;
      const double r = 1 + 0.1 * std::sin(5 * a + 1) * std::sin(7 * b);
      mesh.points.push_back(
          {r * std::sin(a) * std::cos(b), r * std::sin(a) * std::sin(b), r * std::cos(a)});
    }
  }
  mesh.points.push_back({0, 0, -1});
  const auto at = [&](int i, int j) { return 1 + (i - 1) * columns + j % columns; };
  const int last = static_cast<int>(mesh.points.size()) - 1;
  for (int j = 0; j < columns; ++j) {
    mesh.corners.push_back({0, at(1, j), at(1, j + 1)});
    mesh.corners.push_back({last, at(rows - 1, j + 1), at(rows - 1, j)});
    for (int i = 1; i < rows - 1; ++i) {
      mesh.corners.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.corners.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

MeshSet::Triangles wall(const Vector3& lower, const Vector3& upper) {
  MeshSet::Triangles mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.points.push_back({(i & 1) != 0 ? upper[0] : lower[0], (i & 2) != 0 ? upper[1] : lower[1],
                           (i & 4) != 0 ? upper[2] : lower[2]});
  }
  constexpr int kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : kFaces) {
    mesh.corners.push_back({f[0], f[1], f[2]});
    mesh.corners.push_back({f[0], f[2], f[3]});
  }
  return mesh;
}

Mesh3 built(const MeshSet::Triangles& mesh) {
  return Mesh3::from_triangles(mesh.points, mesh.corners).value();
}

class SunderMeshes final : public MeshPeer {
 public:
  explicit SunderMeshes(const MeshSet& set)
      : a_{{built(set.a)}}, b_{{built(set.b)}}, poses_(set.poses) {}
  bool meets(std::size_t pose) const override { return bool(intersects(a_, {b_, poses_[pose]})); }
  double distance(std::size_t pose) const override {
    return sunder::distance(a_, {b_, poses_[pose]}).distance.upper;
  }

 private:
  Body3 a_, b_;
  std::vector<Pose3> poses_;
};

MeshSet spheres(int rows, double apart) {
  MeshSet set{bumpy_sphere(rows), bumpy_sphere(rows), {}};
  Random random(7);
  for (std::size_t i = 0; i < kPoses; ++i) {
    const Vector3 n = random_direction(random), axis = random_direction(random);
    const double half = random.in(0.1, 3);
    const double s = std::sin(half);
    set.poses.push_back(Pose3::from_wxyz({std::cos(half), s * axis[0], s * axis[1], s * axis[2]},
                                         {apart * n[0], apart * n[1], apart * n[2]})
                            .value());
  }
  return set;
}

using Maker = std::unique_ptr<MeshPeer> (*)(const MeshSet&);

/// Peers are made at the first use, and kept: a cell's verdict and distance share them.
void add(const std::string& cell, const MeshSet& set, const std::string& who, Maker make,
         bool measures) {
  const auto peer = std::make_shared<std::unique_ptr<MeshPeer>>();
  const auto ask = [=](bool distance) {
    return [=](benchmark::State& state) {
      if (!*peer) *peer = make(set);
      time_pairs(state, set.poses.size(), [&](std::size_t i) {
        return distance ? (*peer)->distance(i) : static_cast<double>((*peer)->meets(i));
      });
    };
  };
  benchmark::RegisterBenchmark(("verdict/" + cell + "/" + who).c_str(), ask(false));
  if (measures) benchmark::RegisterBenchmark(("distance/" + cell + "/" + who).c_str(), ask(true));
}

void add_all(const std::string& cell, const MeshSet& set, bool measures) {
  add(
      cell, set, "sunder",
      [](const MeshSet& s) -> std::unique_ptr<MeshPeer> {
        return std::make_unique<SunderMeshes>(s);
      },
      measures);
#ifdef SUNDER_BENCH_FCL
  add(cell, set, "fcl", make_fcl_meshes, measures);
#endif
}

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder;
  using namespace sunder::bench;
  const std::map<std::string, double> places{{"overlapping", 1.5}, {"near", 2.1}, {"far", 4}};
  for (const int rows : {16, 50, 160, 270}) {
    for (const auto& [name, apart] : places) {
      const std::string triangles = std::to_string(4 * rows * (rows - 1));
      add_all("spheres_" + triangles + "/" + name, spheres(rows, apart), apart > 2);
    }
  }
  const MeshSet walls{
      wall({0, 0, 0}, {0.2, 3, 2.7}), wall({0.2, 0, 0}, {4.1, 0.15, 2.7}), {Pose3::identity()}};
  add_all("walls/touching", walls, false);
  for (const int rows : {16, 50, 160, 270}) {
    const MeshSet::Triangles mesh = bumpy_sphere(rows);
    const std::string cell = "build/spheres_" + std::to_string(mesh.corners.size());
    benchmark::RegisterBenchmark((cell + "/sunder").c_str(), [mesh](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(built(mesh).triangle_count());
    });
#ifdef SUNDER_BENCH_FCL
    benchmark::RegisterBenchmark((cell + "/fcl").c_str(), [mesh](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(make_fcl_meshes({mesh, {}, {}}));
    });
#endif
  }
  return run_benchmarks(argc, argv, "do meshes meet, how far apart are they? (exact, proven)");
}
