// SPDX-License-Identifier: Apache-2.0
//
// Unions of tetrahedra of a lattice of cubes, six a cube: stars of every shape. Each body is under an affine map of its
// own, a point of a feature of the one laid on one of the other. The truth is the exact verdict of each pair of
// tetrahedra as convex bodies. SUNDER_MESH_RANGE="first count" chooses pairs; the long tests set it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "mesh/soup.hpp"
#include "oracle/range.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;
using Whole = std::array<std::int64_t, 3>;
using Tetrahedron = std::array<Whole, 4>;
using Triangle = std::array<Whole, 3>;

/// Edges of the lattice: their middles and the thirds of triangles are whole.
constexpr std::int64_t kStep = 12;

Vector3 to_vector(const Whole& p) {
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

/// Counter-clockwise seen from outside are 0 1 2, 0 3 1, 1 3 2, 2 3 0, after this.
__extension__ using Int128 = __int128;
int orientation(const Whole& p, const Whole& q, const Whole& r, const Whole& s) {
  std::array<std::array<Int128, 3>, 3> d{};
  for (std::size_t k = 0; k < 3; ++k) {
    d[0][k] = q[k] - p[k];
    d[1][k] = r[k] - p[k];
    d[2][k] = s[k] - p[k];
  }
  const Int128 sum = d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) -
                     d[0][1] * (d[1][0] * d[2][2] - d[1][2] * d[2][0]) +
                     d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
  return sum > 0 ? 1 : (sum < 0 ? -1 : 0);
}

/// The six tetrahedra of each cube of a block: one for each order in which a path walks along the axes.
std::vector<Tetrahedron> lattice(int nx, int ny, int nz) {
  std::vector<Tetrahedron> all;
  for (int x = 0; x < nx; ++x) {
    for (int y = 0; y < ny; ++y) {
      for (int z = 0; z < nz; ++z) {
        std::array<std::size_t, 3> order{0, 1, 2};
        do {
          Tetrahedron t;
          Whole at{x * kStep, y * kStep, z * kStep};
          t[0] = at;
          for (std::size_t i = 0; i < 3; ++i) {
            at[order[i]] += kStep;
            t[i + 1] = at;
          }
          if (orientation(t[0], t[1], t[2], t[3]) > 0) std::swap(t[0], t[1]);
          all.push_back(t);
        } while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }
  return all;
}

struct LatticeBody {
  std::vector<Tetrahedron> parts;
  std::vector<Triangle> outer;  ///< front outside
};

LatticeBody body_of(std::vector<Tetrahedron> parts) {
  LatticeBody body{std::move(parts), {}};
  std::map<Triangle, std::pair<Triangle, int>> faces;
  for (const Tetrahedron& t : body.parts) {
    for (const auto& f : {std::array<std::size_t, 3>{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}) {
      const Triangle face{t[f[0]], t[f[1]], t[f[2]]};
      Triangle key = face;
      std::sort(key.begin(), key.end());
      auto& entry = faces[key];
      entry.first = face;
      ++entry.second;
    }
  }
  for (const auto& [key, entry] : faces) {
    if (entry.second == 1) body.outer.push_back(entry.first);
  }
  return body;
}

LatticeBody draw_body(Random& random) {
  std::vector<Tetrahedron> all = lattice(random.in(1, 2), random.in(1, 2), random.in(1, 2));
  random.shuffle(all);
  all.resize(
      static_cast<std::size_t>(random.in(1, std::min<int>(14, static_cast<int>(all.size())))));
  return body_of(std::move(all));
}

struct AffineMap {
  std::array<std::array<std::int64_t, 3>, 3> m{};
  Whole t{};
  Whole of(const Whole& p) const {
    Whole q = t;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) q[i] += m[i][j] * p[j];
    }
    return q;
  }
  int determinant() const {
    return orientation({}, {m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]},
                       {m[0][2], m[1][2], m[2][2]});
  }
  Pose3 pose() const {
    std::array<double, 12> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = static_cast<double>(m[i][j]);
      rows[4 * i + 3] = static_cast<double>(t[i]);
    }
    return Pose3::from_matrix(rows).value();
  }
};

