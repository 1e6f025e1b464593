// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <gtest/gtest.h>

#include "filter/simplex_interior.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/expanding.hpp"

namespace sunder::test {
namespace {

using detail::cross;
using detail::Depth;
using detail::dot;
using detail::FilteredPair;
using detail::minus;
using detail::negated;
using detail::Request;
using detail::epa::penetrate;

const auto propose = []<int D>(const FilteredPair<D>& filtered, const Request<D>& search) {
  return detail::epa::propose<D>(filtered, search);
};

TEST(Epa, IsHonestOnHardPairs) {
  expect_most_proven(try_hard_pairs<2>(500, 171, propose), 100, 30);
  expect_most_proven(try_hard_pairs<3>(500, 172, propose), 100, 30);
}

TEST(Epa, ProvesClearPairsAlone) {
  expect_clear_pairs_proven<2>(173, propose);
  expect_clear_pairs_proven<3>(174, propose);
}

TEST(Epa, AnyStartWillDo) { try_odd_starts(175, propose); }

BodyData round_body(Random& random, int count, double radius) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    auto& vertex = body.vertices.emplace_back(random_unit_vector(random, 3));
    for (double& entry : vertex) entry *= radius;
  }
  return body;
}

// Round hulls deep in each other, apart, and about as far apart as they are thick.
TEST(Epa, LeavesAtMostOneRoundPairInAHundred) {
  constexpr double kRadius = 0.97;
  constexpr double kRegimesOfDistance[][2] = {{0.5, 1}, {1.05, 0.5}, {0.97, 0.05}};
  Random random(176);
  for (const int count : {8, 32, 128, 500}) {
    for (const auto& [from, spread] : kRegimesOfDistance) {
      const int asked = count == 500 ? 40 : 100;
      int left = 0;
      for (int i = 0; i < asked; ++i) {
        const BodyData a = round_body(random, count, kRadius);
        BodyData b = round_body(random, count, kRadius);
        std::vector<double> t = random_unit_vector(random, 3);
        const double distance = 2 * kRadius * (from + spread * random.unit());
        for (double& entry : t) entry *= distance;
        const Bodies<3> bodies(a, with_translation(b, t), 3);
        const auto found = propose(FilteredPair<3>(pair_of(bodies)), Request<3>{});
        if (found.verdict == Verdict::undecided) {
          ++left;
        } else {
          EXPECT_EQ(found.verdict, intersects(bodies.a(), bodies.b()).verdict);
        }
      }
      EXPECT_LE(left * 100, asked) << count << " points, from " << from;
    }
  }
}

std::vector<double> sum(const std::vector<double>& p, const std::vector<double>& q, double sign) {
  std::vector<double> r;
  for (std::size_t l = 0; l < p.size(); ++l) r.push_back(p[l] + sign * q[l]);
  return r;
}

/// The least support of C over every normal that a facet of C can have, with either sign. These are
/// normals to d - 1 differences of vertices, each of one body. It is at most 0 if C does not hold 0
/// inside.
template <int D>
double brute_force_depth(const BodyData& a, const BodyData& b) {
  std::vector<Vector<D>> c;
  std::vector<Vector<D>> edges;
  for (const auto& p : a.vertices) {
    for (const auto& q : b.vertices) {
      const std::vector<double> r = sum(p, q, -1);
      std::copy(r.begin(), r.end(), c.emplace_back().begin());
    }
  }
  for (const BodyData* body : {&a, &b}) {
    for (std::size_t i = 0; i < body->vertices.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto edge = sum(body->vertices[i], body->vertices[j], -1);
        std::copy(edge.begin(), edge.end(), edges.emplace_back().begin());
      }
    }
  }
  std::vector<Vector<D>> normals;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if constexpr (D == 2) {
      normals.push_back({edges[i][1], -edges[i][0]});
    } else {
      for (std::size_t j = 0; j < i; ++j) normals.push_back(cross(edges[i], edges[j]));
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (const Vector<D>& normal : normals) {
    const double length = std::sqrt(dot<D>(normal, normal));
    if (!(length > 1e-9)) continue;
    double most = -std::numeric_limits<double>::infinity();
    double fewest = std::numeric_limits<double>::infinity();
    for (const Vector<D>& point : c) {
      const double height = dot<D>(normal, point);
      most = std::max(most, height);
      fewest = std::min(fewest, height);
    }
    least = std::min({least, most / length, -fewest / length});
  }
  return least;
}

template <int D>
Depth<D> penetration_of(const BodyData& a, const BodyData& b, double width = 0) {
  const Bodies<D> bodies(a, b, D);
  Request<D> search;
  search.width = width;
  return penetrate<D>(FilteredPair<D>(pair_of(bodies)), search);
}

