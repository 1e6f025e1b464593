// SPDX-License-Identifier: Apache-2.0
//
// Separating axes of polytopes: parallel edges and coplanar vertices, needles, matrices that shear,
// reflect and flatten, and what the Gauss map leaves out.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "filter/axis.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/gauss_map.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::Proposed;
using detail::sat::PosedEdge;
using detail::sat::PosedHull;

Proposed<3> propose(const Bodies<3>& bodies, Trace* trace = nullptr) {
  return detail::sat::propose(FilteredPair<3>(pair_of(bodies)), {nullptr, trace});
}

/// The room's proposal is no lie, in both orders, and the pipeline that it feeds says the truth.
Proposed<3> expect_truth(const BodyData& a, const BodyData& b, const std::string& name) {
  const Bodies<3> bodies(a, b, 3);
  const Verdict expected = truth(a, b);
  oracle::expect_verdict<3>(bodies.a(), bodies.b(), Algorithm::sat, expected, name);
  const auto swapped = propose(Bodies<3>(b, a, 3));
  if (swapped.stage != Stage::none) {
    EXPECT_EQ(swapped.verdict, expected) << name << ", swapped";
  }
  const auto proposed = propose(bodies);
  if (proposed.stage != Stage::none) {
    EXPECT_EQ(proposed.verdict, expected) << name;
  }
  return proposed;
}

BodyData body_of(const Polytope3& polytope) {
  BodyData body;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    const Vector3 vertex = polytope.vertex(i);
    body.vertices.emplace_back(vertex.begin(), vertex.end());
  }
  return body;
}

std::array<double, 4> random_turn(Random& random) {
  std::array<double, 4> q;
  for (double& entry : q) entry = random.unit() - 0.5;
  return q;
}

/// Random points on an ellipsoid of these half axes.
BodyData ellipsoid_body(Random& random, int count, const std::array<double, 3>& half) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    const double z = 2 * random.unit() - 1;
    const double angle = 2 * std::numbers::pi * random.unit();
    const double r = std::sqrt(1 - z * z);
    body.vertices.push_back(
        {half[0] * r * std::cos(angle), half[1] * r * std::sin(angle), half[2] * z});
  }
  return body;
}

/// Moves b, which must have a quaternion, along u until the gap along u is this.
void place_at_gap(Bodies<3>& bodies, const Vector3& u, double gap) {
  const double now = FilteredPair<3>(pair_of(bodies)).probe(u.data()).value;
  const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const double step = (gap * std::sqrt(square) - now) / square;
  Vector3 t;
  for (std::size_t k = 0; k < 3; ++k)
    t[k] = bodies.pose_b.offset(static_cast<int>(k)) + step * u[k];
  bodies.pose_b = Pose3::from_wxyz(bodies.pose_b.wxyz(), t).value();
}

/// The gap along u, not above 0, at which b moved along u touches a, but for about 1e-12.
double touching_gap(Bodies<3>& bodies, const Vector3& u) {
  double apart = 0;
  double inside = -2;
  for (int step = 0; step < 42; ++step) {
    const double middle = 0.5 * (apart + inside);
    place_at_gap(bodies, u, middle);
    const auto answer = intersects(bodies.a(), bodies.b(), {.algorithm = Algorithm::gjk});
    (answer.verdict == Verdict::separated ? apart : inside) = middle;
  }
  return inside;
}