AffineMap draw_affine(Random& random, int reach) {
  AffineMap map;
  do {
    for (auto& row : map.m) {
      for (auto& entry : row) entry = random.in(-reach, reach);
    }
  } while (map.determinant() == 0);
  return map;
}

/// A vertex, a middle of an edge, or the third of an outer triangle.
Whole feature_point(const LatticeBody& body, Random& random) {
  const Triangle& t = random.pick(body.outer);
  const int dimension = random.in(0, 3);
  Whole p{};
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = dimension <= 1   ? t[0][k]
           : dimension == 2 ? (t[0][k] + t[1][k]) / 2
                            : (t[0][k] + t[1][k] + t[2][k]) / 3;
  }
  return p;
}

/// Does an edge of the one pierce the inside of a triangle of the other?
bool pierces(const std::vector<Triangle>& edges, const std::vector<Triangle>& triangles) {
  for (const Triangle& e : edges) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Whole &p = e[i], &q = e[(i + 1) % 3];
      for (const Triangle& t : triangles) {
        if (orientation(t[0], t[1], t[2], p) * orientation(t[0], t[1], t[2], q) >= 0) continue;
        const int sum = orientation(p, q, t[0], t[1]) + orientation(p, q, t[1], t[2]) +
                        orientation(p, q, t[2], t[0]);
        if (sum == 3 || sum == -3) return true;
      }
    }
  }
  return false;
}

std::vector<Triangle> mapped(const std::vector<Triangle>& triangles, const AffineMap& map) {
  std::vector<Triangle> result;
  for (const Triangle& t : triangles) result.push_back({map.of(t[0]), map.of(t[1]), map.of(t[2])});
  return result;
}

Soup soup_of(const LatticeBody& body, Random& random) {
  Soup soup;
  for (const Triangle& t : body.outer)
    soup.add(triangle_soup({to_vector(t[0]), to_vector(t[1]), to_vector(t[2])}));
  split(soup, random, std::max(0, random.in(-6, 6)));
  if (random.chance(1, 8)) soup.turn_inside_out();
  soup.shuffle(random);
  return soup;
}

std::vector<Part3> parts_of(const LatticeBody& body) {
  std::vector<Part3> parts;
  for (const Tetrahedron& t : body.parts) {
    parts.push_back({Polytope3::from_points(
                         {to_vector(t[0]), to_vector(t[1]), to_vector(t[2]), to_vector(t[3])})
                         .value()});
  }
  return parts;
}

