// SPDX-License-Identifier: Apache-2.0
//
// Measures meshes: verdicts and distances of spheres with bumps, gears, knots and brackets, from overlapping to far. Then
// elements of a building that touch by faces, the close pairs of a machine, and building. Sunder's answers are exact or
// proven, and count what lies inside; most peers answer in floating point about surfaces.
//
// With --write FOLDER the sets and Sunder's answers go to files instead, for the peers of other languages.
#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/context.hpp"
#include "bench/meshes.hpp"
#include "bench/timing.hpp"

namespace sunder::bench {
namespace {

Mesh3 built(const Triangles& mesh) {
  return Mesh3::from_triangles(mesh.points, mesh.corners).value();
}

class SunderMeshes final : public MeshPeer {
 public:
  explicit SunderMeshes(const MeshSet& set) : pairs_(set.pairs) {
    for (const Triangles& mesh : set.meshes) bodies_.push_back(Body3{{built(mesh)}});
  }
  bool meets(std::size_t pair) const override { return bool(decide(pair)); }
  double distance(std::size_t pair) const override {
    const MeshSet::Pair& p = pairs_[pair];
    return sunder::distance({bodies_[p.a], p.pose_a}, {bodies_[p.b], p.pose_b}).distance.upper;
  }
  BodyDecision decide(std::size_t pair) const {
    const MeshSet::Pair& p = pairs_[pair];
    return intersects({bodies_[p.a], p.pose_a}, {bodies_[p.b], p.pose_b});
  }

 private:
  std::vector<Body3> bodies_;
  std::vector<MeshSet::Pair> pairs_;
};

/// Sunder's exact verdicts and proven distances.
struct Truth {
  std::vector<BodyDecision> verdicts;
  std::vector<double> distances;

  explicit Truth(const MeshSet& set) {
    const SunderMeshes sunder(set);
    for (std::size_t i = 0; i < set.pairs.size(); ++i) {
      verdicts.push_back(sunder.decide(i));
      if (set.touches && verdicts.back().verdict != Verdict::touching)
        throw std::runtime_error("a pair that touches by construction was not called touching");
      distances.push_back(sunder.distance(i));
    }
  }
};

bool by_enclosure(const BodyDecision& decision) {
  return decision.verdict == Verdict::overlapping && decision.triangle_a < 0;
}

using Maker = std::unique_ptr<MeshPeer> (*)(const MeshSet&);
struct Contestant {
  const char* name;
  Maker make;
  bool measures;
};

std::vector<Contestant> contestants() {
  return {
      {"sunder",
       [](const MeshSet& set) -> std::unique_ptr<MeshPeer> {
         return std::make_unique<SunderMeshes>(set);
       },
       true},
#ifdef SUNDER_BENCH_COAL
      {"coal", make_coal_meshes, true},
#endif
#ifdef SUNDER_BENCH_FCL
      {"fcl", make_fcl_meshes, true},
#endif
#ifdef SUNDER_BENCH_CGAL
      {"cgal", make_cgal_meshes, false},
#endif
  };
}

/// What the contestants share: made at the first use, so that a filter saves the rest.
class Shared {
 public:
  explicit Shared(std::function<MeshSet()> make)
      : make_(std::move(make)), peers_(contestants().size()) {}
  const MeshSet& set() {
    if (!set_) set_ = std::make_unique<MeshSet>(make_());
    return *set_;
  }
  const Truth& truth() {
    if (!truth_) truth_ = std::make_unique<Truth>(set());
    return *truth_;
  }
  const MeshPeer& peer(std::size_t contestant) {
    if (!peers_[contestant]) peers_[contestant] = contestants()[contestant].make(set());
    return *peers_[contestant];
  }

