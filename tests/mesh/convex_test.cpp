// SPDX-License-Identifier: Apache-2.0
//
// What convex bodies have in common with meshes is held against the verdict of convex bodies: solids as meshes, flat
// bodies against solids, two triangles.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>

#include "mesh/soup.hpp"
#include "oracle/range.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/posed.hpp"

namespace sunder::test {
namespace {

using suite::Random;

void print(const char* what, const std::map<Verdict, int>& counts) {
  for (const auto& [verdict, count] : counts)
    std::printf("%s %s: %d\n", what, std::string(to_string(verdict)).c_str(), count);
}

/// Every pair of the suite in space: touching, an ulp apart, slender, far, huge, subnormal, under poses of every form.
TEST(Convex, EveryPairOfTheSuiteAsMeshes) {
  const oracle::Range range =
      oracle::chosen_range(suite::kSanitized ? 500 : 8'000, "SUNDER_MESH_RANGE");
  std::map<Verdict, int> solids, flats;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    Random random(index);
    const suite::Bodies<3> bodies(item.a, item.b, 3);
    const bool solid_a = !bodies.polytope_a.faces().empty(),
               solid_b = !bodies.polytope_b.faces().empty();
    const Body3 a = solid_a ? Body3{{solid_of(soup_of(bodies.polytope_a, random))}}
                            : Body3{{bodies.polytope_a}};
    const Body3 b = solid_b ? Body3{{solid_of(soup_of(bodies.polytope_b, random))}}
                            : Body3{{bodies.polytope_b}};
    const std::string name =
        "case " + std::to_string(index) + ", " + item.kind + ", " + item.dressing;
    EXPECT_EQ(verdict_of(a, bodies.pose_a, b, bodies.pose_b), item.verdict) << name;
    EXPECT_EQ(verdict_of(b, bodies.pose_b, a, bodies.pose_a), item.verdict) << name << ", b first";
    ++(solid_a && solid_b ? solids : flats)[item.verdict];
    // Two poses for each body: even two polytopes then meet as meshes.
    const Pose3 world =
        Pose3::from_wxyz({1, 2 * random.unit(), random.unit(), 0.5}, {0, 3, random.unit()}).value();
    const Body3 chain_a{{bodies.polytope_a, bodies.pose_a}},
        chain_b{{bodies.polytope_b, bodies.pose_b}};
    EXPECT_EQ(verdict_of(chain_a, world, chain_b, world), item.verdict)
        << name << ", as parts of bodies";
    const Body3 mixed{{a.parts()[0].shape, bodies.pose_a}};
    EXPECT_EQ(verdict_of(mixed, world, chain_b, world), item.verdict) << name << ", mixed";
  }
  print("solids,", solids);
  print("a flat one,", flats);
}

/// A named algorithm is asked about each pair of convex parts, and changes no answer. A chain of two poses knows none.
TEST(Convex, PartsAreAskedWithTheAlgorithmOfChoice) {
  std::map<Algorithm, std::uint64_t> decided;
  for (std::uint64_t index = 0; index < 400; ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    const suite::Bodies<3> bodies(item.a, item.b, 3);
    const Body3 a{{bodies.polytope_a}}, b{{bodies.polytope_b}};
    const PosedBody3 at_a{a, bodies.pose_a}, at_b{b, bodies.pose_b};
    const Interval plain = distance(at_a, at_b).distance;
    for (const AlgorithmInfo& info : algorithms()) {
      if (!serves(info.id, Question::verdict, 3)) continue;
      const std::string name = "case " + std::to_string(index) + ", " + std::string(info.name);
      Counters counters, alone;
      const BodyDecision decision =
          intersects(at_a, at_b, {.algorithm = info.id, .counters = &counters});
      const Decision of_hulls =
          intersects({bodies.polytope_a, bodies.pose_a}, {bodies.polytope_b, bodies.pose_b},
                     {.algorithm = info.id, .counters = &alone});
      EXPECT_EQ(decision.verdict, item.verdict) << name;
      EXPECT_EQ(decision.decided_by, of_hulls.decided_by) << name;
      EXPECT_EQ(counters.by_algorithm, alone.by_algorithm) << name;
      EXPECT_EQ(counters.by_stage, alone.by_stage) << name;
      decided[info.id] += counters.by_algorithm[static_cast<std::size_t>(info.id)];
      if (!serves(info.id, Question::distance, 3)) continue;
      const Interval named = distance(at_a, at_b, {.algorithm = info.id}).distance;
      EXPECT_LE(named.lower, plain.upper) << name;
      EXPECT_LE(plain.lower, named.upper) << name;
    }
  }
  for (const auto& [algorithm, count] : decided) EXPECT_GT(count, 20u) << to_string(algorithm);
  EXPECT_GE(decided.size(), 10u);

  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 turn = Pose3::from_wxyz({1, 2, 3, 4}, {0.5, 0, 0}).value();
  const Body3 chain{{box, turn}, {box, turn}}, one{{box}};
  Counters counters;
  EXPECT_TRUE(intersects({chain, turn}, one, {.algorithm = Algorithm::gjk, .counters = &counters}));
  std::uint64_t asked = 0;
  for (const std::uint64_t count : counters.by_stage) asked += count;
  EXPECT_GE(asked, 1u);
  for (const std::uint64_t count : counters.by_algorithm) EXPECT_EQ(count, 0u);
}

/// A body that touches another at a face, edge or vertex, of doubles of all sizes, then an ulp nearer and farther.
TEST(Convex, OneUlpAtEverySize) {
  for (const double size : {1.0, 1e6, 1e-300, 1e-310, 4.9e-323, 1e300, 1e307}) {
    const double kept[] = {size, std::nextafter(size, 0), std::nextafter(size, 2 * size)};
    const Verdict truth[] = {Verdict::touching, Verdict::overlapping, Verdict::separated};
    const Body3 cube{{solid_of(box_soup({-size, -size, -size}, {size, size, size}))}};
    for (std::size_t i = 0; i < 3; ++i) {
      for (const double from : {-size, 0.0, size}) {
        const Body3 other{
            {solid_of(box_soup({kept[i], from, -2 * size}, {3 * size, 4 * size, 4 * size}))}};
        EXPECT_EQ(intersects(cube, other).verdict,
                  from == size && i == 1 ? Verdict::touching : truth[i])
            << size << ", " << i << ", " << from;
        EXPECT_EQ(intersects(other, cube).verdict,
                  from == size && i == 1 ? Verdict::touching : truth[i])
            << size << ", " << i << ", " << from;
      }
      // A vertex in a face.
      Soup tip;
      for (const Vector3& p : {Vector3{kept[i], 0, 0}, Vector3{3 * size, size, 0},
                               Vector3{3 * size, -size, size}, Vector3{3 * size, -size, -size}})
        tip.add(p);
      tip.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
      const Body3 other{{solid_of(tip)}};
      EXPECT_EQ(intersects(cube, other).verdict, truth[i]) << size << ", " << i;
      EXPECT_EQ(intersects(other, cube).verdict, truth[i]) << size << ", " << i;
    }
  }
}

/// Slender bodies far from the origin: a tetrahedron on a face of another, moved by units in the last place.
TEST(Convex, SlenderAndFar) {
  std::map<Verdict, int> counts;
  for (int i = 0; i < suite::cases(2000); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const double slender = random.chance(1, 2) ? 0x1p-20 : 0x1p20;
    const auto draw = [&] {
      std::vector<Vector3> points;
      const Vector3 far{random.chance(1, 2) ? 0x1p20 : 0, 0, random.chance(1, 2) ? -0x1p20 : 0};
      for (int k = random.in(4, 8); k > 0; --k)
        points.push_back(
            {far[0] + random.in(-4, 4), slender * random.in(-4, 4), far[2] + random.in(-4, 4)});
      return Polytope3::from_points(points).value();
    };
    const Polytope3 p = draw(), q = draw();
    if (p.faces().empty() || q.faces().empty()) continue;
    const auto draw_pose = [&] {
      const Vector3 t{random.in(-2, 2) * 0x1p19, slender * random.in(-3, 3),
                      random.in(-2, 2) + random.in(-1, 1) * 0x1p-40};
      if (random.chance(1, 2)) return Pose3::translation(t).value();
      return Pose3::from_wxyz({random.unit(), 1e-7 * random.unit(), random.in(0, 1) * 1.0, 1e-7}, t)
          .value();
    };
    const Pose3 pose_p = draw_pose(), pose_q = draw_pose();
    const Verdict truth = intersects({p, pose_p}, {q, pose_q}).verdict;
    const Body3 a{{solid_of(soup_of(p, random))}}, b{{solid_of(soup_of(q, random))}};
    EXPECT_EQ(verdict_of(a, pose_p, b, pose_q), truth) << i;
    ++counts[truth];
  }
  print("slender,", counts);
}

std::array<Vector3, 3> draw_triangle(Random& random, int reach, double step) {
  std::array<Vector3, 3> t{};
  for (Vector3& p : t) {
    for (double& x : p) x = random.in(-reach, reach) * step;
  }
  return t;
}

Polytope3 hull_of(const std::array<Vector3, 3>& t) {
  return Polytope3::from_points({t[0], t[1], t[2]}).value();
}

/// Two triangles, segments or points overlap if and only if 0 lies inside their Minkowski difference.
TEST(Convex, TwoTrianglesAreConvexBodies) {
  std::map<Verdict, int> counts;
  for (int i = 0; i < suite::cases(40'000); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const int reach = random.in(1, 4);
    const double step = random.chance(1, 4) ? 1e-310 : (random.chance(1, 4) ? 1e300 : 1);
    const auto t = draw_triangle(random, reach, step), u = draw_triangle(random, reach, step);
    const Body3 a{{surface_of(triangle_soup(t))}}, b{{surface_of(triangle_soup(u))}};
    const Polytope3 hull_a = hull_of(t), hull_b = hull_of(u);
    Pose3 pose = Pose3::identity();
    if (random.chance(1, 4))
      pose = Pose3::from_wxyz({1, random.in(-1, 1) * 1.0, random.in(-1, 1) * 1.0, 0}).value();
    if (random.chance(1, 4)) {
      std::array<double, 12> rows{};
      for (double& entry : rows) entry = random.in(-1, 1);
      for (std::size_t k = 3; k < 12; k += 4) rows[k] *= step;
      pose = Pose3::from_matrix(rows).value();  // often flattens
    }
    const Verdict truth = intersects({hull_a, Pose3::identity()}, {hull_b, pose}).verdict;
    ++counts[truth];
    EXPECT_EQ(verdict_of(a, Pose3::identity(), b, pose), truth) << i;
    EXPECT_EQ(verdict_of(b, pose, a, Pose3::identity()), truth) << i;
    // Under two poses, convex bodies meet as pieces.
    const Body3 c{{hull_a}}, d{{hull_b, pose}};
    EXPECT_EQ(verdict_of(a, pose, c, pose), intersects({hull_a, pose}, {hull_a, pose}).verdict)
        << i;
    const Pose3 world =
        Pose3::from_wxyz({3, 1, random.in(-2, 2) * 1.0, 2}, {step, 0, -step}).value();
    EXPECT_EQ(verdict_of(a, world, d, world), truth) << i << ", mesh and hull";
    EXPECT_EQ(verdict_of(c, world, d, world), truth) << i << ", hulls";
  }
  print("triangles,", counts);
}

/// A flat body has a point inside a solid if and only if the convex bodies overlap.
TEST(Convex, FlatBodiesAgainstSolids) {
  std::map<Verdict, int> counts;
  for (int i = 0; i < suite::cases(20'000); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const int reach = random.in(2, 4);
    std::vector<Vector3> points;
    for (int k = random.in(4, 7); k > 0; --k)
      points.push_back({random.in(-reach, reach) * 1.0, random.in(-reach, reach) * 1.0,
                        random.in(-reach, reach) * 1.0});
    const Polytope3 hull = Polytope3::from_points(points).value();
    if (hull.faces().empty()) continue;
    const Body3 solid{{solid_of(soup_of(hull, random))}};
    // A polygon, segment or point: integer combinations of two directions.
    std::vector<Vector3> flat;
    const Vector3 o{random.in(-reach, reach) * 1.0, random.in(-reach, reach) * 1.0,
                    random.in(-reach, reach) * 1.0};
    Vector3 u{}, v{};
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] = random.in(-2, 2);
      v[k] = random.in(-2, 2);
    }
    for (int k = random.in(1, 6); k > 0; --k) {
      const double x = random.in(-1, 1), y = random.in(-1, 1);
      flat.push_back(
          {o[0] + x * u[0] + y * v[0], o[1] + x * u[1] + y * v[1], o[2] + x * u[2] + y * v[2]});
    }
    const Polytope3 polygon = Polytope3::from_points(flat).value();
    const Pose3 pose = random.chance(1, 2) ? Pose3::identity()
                                           : Pose3::from_wxyz({1, 1, 1, random.in(0, 1) * 1.0},
                                                              {1, 0, random.in(0, 2) / 2.0})
                                                 .value();
    const Verdict truth = intersects({hull, Pose3::identity()}, {polygon, pose}).verdict;
    ++counts[truth];
    EXPECT_EQ(verdict_of(solid, Pose3::identity(), Body3{{polygon}}, pose), truth) << i;
    EXPECT_EQ(verdict_of(Body3{{polygon}}, pose, solid, Pose3::identity()), truth) << i;
    // The polygon as a surface of triangles that cover it.
    Soup fan;
    for (const Vector3& p : flat) fan.add(p);
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(flat.size()); ++p) {
      for (std::int32_t q = 0; q <= p; ++q) {
        for (std::int32_t r = 0; r <= q; ++r) fan.triangles.push_back({p, q, r});
      }
    }
    EXPECT_EQ(verdict_of(solid, Pose3::identity(), Body3{{surface_of(fan)}}, pose), truth)
        << i << ", a surface";
    // A pose that flattens a hull, given as a polytope and as a mesh.
    std::array<double, 12> rows{};
    for (double& entry : rows) entry = random.in(-1, 1);
    for (std::size_t k = 0; k < 4; ++k)
      rows[8 + k] = random.chance(1, 2) ? rows[k] + rows[4 + k] : rows[k];
    const Pose3 flattens = Pose3::from_matrix(rows).value();
    const Verdict flattened = intersects({hull, Pose3::identity()}, {hull, flattens}).verdict;
    EXPECT_EQ(verdict_of(solid, Pose3::identity(), solid, flattens), flattened)
        << i << ", flattened";
    EXPECT_EQ(verdict_of(Body3{{hull}}, flattens, solid, Pose3::identity()), flattened)
        << i << ", flattened hull";
  }
  print("flat,", counts);
}

}  // namespace
}  // namespace sunder::test
