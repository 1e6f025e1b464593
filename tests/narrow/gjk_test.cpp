// SPDX-License-Identifier: Apache-2.0
//
// Tests GJK's parts against brute force over all faces of a simplex, and its walks against exact
// answers.
#include "narrow/gjk/gjk.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "narrow/closest_simplex.hpp"
#include "narrow/enclose.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/polish.hpp"

namespace sunder::test {
namespace {

using detail::simplex_walk::Simplex;
using suite::Rational;

/// The distance from 0 to the hull of integer points, from the oracle that enumerates.
template <int D>
double exact_distance(const std::vector<Vector<D>>& points) {
  oracle::Points<Rational> hull;
  for (const Vector<D>& point : points) {
    auto& exact = hull.emplace_back();
    for (const double entry : point) exact.emplace_back(entry);
  }
  const oracle::Points<Rational> origin{std::vector<Rational>(D, Rational(0))};
  return std::sqrt(oracle::brute_force_distance_squared(hull, origin).convert_to<double>());
}

template <int D>
Vector<D> lattice_point(Random& random, int reach) {
  Vector<D> point{};
  for (double& entry : point) entry = random.in(-reach, reach);
  return point;
}

template <int D>
double length(const Vector<D>& v) {
  return std::sqrt(detail::dot<D>(v, v));
}

template <int D>
void expect_reduced(Simplex<D> simplex, const std::string& name) {
  const std::vector<Vector<D>> points(simplex.points.begin(),
                                      simplex.points.begin() + static_cast<long>(simplex.size));
  const double expected = exact_distance<D>(points);
  const bool full = detail::simplex_walk::reduce(simplex);
  if (full) {
    EXPECT_EQ(simplex.size, std::size_t{D} + 1) << name;
    EXPECT_NEAR(expected, 0, 1e-12) << name;
    return;
  }
  double sum = 0;
  ASSERT_GE(simplex.size, 1u);
  for (std::size_t i = 0; i < simplex.size; ++i) {
    EXPECT_GT(simplex.weights[i], 0) << name;
    sum += simplex.weights[i];
    // Each kept point still belongs to its pair.
    EXPECT_EQ(simplex.points[i], points[static_cast<std::size_t>(simplex.pairs[i].a)]) << name;
  }
  EXPECT_NEAR(sum, 1, 1e-12) << name;
  EXPECT_NEAR(length<D>(simplex.closest()), expected, 1e-9) << name;
}

template <int D>
Simplex<D> simplex_of(const std::vector<Vector<D>>& points) {
  Simplex<D> simplex;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(points.size()); ++i)
    simplex.add({i, i}, points[static_cast<std::size_t>(i)]);
  return simplex;
}

/// A simplex in a walk's form: the last point lies across the face of the others, toward 0. Returns
/// no points if the random draw does not give one.
template <int D>
std::vector<Vector<D>> walked_points(Random& random, std::size_t size, int reach) {
  std::vector<Vector<D>> points;
  while (points.size() < size) {
    const auto next = lattice_point<D>(random, reach);
    Simplex<D> face = simplex_of<D>(points);
    if (face.size > 0) {
      if (detail::simplex_walk::reduce(face) || face.size != points.size()) return {};
      const Vector<D> v = face.closest();
      const double height = detail::dot<D>(v, v);
      if (!(detail::dot<D>(next, v) < height - 1e-9)) return {};
    }
    points.push_back(next);
  }
  return points;
}

template <int D>
void expect_all_reduced(std::uint64_t seed) {
  Random random(seed);
  std::array<int, D + 2> reduced{};
  for (int i = 0; i < 20000; ++i) {
    const auto size = static_cast<std::size_t>(random.in(1, D + 1));
    if (reduced[size] >= 800) continue;
    const auto points = walked_points<D>(random, size, random.in(1, 9));
    if (points.empty()) continue;
    ++reduced[size];
    expect_reduced<D>(simplex_of<D>(points), "simplex " + std::to_string(i));
  }
  for (std::size_t size = 1; size <= D + 1; ++size) EXPECT_GT(reduced[size], 100) << size;
}

TEST(GjkReduce, SimplicesOfAWalkAgainstAllFacesIn2D) { expect_all_reduced<2>(41); }
TEST(GjkReduce, SimplicesOfAWalkAgainstAllFacesIn3D) { expect_all_reduced<3>(42); }

TEST(GjkReduce, NeedlesAndSliversStayFinite) {
  const double tiny = 1e-160;
  Simplex<3> needle = simplex_of<3>({{1, 0, tiny}, {1, 0, -tiny}, {1, tiny, 0}});
  EXPECT_FALSE(detail::simplex_walk::reduce(needle));
  EXPECT_NEAR(length<3>(needle.closest()), 1, 1e-12);
  Simplex<2> same = simplex_of<2>({{3, 4}, {3, 4}, {3, 4}});
  EXPECT_FALSE(detail::simplex_walk::reduce(same));
  EXPECT_EQ(same.size, 1u);
}

/// The quick walk's loop over a cloud of points. At the end 0 is claimed inside, or nothing is
/// claimed.
TEST(GjkEnclose, ClaimsNoTetrahedronThatExcludesZero) {
  Random random(43);
  int claimed = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<Vector3> cloud;
    const int shift = random.in(0, 7);
    for (int k = random.in(4, 12); k > 0; --k) {
      cloud.push_back(lattice_point<3>(random, 8));
      cloud.back()[0] += shift;
    }
    const auto support = [&](const Vector3& u) {
      std::int32_t best = 0;
      for (std::int32_t k = 1; k < static_cast<std::int32_t>(cloud.size()); ++k) {
        if (detail::dot<3>(u, cloud[static_cast<std::size_t>(k)]) >
            detail::dot<3>(u, cloud[static_cast<std::size_t>(best)])) {
          best = k;
        }
      }
      return best;
    };
    Simplex<3> simplex;
    Vector3 u{1, 0.5, 0.25};
    for (int step = 0; step < 24; ++step) {
      const std::int32_t at = support(u);
      if (simplex.holds({at, at})) break;
      simplex.add({at, at}, cloud[static_cast<std::size_t>(at)]);
      ASSERT_LE(simplex.size, 4u);
      if (!detail::simplex_walk::enclose(simplex, u)) continue;
      ++claimed;
      ASSERT_EQ(simplex.size, 4u);
      EXPECT_EQ(exact_distance<3>({simplex.points.begin(), simplex.points.end()}), 0)
          << "cloud " << i;
      break;
    }
  }
  EXPECT_GT(claimed, 500);
}

