// SPDX-License-Identifier: Apache-2.0
//
// Tests contact() of touching bodies against the common part in rationals. The features of
// constructed pairs are known; small bodies of integers have every kind of pose.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include "narrow/lattice_bodies.hpp"
#include "oracle/world.hpp"
#include "query/exact_common_part.hpp"
#include "relation/built_pair.hpp"
#include "suite/posed.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

std::vector<ExactPoint> world_of(const BodyData& body) {
  std::vector<ExactPoint> world;
  for (const auto& x : oracle::world_points<Rational>(body)) {
    world.push_back({x[0], x[1], x.size() > 2 ? x[2] : Rational(0)});
  }
  return world;
}

ExactPolygon polygon_of(const std::vector<ExactPoint>& world, const Feature& feature) {
  ExactPolygon polygon;
  for (const std::int32_t i : feature.vertices) {
    polygon.push_back(world[static_cast<std::size_t>(i)]);
  }
  return polygon;
}

/// True if `x` agrees with its name: a corner of the feature, a point inside one of its edges, or a
/// point inside it.
bool is_named(const ContactFeature& name, const ExactPoint& x, const Feature& feature,
              const std::vector<ExactPoint>& world) {
  const std::vector<std::int32_t>& corners = feature.vertices;
  for (const std::int32_t i : corners) {
    if (world[static_cast<std::size_t>(i)] == x) return name == ContactFeature{i, -1};
  }
  for (std::size_t k = 0; k < corners.size() && corners.size() > 1; ++k) {
    const std::int32_t i = corners[k];
    const std::int32_t j = corners[(k + 1) % corners.size()];
    if (!on_segment(x, world[static_cast<std::size_t>(i)], world[static_cast<std::size_t>(j)])) {
      continue;
    }
    return name == ContactFeature{std::min(i, j), std::max(i, j)};
  }
  return name == ContactFeature{-1, -1};
}

template <int D>
ExactPoint exact_of(const Vector<D>& x) {
  return {Rational(x[0]), Rational(x[1]), Rational(x[2 % D])};
}

template <int D>
struct Expected {
  const std::vector<ExactPoint>& world_a;
  const std::vector<ExactPoint>& world_b;
  const Feature& of_a;
  const Feature& of_b;
  std::vector<ExactPoint> corners;
};

/// Finds the exact corner whose rounding is the point.
template <int D>
const ExactPoint* corner_at(const std::vector<ExactPoint>& corners, const Vector<D>& x) {
  for (const ExactPoint& corner : corners) {
    bool same = true;
    for (std::size_t k = 0; k < D; ++k) same = same && is_nearest(x[k], corner[k]);
    if (same) return &corner;
  }
  return nullptr;
}

/// An answer with all its points.
template <int D>
struct Whole {
  Contact<D> answer;
  std::vector<ContactPoint<D>> points;
};

template <int D>
Whole<D> ask(const Posed<D>& a, const Posed<D>& b, ContactOptions<D> options = {}) {
  Whole<D> whole{{}, std::vector<ContactPoint<D>>(100)};
  options.all = whole.points;
  whole.answer = contact(a, b, options);
  whole.points.resize(whole.answer.found);
  return whole;
}

/// Where the answer holds fewer points they are some of all, in their order.
template <int D>
bool holds_some(const Whole<D>& whole) {
  const auto& [answer, points] = whole;
  if (answer.points.size() != std::min(points.size(), answer.points.data.size())) return false;
  auto from = points.begin();
  for (const ContactPoint<D>& point : answer.points) {
    from = std::find_if(from, points.end(), [&](const auto& p) { return p.id == point.id; });
    if (from == points.end() || from->point_a != point.point_a) return false;
  }
  return true;
}