TEST(SatPolytopes, LatticeBodiesAgainstTheOracle) {
  Random random(71);
  int counts[3] = {};
  int proven[3] = {};
  for (int i = 0; i < 300; ++i) {
    const int count_a = random.in(4, 9);
    const int count_b = random.in(4, 9);
    const int shift = random.in(0, 6);
    const BodyData a = lattice_body(random, 3, count_a, 3);
    const BodyData b = lattice_body(random, 3, count_b, 3, shift);
    const Verdict expected = truth(a, b);
    const auto proposed = expect_truth(a, b, "pair " + std::to_string(i));
    const Bodies<3> bodies(a, b, 3);
    if (bodies.polytope_a.faces().empty() || bodies.polytope_b.faces().empty()) continue;
    ++counts[static_cast<int>(expected)];
    if (proposed.stage != Stage::none) ++proven[static_cast<int>(expected)];
    if (expected == Verdict::touching) {
      // The direction that touches is among the axes, if doubles hold it.
      EXPECT_TRUE(proposed.has_direction);
    }
  }
  // Whole numbers are never nearly touching.
  for (const Verdict verdict : {Verdict::separated, Verdict::overlapping}) {
    EXPECT_GT(counts[static_cast<int>(verdict)], 40);
    EXPECT_EQ(proven[static_cast<int>(verdict)], counts[static_cast<int>(verdict)]);
  }
  EXPECT_GT(counts[static_cast<int>(Verdict::touching)], 3);
}

TEST(SatPolytopes, UnderMatrices) {
  const std::vector<double> maps[] = {
      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},       {-1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0},
      {0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 1, 0},       {1, 0.5, 0, 2, 0, 1, 0.25, 1, 0, 0, 1, 0},
      {1, 0.75, 0, 3, 0.5, -1, 0, 0, 0, .25, 1, 0}, {1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0.5},
      {1, 1, 2, 2, 0, 1, 1, 0, 1, 0, 1, 0},       {1, 2, -1, 0, .5, 1, -.5, 0, 2, 4, -2, 0},
      {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},       {1, 1, 0, 3, 1, 1 + 0x1p-52, 0, 0, 0, 0, 1, 0},
      {1e-20, 0, 0, 1, 0, 1e-20, 0, 1, 0, 0, 1e-20, 0}};
  const BodyData shapes[] = {{{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}, {}},
                             body_of(Polytope3::cross(3, 2)), box_body({1, 1, 2})};
  int proven = 0;
  int asked = 0;
  for (const auto& rows_a : maps) {
    for (const auto& rows_b : maps) {
      for (std::size_t i = 0; i < 3; ++i) {
        const BodyData a = with_matrix(shapes[i], rows_a);
        const BodyData b = with_matrix(shapes[(i + 1) % 3], rows_b);
        const auto proposed = expect_truth(a, b, "maps");
        ++asked;
        if (proposed.stage != Stage::none) ++proven;
      }
    }
  }
  EXPECT_GT(proven * 2, asked);
}

TEST(SatPolytopes, HugeAndTinyNumbers) {
  for (const int exponent : {-1000, -300, -140, 140, 300, 900}) {
    const double size = std::ldexp(1.0, exponent);
    BodyData a;
    BodyData b;
    for (const auto& corner : body_of(Polytope3::cross(3, 1)).vertices) {
      a.vertices.push_back({corner[0] * size, corner[1] * size, corner[2] * size});
      b.vertices.push_back({(corner[0] + 0.5) * size, (corner[1] + 0.25) * size, corner[2] * size});
    }
    const auto proposed = expect_truth(a, b, "2^" + std::to_string(exponent));
    EXPECT_EQ(proposed.stage == Stage::filter, exponent >= -300 && exponent <= 140) << exponent;
  }
}

struct Counted {
  int proven = 0;
  int wrong = 0;
};

/// Pairs of these shapes, turned at random, at a gap relative to their size.
template <class Shape>
Counted prove_at_gap(std::uint64_t seed, int count, double gap, bool same_turn, Shape&& shape) {
  Random random(seed);
  Counted counted;
  for (int i = 0; i < count; ++i) {
    const BodyData shape_a = shape(random);
    const BodyData shape_b = shape(random);
    const auto turn = random_turn(random);
    const auto turn_b = random_turn(random);
    Bodies<3> bodies(with_quaternion(shape_a, turn),
                     with_quaternion(shape_b, same_turn ? turn : turn_b), 3);
    Vector3 u;
    for (double& entry : u) entry = 2 * random.unit() - 1;
    place_at_gap(bodies, u, touching_gap(bodies, u) + gap);
    const auto proposed = propose(bodies);
    if (proposed.stage == Stage::none) continue;
    ++counted.proven;
    const auto other = intersects(bodies.a(), bodies.b(), {.algorithm = Algorithm::gjk});
    if (other.verdict != proposed.verdict) ++counted.wrong;
  }
  return counted;
}