 private:
  std::function<MeshSet()> make_;
  std::unique_ptr<MeshSet> set_;
  std::unique_ptr<Truth> truth_;
  std::vector<std::unique_ptr<MeshPeer>> peers_;
};

void count_wrong_verdicts(benchmark::State& state, const MeshPeer& peer, const Truth& truth,
                          const MeshSet::Cell& cell) {
  double touching = 0, enclosed = 0, other = 0;
  for (std::size_t i = cell.first; i < cell.first + cell.count; ++i) {
    const BodyDecision& decision = truth.verdicts[i];
    if (peer.meets(i) == bool(decision)) continue;
    (decision.verdict == Verdict::touching ? touching
     : by_enclosure(decision)              ? enclosed
                                           : other) += 1;
  }
  state.counters["wrong"] = other;
  state.counters["wrong_touching"] = touching;
  state.counters["wrong_enclosed"] = enclosed;
}

void count_wrong_distances(benchmark::State& state, const MeshPeer& peer, const Truth& truth,
                           const MeshSet::Cell& cell) {
  double wrong = 0, enclosed = 0;
  for (std::size_t i = cell.first; i < cell.first + cell.count; ++i) {
    const double known = truth.distances[i], found = std::max(0.0, peer.distance(i));
    if (std::fabs(found - known) <= 1e-3 * known) continue;
    (by_enclosure(truth.verdicts[i]) ? enclosed : wrong) += 1;
  }
  state.counters["wrong"] = wrong;
  state.counters["wrong_enclosed"] = enclosed;
}

void add(const std::string& name, const std::vector<std::string>& cells,
         std::function<MeshSet()> make) {
  const auto shared = std::make_shared<Shared>(std::move(make));
  for (std::size_t at = 0; at < cells.size(); ++at) {
    for (std::size_t i = 0; i < contestants().size(); ++i) {
      const Contestant contestant = contestants()[i];
      const std::string who = name + "/" + cells[at] + "/" + contestant.name;
      benchmark::RegisterBenchmark(("verdict/" + who).c_str(), [=](benchmark::State& state) {
        const MeshPeer& peer = shared->peer(i);
        const MeshSet::Cell& cell = shared->set().cells[at];
        time_pairs(state, cell.count, [&](std::size_t k) { return peer.meets(cell.first + k); });
        count_wrong_verdicts(state, peer, shared->truth(), cell);
      });
      if (cells[at] == "overlapping" || name == "elements" || !contestant.measures) continue;
      benchmark::RegisterBenchmark(("distance/" + who).c_str(), [=](benchmark::State& state) {
        const MeshPeer& peer = shared->peer(i);
        const MeshSet::Cell& cell = shared->set().cells[at];
        time_pairs(state, cell.count, [&](std::size_t k) { return peer.distance(cell.first + k); });
        count_wrong_distances(state, peer, shared->truth(), cell);
      });
    }
  }
}

void add_building(const std::string& name, const Triangles& mesh) {
  const MeshSet set{{mesh}, {}, {}};
  for (const Contestant& contestant : contestants()) {
    benchmark::RegisterBenchmark(("build/" + name + "/" + contestant.name).c_str(),
                                 [=](benchmark::State& state) {
                                   for (auto _ : state)
                                     benchmark::DoNotOptimize(contestant.make(set));
                                 });
  }
}

struct Shape {
  std::string name;
  Triangles mesh;
};
/// About 1,000, 10,000 and 100,000 triangles each, and the spheres about 300,000.
std::vector<Shape> shapes() {
  std::vector<Shape> shapes;
  const auto add_shape = [&](const char* name, Triangles mesh) {
    shapes.push_back({name + ("_" + std::to_string(mesh.corners.size())), std::move(mesh)});
  };
  for (const int rows : {16, 50, 160, 270}) add_shape("spheres", bumpy_sphere(rows));
  add_shape("gears", gear(128, 1, 1));
  add_shape("gears", gear(320, 4, 4));
  add_shape("gears", gear(1000, 10, 15));
  add_shape("slender_gears", gear(640, 3, 1));
  add_shape("knots", knot(60, 9));
  add_shape("knots", knot(320, 16));
  add_shape("knots", knot(1600, 32));
  for (const int fine : {2, 6, 20}) add_shape("brackets", bracket(fine));
  return shapes;
}

/// Files for other languages: a line of JSON a set, and beside it each mesh as two files of numbers as the machine has them.
class Writer {
 public:
  explicit Writer(std::string folder)
      : folder_(std::move(folder)), list_(folder_ + "/sets.jsonl") {}