template <int D>
bool is_as_expected(const Whole<D>& whole, const Expected<D>& expected) {
  const auto& [answer, points] = whole;
  if (!holds_some(whole)) return false;
  if (answer.verdict != Verdict::touching || !answer.witness) return false;
  if (answer.depth.lower != 0 || answer.depth.upper != 0) return false;
  const std::size_t count = points.size();
  if (count != expected.corners.size()) return false;
  if (answer.dimension != std::min<int>(2, static_cast<int>(count) - 1)) return false;
  std::set<const ExactPoint*> seen;
  std::vector<ExactPoint> found;
  for (const ContactPoint<D>& point : points) {
    if (point.point_a != point.point_b || point.depth != 0) return false;
    const ExactPoint* const corner = corner_at<D>(expected.corners, point.point_a);
    if (corner == nullptr || !seen.insert(corner).second) return false;
    if (!is_named(point.id.a, *corner, expected.of_a, expected.world_a)) return false;
    if (!is_named(point.id.b, *corner, expected.of_b, expected.world_b)) return false;
    if (point.id < points[0].id) return false;
    found.push_back(*corner);
  }
  if constexpr (D == 3) {
    const ExactPoint normal = exact_of<D>(answer.witness->normal);
    for (std::size_t i = 0; i < count && count > 2; ++i) {
      const ExactPoint& p = found[i];
      const ExactPoint& q = found[(i + 1) % count];
      for (std::size_t j = 2; j < count; ++j) {
        if (dot(normal, cross(q - p, found[(i + j) % count] - p)) <= 0) return false;
      }
    }
  }
  return true;
}

template <int D>
Whole<D> exchanged(Whole<D> whole) {
  auto& [answer, points] = whole;
  for (ContactPoint<D>& point : points) {
    std::swap(point.point_a, point.point_b);
    std::swap(point.id.a, point.id.b);
  }
  if (answer.witness) {
    for (double& entry : answer.witness->normal) entry = 0 - entry;
    std::swap(answer.witness->point_a, answer.witness->point_b);
  }
  return whole;
}

template <int D>
std::map<ContactId, Vector<D>> by_id(const Whole<D>& whole) {
  std::map<ContactId, Vector<D>> points;
  for (const ContactPoint<D>& point : whole.points) points[point.id] = point.point_a;
  return points;
}

template <int D>
bool agrees(const BodyData& a, const BodyData& b, const Feature& of_a, const Feature& of_b,
            Random& random) {
  const std::vector<ExactPoint> world_a = world_of(a);
  const std::vector<ExactPoint> world_b = world_of(b);
  const Expected<D> expected{
      world_a, world_b, of_a, of_b,
      common_corners_of(polygon_of(world_a, of_a), polygon_of(world_b, of_b))};
  BuildOptions build;
  build.reduce = !random.chance(1, 8);
  const Bodies<D> bodies(a, b, D, build);
  std::vector<Algorithm> serving{Algorithm::automatic};
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (serves(algorithm.id, Question::verdict, D)) serving.push_back(algorithm.id);
  }
  ContactOptions<D> options;
  options.search.algorithm = random.pick(serving);
  const Whole<D> answer = ask<D>(bodies.a(), bodies.b());
  const Whole<D> other = ask<D>(bodies.a(), bodies.b(), options);
  const Whole<D> back = exchanged(ask<D>(bodies.b(), bodies.a()));
  return is_as_expected<D>(answer, expected) && is_as_expected<D>(other, expected) &&
         by_id(answer) == by_id(other) && by_id(answer) == by_id(back);
}