template <class Shape>
void expect_all_proven(const char* name, std::uint64_t seed, int count, Shape&& shape,
                       double thin = 1) {
  for (const double gap : {1.0, 1e-3 * thin, -1e-3 * thin, -0.3 * thin}) {
    for (const bool same_turn : {false, true}) {
      const Counted counted = prove_at_gap(seed, count, gap, same_turn, shape);
      EXPECT_EQ(counted.proven, count) << name << " at gap " << gap << ", same turn " << same_turn;
      EXPECT_EQ(counted.wrong, 0) << name << " at gap " << gap;
    }
  }
}

// The list is complete, so the room alone must prove what is neither touching nor nearly so.
TEST(SatPolytopes, ProvesClearPairsAlone) {
  expect_all_proven("sphere of 12", 81, 25,
                    [](Random& random) { return ellipsoid_body(random, 12, {1, 1, 1}); });
  expect_all_proven("sphere of 64", 82, 12,
                    [](Random& random) { return ellipsoid_body(random, 64, {1, 1, 1}); });
  expect_all_proven("ellipsoid of 32", 83, 12,
                    [](Random& random) { return ellipsoid_body(random, 32, {1, 0.3, 0.1}); });
  expect_all_proven("points in a box", 84, 25, [](Random& random) {
    BodyData body;
    for (int i = 0; i < 24; ++i) {
      auto& vertex = body.vertices.emplace_back();
      for (int k = 0; k < 3; ++k) vertex.push_back(2 * random.unit() - 1);
    }
    return body;
  });
}

// Parallel edges, coplanar normals and faces of many vertices, everywhere at once if both bodies are
// turned alike.
TEST(SatPolytopes, ProvesRegularShapesAlone) {
  expect_all_proven("prism of 5", 91, 10,
                    [](Random&) { return body_of(Polytope3::prism(5, 1, 1)); });
  expect_all_proven("prism of 24", 92, 6,
                    [](Random&) { return body_of(Polytope3::prism(24, 1, 0.5)); });
  expect_all_proven("cross", 93, 10, [](Random&) { return body_of(Polytope3::cross(3, 1)); });
  expect_all_proven("icosahedron", 94, 10,
                    [](Random&) { return body_of(Polytope3::icosahedron(1)); });
  expect_all_proven("dodecahedron", 95, 6,
                    [](Random&) { return body_of(Polytope3::dodecahedron(1)); });
  expect_all_proven("box or simplex", 96, 20, [](Random& random) {
    return random.chance(1, 2) ? box_body({1, 0.5, 0.75}) : body_of(Polytope3::tetrahedron(1));
  });
}

// A millionth as thick as long, clear by a thousandth of the thickness.
TEST(SatPolytopes, ProvesNeedlesAlone) {
  constexpr double kThin = 1e-6;
  expect_all_proven("needle of 16", 101, 20, [](Random& random) {
    return ellipsoid_body(random, 16, {1, kThin, kThin});
  }, kThin);
  expect_all_proven("plate of 16", 102, 20, [](Random& random) {
    return ellipsoid_body(random, 16, {1, 1, kThin});
  }, kThin);
  expect_all_proven("long prism", 103, 20, [](Random&) {
    return body_of(Polytope3::prism(6, kThin, 1));
  }, kThin);
  expect_all_proven("thin and round", 104, 20, [](Random& random) {
    return random.chance(1, 2) ? ellipsoid_body(random, 16, {1, kThin, kThin})
                               : ellipsoid_body(random, 16, {1, 1, 1});
  }, kThin);
}


}  // namespace
}  // namespace sunder::test