/// The contract of an interval: the depth is inside. Moving b by `upper` along the direction
/// separates the bodies, or lets them touch.
template <int D>
void expect_depth(const BodyData& a, const BodyData& b, double depth, double tolerance,
                  const std::string& name) {
  const Depth<D> found = penetration_of<D>(a, b);
  EXPECT_LE(found.lower, depth + 1e-13) << name;
  EXPECT_GE(found.upper, depth - 1e-13) << name;
  EXPECT_LE(found.upper - found.lower, tolerance) << name;
  ASSERT_TRUE(found.has_direction) << name;
  EXPECT_NEAR(dot<D>(found.direction, found.direction), 1, 1e-14) << name;
  std::vector<double> t;
  for (const double entry : found.direction) t.push_back(entry * (found.upper + 1e-9));
  BodyData moved = b;
  for (auto& vertex : moved.vertices) vertex = sum(vertex, t, 1);
  EXPECT_EQ(truth(a, moved), Verdict::separated) << name;
}

template <int D>
void try_random_depths(int asked, std::uint64_t seed, int most) {
  Random random(seed);
  int overlapping = 0;
  for (int i = 0; i < asked; ++i) {
    BodyData pair[2];
    for (BodyData& body : pair) {
      const int count = random.in(most / 2, most);
      for (int k = 0; k < count; ++k) body.vertices.push_back(random_unit_vector(random, D));
    }
    std::vector<double> t = random_unit_vector(random, D);
    const double distance = 1.6 * random.unit();
    for (double& entry : t) entry *= distance;
    for (auto& vertex : pair[1].vertices) vertex = sum(vertex, t, 1);
    const double depth = brute_force_depth<D>(pair[0], pair[1]);
    const std::string name = std::to_string(i);
    const Depth<D> found = penetration_of<D>(pair[0], pair[1]);
    if (depth > 1e-12) {
      ++overlapping;
      EXPECT_EQ(found.verdict, Verdict::overlapping) << name;
      expect_depth<D>(pair[0], pair[1], depth, 1e-12, name);
    } else {
      EXPECT_EQ(found.verdict, Verdict::separated) << name;
      EXPECT_EQ(found.lower, 0) << name;
      EXPECT_EQ(found.upper, 0) << name;
    }
  }
  EXPECT_GT(overlapping * 2, asked);
}

TEST(EpaDepth, RandomHullsAgainstAllNormals) {
  try_random_depths<2>(300, 177, 16);
  try_random_depths<3>(8, 178, 14);
}

// Integers give coplanar faces, ties and flat bodies. The depth is 0 if C does not hold 0 inside.
TEST(EpaDepth, LatticeBodiesAgainstAllNormals) {
  Random random(179);
  int drawn[3] = {};
  for (int i = 0; i < 300; ++i) {
    const int reach = random.in(1, 3);
    const int shift = random.in(0, 3);
    const int first = random.in(1, 7);
    const BodyData a = lattice_body(random, 3, first, reach);
    const int second = random.in(1, 7);
    const BodyData b = lattice_body(random, 3, second, reach, shift);
    const Verdict expected = truth(a, b);
    ++drawn[static_cast<std::size_t>(expected)];
    const std::string name = std::to_string(i);
    const Depth<3> found = penetration_of<3>(a, b);
    if (expected == Verdict::overlapping) {
      EXPECT_EQ(found.verdict, Verdict::overlapping) << name;
      expect_depth<3>(a, b, brute_force_depth<3>(a, b), 1e-12, name);
      continue;
    }
    EXPECT_NE(found.verdict, Verdict::overlapping) << name;
    EXPECT_EQ(found.lower, 0) << name;
    EXPECT_LE(found.upper, 1e-12) << name;
  }
  for (const int count : drawn) EXPECT_GT(count, 20);
}

// Two cubes with one centre and no rotation: six directions are equally good.
TEST(EpaDepth, CubeInCube) {
  const BodyData cube = box_body({1, 1, 1});
  expect_depth<3>(cube, cube, 2, 4e-13, "equal");
  expect_depth<3>(cube, box_body({0.25, 0.25, 0.25}), 1.25, 4e-13, "inside");
  expect_depth<2>(box_body({1, 1}), box_body({3, 3}), 4, 4e-13, "squares");
  EXPECT_EQ(penetration_of<3>(cube, cube).verdict, Verdict::overlapping);
}

// C is a box of half extents (3, 2.5, 1.5) about -t: the depth is the least of 3 - 2, 2.5 - 0.5 and
// 1.5 - 0.25, along x.
TEST(EpaDepth, BoxesByHand) {
  BodyData b = box_body({2, 0.5, 0.5});
  for (auto& vertex : b.vertices) vertex = sum(vertex, {2, 0.5, 0.25}, 1);
  const BodyData a = box_body({1, 2, 1});
  expect_depth<3>(a, b, 1, 4e-13, "boxes");
  const Depth<3> found = penetration_of<3>(a, b);
  EXPECT_NEAR(found.direction[0], 1, 1e-15);
  EXPECT_EQ(found.pairs.size(), 3u);
}