TEST(Tetrahedra, UnionsAreDecidedAsTheirParts) {
  const oracle::Range range =
      oracle::chosen_range(suite::kSanitized ? 500 : 6'000, "SUNDER_MESH_RANGE");
  std::map<Verdict, int> counts;
  int unpierced = 0;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    Random random(index);
    LatticeBody a, b;
    // Related maps have many planes and lines in common.
    const int kinship = random.in(0, 3);
    AffineMap map_a = draw_affine(random, kinship == 0 ? 4 : 1),
              map_b = kinship > 1 ? map_a : draw_affine(random, kinship == 0 ? 4 : 1);
    if (kinship == 3) std::swap(map_b.m[0], map_b.m[1]);
    if (random.chance(1, 8)) {  // a part of a lattice against part of the rest
      std::vector<Tetrahedron> all = lattice(2, 2, random.in(1, 2));
      random.shuffle(all);
      const auto cut = all.begin() + random.in(1, 12);
      a = body_of({all.begin(), cut});
      b = body_of({cut, cut + random.in(1, 12)});
      map_b = map_a;
    } else {
      a = draw_body(random);
      b = draw_body(random);
      const Whole p = map_a.of(feature_point(a, random)), q = map_b.of(feature_point(b, random));
      for (std::size_t k = 0; k < 3; ++k) map_b.t[k] = p[k] - q[k];
      if (random.chance(1, 8))
        map_b.t[static_cast<std::size_t>(random.in(0, 2))] += random.nonzero(3);
    }
    const Pose3 pose_a = map_a.pose(), pose_b = map_b.pose();
    const std::vector<Part3> parts_a = parts_of(a), parts_b = parts_of(b);
    Verdict truth = Verdict::separated;
    for (const Part3& p : parts_a) {
      for (const Part3& q : parts_b) {
        const Verdict verdict = intersects({std::get<Polytope3>(p.shape), pose_a},
                                           {std::get<Polytope3>(q.shape), pose_b})
                                    .verdict;
        if (verdict == Verdict::overlapping || truth == Verdict::separated) truth = verdict;
        if (truth == Verdict::overlapping) break;
      }
      if (truth == Verdict::overlapping) break;
    }
    ++counts[truth];
    if (truth == Verdict::overlapping) {
      const auto world_a = mapped(a.outer, map_a), world_b = mapped(b.outer, map_b);
      if (!pierces(world_a, world_b) && !pierces(world_b, world_a)) ++unpierced;
    }

    const Body3 mesh_a{{solid_of(soup_of(a, random))}}, mesh_b{{solid_of(soup_of(b, random))}};
    const std::string name = "pair " + std::to_string(index);
    EXPECT_EQ(verdict_of(mesh_a, pose_a, mesh_b, pose_b), truth) << name;
    EXPECT_EQ(verdict_of(mesh_b, pose_b, mesh_a, pose_a), truth) << name << ", b first";
    if (index % 4 == 0) {  // a chain of poses
      const Pose3 world = Pose3::from_wxyz({2 * random.unit() - 1, 1, -0.5, random.unit()},
                                           {random.unit(), 1e3, -7})
                              .value();
      const Body3 chain_a{{mesh_a.parts()[0].shape, pose_a}},
          chain_b{{mesh_b.parts()[0].shape, pose_b}};
      EXPECT_EQ(verdict_of(chain_a, world, chain_b, world), truth) << name << ", chains";
    }
    if (index % 4 == 1) {
      const Body3 union_b{std::span<const Part3>(parts_b)};
      EXPECT_EQ(verdict_of(mesh_a, pose_a, union_b, pose_b), truth) << name << ", mesh and union";
      EXPECT_EQ(verdict_of(union_b, pose_b, mesh_a, pose_a), truth) << name << ", union and mesh";
    }
  }
  for (const auto& [verdict, count] : counts)
    std::printf("%s: %d pairs\n", std::string(to_string(verdict)).c_str(), count);
  std::printf("%d overlap, and no edge pierces a triangle\n", unpierced);
  EXPECT_GT(unpierced * 100, static_cast<int>(range.count));
}

// At an edge that is convex, edges do not decide: a triangle passes between the two half-spaces with all its edges
// outside. The bodies meet in three such points alone.
TEST(Tetrahedra, OneThatCutsACubesCorner) {
  Soup cube;
  for (int i = 0; i < 8; ++i) cube.add({(i & 1) * 10.0, ((i >> 1) & 1) * 10.0, (i >> 2) * 10.0});
  // Diagonals that avoid the corner 0.
  cube.triangles = {{0, 2, 1}, {1, 2, 3}, {0, 1, 4}, {1, 5, 4}, {0, 4, 2}, {2, 4, 6},
                    {7, 3, 6}, {3, 2, 6}, {7, 5, 3}, {5, 1, 3}, {7, 6, 5}, {6, 4, 5}};
  Soup tetrahedron;
  for (const Vector3& p : {Vector3{3, 0, 0}, {0, 3, 0}, {0, 0, 3}, {-5, -5, -5}})
    tetrahedron.add(p);
  tetrahedron.triangles = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  const Body3 a{{solid_of(cube)}}, b{{solid_of(tetrahedron)}};
  EXPECT_EQ(intersects(a, b).verdict, Verdict::overlapping);
  EXPECT_EQ(intersects(b, a).verdict, Verdict::overlapping);
  // With the fourth corner on the other side of the cube's corner alone, only an edge's points meet.
  tetrahedron.points = {{3, 0, 0}, {0, 3, 0}, {-3, 0, -3}, {-5, -5, -5}};
  const Body3 c{{solid_of(tetrahedron)}};
  const Polytope3 hull_a = Polytope3::from_points(cube.points).value(),
                  hull_c = Polytope3::from_points(tetrahedron.points).value();
  EXPECT_EQ(intersects(a, c).verdict, intersects(hull_a, hull_c).verdict);
}

}  // namespace
}  // namespace sunder::test