  void add(const std::string& name, const MeshSet& set) {
    const Truth truth(set);
    list_ << R"({"name": ")" << name << R"(", "meshes": [)";
    for (std::size_t i = 0; i < set.meshes.size(); ++i) {
      const Triangles& mesh = set.meshes[i];
      const std::string file = name + "_" + std::to_string(i);
      write(file + ".f64", mesh.points);
      write(file + ".i32", mesh.corners);
      list_ << (i == 0 ? "\"" : ", \"") << file << '"';
    }
    list_ << "], \"cells\": [";
    for (const MeshSet::Cell& cell : set.cells) {
      list_ << (&cell == set.cells.data() ? "" : ", ") << R"({"name": ")" << cell.name
            << R"(", "measured": )" << (cell.measured ? "true" : "false") << R"(, "first": )"
            << cell.first << R"(, "count": )" << cell.count << '}';
    }
    list_ << "], \"pairs\": [";
    for (std::size_t i = 0; i < set.pairs.size(); ++i) {
      const MeshSet::Pair& pair = set.pairs[i];
      list_ << (i == 0 ? "" : ", ") << R"({"a": )" << pair.a << R"(, "b": )" << pair.b
            << R"(, "pose_a": )";
      write_rows(pair.pose_a);
      list_ << R"(, "pose_b": )";
      write_rows(pair.pose_b);
      list_ << R"(, "verdict": ")" << to_string(truth.verdicts[i].verdict) << R"(", "enclosed": )"
            << (by_enclosure(truth.verdicts[i]) ? "true" : "false") << R"(, "distance": )";
      write_number(truth.distances[i]);
      list_ << '}';
    }
    list_ << "]}\n" << std::flush;
    if (!list_)
      throw std::runtime_error("cannot write " + folder_ + "/sets.jsonl: make the folder first");
  }

 private:
  template <class T>
  void write(const std::string& name, const std::vector<T>& rows) {
    std::ofstream file(folder_ + "/" + name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(rows.data()),
               static_cast<std::streamsize>(rows.size() * sizeof(T)));
    if (!file)
      throw std::runtime_error("cannot write " + folder_ + "/" + name + ": make the folder first");
  }
  void write_number(double x) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", x);
    list_ << text.data();
  }
  void write_rows(const Pose3& pose) {
    for (int k = 0; k < 12; ++k) {
      list_ << (k == 0 ? "[" : ", ");
      write_number(k % 4 == 3 ? pose.offset(k / 4) : pose.linear(k / 4, k % 4));
    }
    list_ << ']';
  }

  std::string folder_;
  std::ofstream list_;
};

}  // namespace
}  // namespace sunder::bench

int main(int argc, char** argv) {
  using namespace sunder::bench;
  if (argc == 3 && std::string_view(argv[1]) == "--write") {
    try {
      Writer writer(argv[2]);
      for (const Shape& shape : shapes()) writer.add(shape.name, pairs_of(shape.mesh));
      writer.add("elements", building_elements());
      writer.add("machine", machine());
    } catch (const std::exception& error) {
      std::cerr << "mesh_bench: " << error.what() << '\n';
      return 1;
    }
    return 0;
  }
  for (const Shape& shape : shapes()) {
    add(shape.name, {"overlapping", "near", "far"}, [mesh = shape.mesh] { return pairs_of(mesh); });
    add_building(shape.name, shape.mesh);
  }
  add("elements", {"on_a_grid", "turned"}, building_elements);
  add("machine", {"parts"}, machine);
  return run_benchmarks(argc, argv, "do meshes meet, how far apart are they? (exact, proven)");
}