TEST(GjkSquareUp, IsPerpendicularToTheFaceAndOnTheSameSide) {
  Random random(44);
  int squared = 0;
  for (int i = 0; i < 300; ++i) {
    const BodyData a = lattice_body(random, 3, 5, 9);
    const BodyData b = lattice_body(random, 3, 5, 9, 12);
    const Bodies<3> bodies(a, b, 3);
    const auto pair = pair_of(bodies);
    Simplex<3> simplex;
    for (int k = random.in(2, 3); k > 0; --k) {
      const IndexPair at{random.in(0, pair.a.hull->count - 1),
                         random.in(0, pair.b.hull->count - 1)};
      if (!simplex.holds(at)) simplex.add(at, {});
    }
    if (simplex.size < 2) continue;
    Vector3 u{1, random.unit() - 0.5, random.unit() - 0.5};
    const Vector3 before = u;
    detail::simplex_walk::square_up(pair, simplex, u);
    if (!(length<3>(u) > 1e-6)) continue;  // a degenerate face, or u within it
    ++squared;
    EXPECT_GE(detail::dot<3>(u, before), 0);
    for (std::size_t k = 1; k < simplex.size; ++k) {
      const Vector3 e = detail::simplex_walk::edge(pair, simplex.pairs[0], simplex.pairs[k]);
      EXPECT_NEAR(detail::dot<3>(u, e) / (1 + length<3>(u) * length<3>(e)), 0, 1e-14);
    }
  }
  EXPECT_GT(squared, 200);

  const Bodies<2> flat(box_body({1, 1}), with_translation(box_body({1, 1}), {5, 0.5}), 2);
  Simplex<2> edge;
  for (std::int32_t i = 0; i < 4; ++i) {
    const auto& hull = *pair_of(flat).a.hull;
    if (hull.coordinate(i, 0) == 1) edge.add({i, 0}, {});
  }
  ASSERT_EQ(edge.size, 2u);
  Vector2 u{1, 1e-9};
  detail::simplex_walk::square_up(pair_of(flat), edge, u);
  EXPECT_EQ(u[1], 0);
  EXPECT_GT(u[0], 0);
}

/// measure(): valid weights, and a point at the exact distance.
template <int D>
void expect_measured(const Bodies<D>& bodies, double expected, const std::string& name) {
  const auto pair = pair_of(bodies);
  const auto measured = detail::gjk::measure<D>(detail::FilteredPair<D>(pair), {});
  ASSERT_EQ(measured.pairs.size(), measured.weights.size());
  if (measured.stage == Stage::none) return;
  EXPECT_EQ(measured.verdict == Verdict::separated, expected > 0) << name;
  if (measured.verdict != Verdict::separated) return;
  Vector<D> closest = detail::make_vector<D>(pair.dimension());
  double sum = 0;
  for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
    EXPECT_GE(measured.weights[i], 0) << name;
    sum += measured.weights[i];
    Vector<D> c = closest;
    detail::FilteredPair<D>(pair).difference(measured.pairs[i], c.data());
    for (std::size_t l = 0; l < c.size(); ++l) closest[l] += measured.weights[i] * c[l];
  }
  double squared = 0;
  for (const double entry : closest) squared += entry * entry;
  EXPECT_NEAR(sum, 1, 1e-9) << name;
  EXPECT_NEAR(std::sqrt(squared), expected, 1e-9 * (1 + expected)) << name;
}

TEST(GjkMeasure, FindsTheClosestPoint) {
  Random random(45);
  int apart = 0;
  for (int i = 0; i < 200; ++i) {
    const int d = random.in(1, 4);
    const BodyData a = lattice_body(random, d, random.in(1, 5), 6);
    const BodyData b = lattice_body(random, d, random.in(1, 5), 6, random.in(0, 14));
    const auto exact = oracle::brute_force_distance_squared(oracle::world_points<Rational>(a),
                                                            oracle::world_points<Rational>(b));
    const double expected = std::sqrt(exact.convert_to<double>());
    apart += exact > 0 ? 1 : 0;
    const std::string name = "pair " + std::to_string(i);
    if (d == 2) expect_measured(Bodies<2>(a, b, d), expected, name);
    if (d == 3) expect_measured(Bodies<3>(a, b, d), expected, name);
    expect_measured(Bodies<kRunTime>(a, b, d), expected, name);
  }
  EXPECT_GT(apart, 60);
}

}  // namespace
}  // namespace sunder::test