TEST(EpaDepth, TouchingIsDepthZero) {
  const BodyData cube = box_body({1, 1, 1});
  for (const std::vector<double>& t : {std::vector<double>{2, 0.5, 0.25}, {2, 2, 0}, {2, 2, 2}}) {
    const Depth<3> found = penetration_of<3>(cube, with_translation(cube, t));
    EXPECT_EQ(found.verdict, Verdict::undecided);
    EXPECT_EQ(found.lower, 0);
    EXPECT_LE(found.upper, 1e-13);
    EXPECT_TRUE(found.has_direction);
  }
}

// Slender by 1e6, and 1e6 from the origin: the interval stays valid, and as narrow as rounding at
// that size permits.
TEST(EpaDepth, SlenderAndFarBodies) {
  const BodyData needle = box_body({1, 1, 1e-6});
  expect_depth<3>(needle, box_body({1e-6, 1, 1}), 1e-6 + 1, 4e-13, "crossed plates");
  expect_depth<3>(needle, needle, 2e-6, 4e-13, "equal plates");
  BodyData far = box_body({1, 1, 1});
  BodyData also = box_body({0.5, 0.75, 2});
  for (BodyData* body : {&far, &also}) {
    for (auto& vertex : body->vertices) vertex = sum(vertex, {1e6, -1e6, 1e6}, 1);
  }
  const Depth<3> found = penetration_of<3>(far, also);
  EXPECT_LE(found.lower, 1.5);
  EXPECT_GE(found.upper, 1.5);
  EXPECT_LE(found.upper - found.lower, 1e-7);
}

// 500 points on a sphere have more faces than the buffer: the interval is the best so far.
TEST(EpaDepth, StopsWithAnIntervalWhereTheBufferEnds) {
  Random random(180);
  for (int i = 0; i < 20; ++i) {
    const BodyData a = round_body(random, 500, 1);
    const BodyData b = round_body(random, 500, 1);
    const Depth<3> found = penetration_of<3>(a, b);
    EXPECT_EQ(found.verdict, Verdict::overlapping);
    EXPECT_GT(found.lower, 1.8);
    EXPECT_LT(found.upper, 2.0);
    EXPECT_LE(found.lower, found.upper);
    const Depth<3> coarse = penetration_of<3>(a, b, 0.25);
    EXPECT_LE(coarse.upper - coarse.lower, 0.25 * coarse.upper);
    EXPECT_LE(coarse.lower, found.upper);
    EXPECT_GE(coarse.upper, found.lower);
  }
}

// Every expanding surface stays closed: V - E + F = 2, and each edge has one face on each side.
TEST(EpaExpanding, StaysClosed) {
  using Expanding = detail::epa::Expanding<3, int>;
  Random random(181);
  for (int i = 0; i < 200; ++i) {
    const bool whole = random.chance(1, 2);
    const auto draw = [&] {
      Vector3 p{};
      for (double& entry : p) entry = whole ? random.in(-2, 2) : 2 * random.unit() - 1;
      return detail::epa::Corner<3, int>{p, 0, true};
    };
    Expanding polytope;
    if (!polytope.start({draw(), draw(), draw(), draw()}, 1e-6)) continue;
    for (int step = 0; step < 30; ++step) {
      const auto next = draw();
      std::size_t beyond = polytope.faces().size();
      for (std::size_t k = 0; k < polytope.faces().size(); ++k) {
        if (polytope.height(polytope.faces()[k], next.point) > 1e-9) beyond = k;
      }
      if (beyond == polytope.faces().size()) continue;
      ASSERT_EQ(polytope.expand(beyond, next, 1e-12), detail::epa::Growth::grown) << i;
      std::vector<std::pair<int, int>> edges;
      for (const auto& face : polytope.faces()) {
        for (std::size_t k = 0; k < 3; ++k) {
          edges.emplace_back(face.corners[k], face.corners[(k + 1) % 3]);
        }
        EXPECT_LE(polytope.height(face, next.point), 1e-9);
        for (std::size_t k = 0; k < 3; ++k) {
          const auto& across = polytope.faces()[static_cast<std::size_t>(face.neighbours[k])];
          bool runs_back = false;
          for (std::size_t m = 0; m < 3; ++m) {
            runs_back = runs_back || (across.corners[m] == face.corners[(k + 1) % 3] &&
                                      across.corners[(m + 1) % 3] == face.corners[k]);
          }
          EXPECT_TRUE(runs_back) << i;
        }
      }
      std::sort(edges.begin(), edges.end());
      EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end());
      std::vector<int> used;
      for (const auto& [from, to] : edges) {
        EXPECT_TRUE(std::binary_search(edges.begin(), edges.end(), std::pair(to, from)));
        used.push_back(from);
      }
      std::sort(used.begin(), used.end());
      const auto corners = std::unique(used.begin(), used.end()) - used.begin();
      EXPECT_EQ(static_cast<std::size_t>(corners) + polytope.faces().size(), edges.size() / 2 + 2);
    }
  }
}

}  // namespace
}  // namespace sunder::test
