// SPDX-License-Identifier: Apache-2.0
//
// Tests separating axes of points, segments and polygons, with each other and with solids.
// Enumeration gives the verdicts, and the axes themselves decide nearly all pairs that do not
// touch.
#include <gtest/gtest.h>
#include <set>

#include "geometry/outline.hpp"
#include "narrow/lattice_bodies.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::test {
namespace {

/// Points of integers that span at most `rank` dimensions: multiples of few random directions.
BodyData flat_body(Random& random, int dimension, int rank, int shift) {
  std::vector<std::vector<double>> along(static_cast<std::size_t>(rank));
  for (auto& direction : along) {
    for (int k = 0; k < dimension; ++k) direction.push_back(random.in(-2, 2));
  }
  BodyData body;
  std::vector<double> origin;
  for (int k = 0; k < dimension; ++k) origin.push_back(random.in(-2, 2));
  origin.front() += shift;
  for (int i = 0; i < 1 + 3 * rank; ++i) {
    std::vector<double> vertex = origin;
    for (const auto& direction : along) {
      const double factor = random.in(-2, 2);
      for (std::size_t k = 0; k < vertex.size(); ++k) vertex[k] += factor * direction[k];
    }
    body.vertices.push_back(vertex);
  }
  return body;
}

struct Count {
  int asked = 0, decided = 0;
};

template <int D>
void ask(Random& random, Count& clear, Count& touching) {
  for (int a = 0; a <= D; ++a) {
    for (int b = 0; b <= D; ++b) {
      const BodyData of_a = flat_body(random, D, a, 0);
      const BodyData of_b = flat_body(random, D, b, random.in(0, 4));
      const Bodies<D> bodies(of_a, of_b, D);
      const Verdict expected = truth(of_a, of_b);
      const auto proposed =
          detail::sat::propose(detail::FilteredPair<D>(pair_of(bodies)), detail::Request<D>{});
      if (proposed.stage != Stage::none) {
        EXPECT_EQ(proposed.verdict, expected) << a << ", " << b;
      }
      const Decision answer =
          intersects(bodies.a(), bodies.b(), Search<D>{.algorithm = Algorithm::sat});
      EXPECT_EQ(answer.verdict, expected) << a << ", " << b;
      Count& count = expected == Verdict::touching ? touching : clear;
      ++count.asked;
      count.decided += answer.decided_by == Algorithm::sat ? 1 : 0;
      const std::string why = why_not(Algorithm::sat, bodies.a(), bodies.b(), answer);
      EXPECT_EQ(why.empty(), answer.decided_by == Algorithm::sat) << why;
    }
  }
}

TEST(SatOfFlatBodies, DecidesNearlyAllThatDoNotTouch) {
  Random random(2020);
  Count plane, plane_touching, space, space_touching;
  for (int i = 0; i < 150; ++i) {
    ask<2>(random, plane, plane_touching);
    ask<3>(random, space, space_touching);
  }
  EXPECT_GT(plane.asked, 500);
  EXPECT_EQ(plane.decided, plane.asked);
  EXPECT_GT(space.asked, 1000);
  EXPECT_GT(space.decided * 200, space.asked * 199);
  EXPECT_GT(plane_touching.asked, 50);
  EXPECT_GT(space_touching.asked, 50);
  EXPECT_GT(space_touching.decided * 10, space_touching.asked * 9);
}

TEST(SatOfFlatBodies, APolygonHasTwoFacesAndASegmentNone) {
  const auto outline = [](std::vector<Vector3> points, bool reduce) {
    const auto polytope = Polytope3::from_points(points, {.reduce = reduce}).value();
    return detail::outline_of(detail::BlockAccess::block(polytope));
  };
  const std::vector<Vector3> square{{0, 0, 1}, {2, 0, 1}, {1, 1, 1},
                                    {0, 2, 1}, {2, 2, 1}, {2, 0, 1}};
  for (const bool reduce : {false, true}) {
    const auto polygon = outline(square, reduce);
    ASSERT_NE(polygon, nullptr);
    EXPECT_EQ(polygon->face_count(), 2);
    EXPECT_EQ(polygon->edge_count(), 4);
    std::set<std::int32_t> corners;
    for (const Edge& edge : polygon->edges())
      corners.insert(edge.vertices.begin(), edge.vertices.end());
    EXPECT_EQ(corners.size(), 4U);
  }
  const auto segment = outline({{0, 0, 0}, {1, 2, 3}, {2, 4, 6}}, false);
  ASSERT_NE(segment, nullptr);
  EXPECT_EQ(segment->face_count(), 0);
  ASSERT_EQ(segment->edge_count(), 1);
  EXPECT_EQ(segment->edge(0).vertices[0] + segment->edge(0).vertices[1], 2);
  EXPECT_EQ(outline({{1, 2, 3}, {1, 2, 3}}, false)->edge_count(), 0);
  EXPECT_EQ(outline({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, false), nullptr);
}

TEST(WhyNot, NamesWhatWasInTheWay) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const std::vector<Vector3> corners{{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {2, 2, 2}};
  const auto bare = Polytope3::from_points(corners, {.reduce = false}).value();
  const auto flat = Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value();
  const auto huge = Polytope3::from_points({{0, 0, 0}, {1e300, 0, 0}}).value();
  const auto why = [](Algorithm algorithm, const Polytope3& a, const Polytope3& b) {
    const Posed3 of_a{a}, of_b{b};
    return why_not(algorithm, of_a, of_b, intersects(of_a, of_b, {.algorithm = algorithm}));
  };
  EXPECT_EQ(why(Algorithm::automatic, box, bare), "");
  EXPECT_EQ(why(Algorithm::gjk, box, box), "");
  EXPECT_EQ(why(Algorithm::sat, box, flat), "");
  EXPECT_EQ(why(Algorithm::sat, box, Polytope3()).find("b is empty"), 0U);
  EXPECT_EQ(why(Algorithm::sat, bare, box).find("a has no faces"), 0U);
  EXPECT_EQ(why(Algorithm::vclip, box, flat).find("b is flat"), 0U);
  EXPECT_EQ(why(Algorithm::sat, box, huge).find("b has numbers beyond 2^150"), 0U);
}

}  // namespace
}  // namespace sunder::test