/// Returns the number of pairs of each kind: SUNDER_CONTACT_PAIRS, set by the long test, or a few.
std::uint64_t pairs_of_a_kind() {
  const char* const text = std::getenv("SUNDER_CONTACT_PAIRS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 12;
}

/// The pairs of relation()'s tests: every combination of features, in poses of every style.
TEST(ContactOracle, PairsBuiltToTouch) {
  Random random(41);
  std::map<std::string, int> seen;
  for (int kind = 0; kind < kind_count(); ++kind) {
    for (std::uint64_t i = 0; i < pairs_of_a_kind(); ++i) {
      const BuiltPair pair = build_pair(kind, i);
      if (pair.verdict != Verdict::touching) continue;
      const BuiltBody& a = pair.a;
      const BuiltBody& b = pair.b;
      const bool right = pair.dimension == 2
                             ? agrees<2>(a.data, b.data, a.feature, b.feature, random)
                             : agrees<3>(a.data, b.data, a.feature, b.feature, random);
      EXPECT_TRUE(right) << pair.kind << ", pair " << i;
      ++seen[pair.kind];
    }
  }
  EXPECT_EQ(seen.size(), 10u);
}

/// Boxes on each other, aligned or turned about z, whose faces, edges or corners meet. Sizes and offsets
/// of few and of all bits need integers of every width.
TEST(ContactOracle, BoxesOnEachOther) {
  Random random(43);
  for (int i = 0; i < 60; ++i) {
    const bool few_bits = i % 2 == 0;
    const auto any = [&](double low, double high) {
      const double x = low + (high - low) * random.unit();
      return few_bits ? std::ldexp(std::round(std::ldexp(x, 12)), -12) : x;
    };
    const auto on_grid = [&] { return std::ldexp(random.in(1, 4096), -12); };
    const std::vector<double> half_a{any(0.5, 1), any(0.5, 1), on_grid()};
    const std::vector<double> half_b{any(0.5, 1), any(0.5, 1), on_grid()};
    const std::vector<double> t{any(-0.4, 0.4), any(-0.4, 0.4), half_a[2] + half_b[2]};
    const BodyData a = box_body(half_a);
    BodyData b = with_translation(box_body(half_b), t);
    if (i % 3 == 1) b = with_quaternion(box_body(half_b), {any(0.5, 1), 0, 0, any(-1, 1)}, t);
    if (i % 3 == 2)
      b = with_matrix(box_body(half_b), {any(0.5, 1), any(-1, 0), 0, t[0],  //
                                         any(0, 1), any(0.5, 1), 0, t[1],   //
                                         0, 0, 1, t[2]});
    EXPECT_TRUE(agrees<3>(a, b, {FeatureKind::face, 2, {4, 5, 7, 6}},
                          {FeatureKind::face, 2, {0, 1, 3, 2}}, random))
        << i;
  }
  // An edge on an edge, and a corner on a corner.
  const BodyData a = box_body({0.5, 0.75, 1});
  const BodyData edge = with_translation(box_body({0.25, 0.5, 0.5}), {0.75, 0.125, 1.5});
  EXPECT_TRUE(
      agrees<3>(a, edge, {FeatureKind::edge, 1, {5, 7}}, {FeatureKind::edge, 1, {0, 2}}, random));
  const BodyData corner = with_translation(box_body({0.25, 0.5, 0.5}), {0.75, 1.25, 1.5});
  EXPECT_TRUE(
      agrees<3>(a, corner, {FeatureKind::vertex, 0, {7}}, {FeatureKind::vertex, 0, {0}}, random));
}

void flatten_somehow(Random& random, int dimension, BodyData& body) {
  std::vector<double> rows;
  for (int i = 0; i < dimension * (dimension + 1); ++i) rows.push_back(random.in(-1, 1));
  if (random.chance(1, 3)) body = with_matrix(std::move(body), std::move(rows));
}

/// Singular and reflecting poses, duplicates and flat bodies. relation() gives the features that
/// meet; it has an oracle of its own.
template <int D>
int small_integers(Random& random, int count) {
  int touching = 0;
  for (int i = 0; i < count; ++i) {
    const int count_a = random.in(1, 8);
    const int count_b = random.in(1, 8);
    BodyData a = lattice_body(random, D, count_a, 2);
    BodyData b = lattice_body(random, D, count_b, 2);
    flatten_somehow(random, D, a);
    flatten_somehow(random, D, b);
    const auto last = std::size_t{D} - 1;
    if (random.chance(3, 4)) {
      for (auto& x : a.vertices) x[last] = -random.in(0, 1) * std::abs(x[last]);
      for (auto& x : b.vertices) x[last] = random.in(0, 1) * std::abs(x[last]);
    }
    const Bodies<D> bodies(a, b, D);
    const RelationAnswer met = relation(bodies.a(), bodies.b());
    const Contact<D> answer = contact(bodies.a(), bodies.b());
    EXPECT_EQ(answer.verdict, met.verdict);
    EXPECT_EQ(answer.points.empty(), met.verdict == Verdict::separated);
    if (met.verdict != Verdict::touching) continue;
    ++touching;
    EXPECT_EQ(answer.dimension, met.contact_dimension) << D << "-D, pair " << i;
    EXPECT_TRUE(agrees<D>(a, b, met.feature_a, met.feature_b, random)) << D << "-D, pair " << i;
  }
  return touching;
}

TEST(ContactOracle, SmallIntegers) {
  Random random(42);
  EXPECT_GT(small_integers<2>(random, 150), 40);
  EXPECT_GT(small_integers<3>(random, 250), 60);
}

}  // namespace
}  // namespace sunder::test
