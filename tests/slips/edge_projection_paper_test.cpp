// SPDX-License-Identifier: Apache-2.0
//
// Errors of the edge-projection paper, each with a case that a faithful implementation gets wrong.
#include <cmath>
#include <gtest/gtest.h>

#include "algorithms/edge_projection/edge_projection.hpp"
#include "algorithms/edge_projection/outline.hpp"
#include "narrow/algorithm_trials.hpp"

namespace sunder::test {
namespace {

namespace algorithm = detail::edge_projection;

/// A bar along x, from -5 to 5 and one to each side, with points of the unit ball's right or left
/// half at an end.
BodyData capped_bar(Random& random, double end) {
  BodyData bar = box_body({5, 1, 1});
  for (int i = 0; i < 40; ++i) {
    const auto v = random_unit_vector(random, 3);
    bar.vertices.push_back({end * (5 + std::fabs(v[0])), 0.9 * v[1], 0.9 * v[2]});
  }
  return bar;
}

// The paper reports a collision if five faces of each body do not separate them. Here two bars lie
// side by side, very close, shifted along each other. The faces of highest friction are those of
// the round ends, and no plane between the bars is parallel to an edge there.
TEST(Slips, EdgeProjectionPaperTakesFiveFacesForAProof) {
  Random random(201);
  for (int i = 0; i < 20; ++i) {
    const BodyData a = capped_bar(random, 1);
    const BodyData b = with_translation(capped_bar(random, -1), {9, 2 + 1e-9, 0});
    const Bodies<3> bodies(a, b, 3);
    const detail::FilteredPair<3> filtered(pair_of(bodies));
    EXPECT_EQ(algorithm::propose_among(filtered, {}, algorithm::kFirstFaces).verdict,
              Verdict::undecided);
    EXPECT_EQ(algorithm::propose(filtered, {}).verdict, Verdict::separated);
    for (const std::int32_t faces : {algorithm::kFirstFaces, std::int32_t{0}}) {
      Search3 options;
      options.algorithm = Algorithm::edge_projection;
      options.max_faces = faces;
      const Decision answer = intersects(bodies.a(), bodies.b(), options);
      EXPECT_EQ(answer.verdict, Verdict::separated) << "pair " << i << ", faces " << faces;
      if (faces == 0) {
        EXPECT_EQ(answer.decided_by, Algorithm::edge_projection);
      }
    }
  }
}

// Formula (1) subtracts multiples of y from x and z. The printed matrix has these entries in the
// row of y. It leaves x and z unchanged and does not map the edge itself to a point.
TEST(Slips, EdgeProjectionPaperPrintsTheMatrixWithItsEntriesInTheWrongRow) {
  const Vector3 edge{2, 8, 4};
  const auto projection = algorithm::projection_along(edge);
  ASSERT_EQ(projection.k, 1u);  // on to y = 0
  EXPECT_EQ(projection(edge), (Vector2{0, 0}));
  EXPECT_EQ(projection({3, 8, 5}), (Vector2{5 - 8 * 0.5, 3 - 8 * 0.25}));
}

// Case 2 of each table is off by up to 6e-4: the digits are not the rounded closest points of the
// printed vertices. An answer that repeats them is not computed.
TEST(Slips, EdgeProjectionPaperCutsItsTablesToThreeDecimals) {
  const BodyData triangle{{{-2.000, 1.200}, {-0.700, -0.200}, {0.300, 0.200}}, {}};
  const BodyData square{{{1.210, -0.417}, {0.895, 0.946}, {2.386, 0.264}, {1.869, 1.172}}, {}};
  const Bodies<2> bodies(triangle, square, 2);
  const Vector2 printed{1.029, 0.368};
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::edge_projection}) {
    Search2 options;
    options.algorithm = algorithm;
    const Distance2 answer = distance(bodies.a(), bodies.b(), {.search = options});
    ASSERT_TRUE(answer.witness.has_value());
    for (std::size_t l = 0; l < 2; ++l) EXPECT_NEAR(answer.witness->point_b[l], printed[l], 1.1e-3);
    // The foot of the perpendicular from (0.3, 0.2), by hand: t = ((p - a).e) / (e.e).
    const double t = (-0.91 * -0.315 + 0.617 * 1.363) / (0.315 * 0.315 + 1.363 * 1.363);
    EXPECT_NEAR(answer.witness->point_b[0], 1.210 - 0.315 * t, 1e-12);
    EXPECT_NEAR(answer.witness->point_b[1], -0.417 + 1.363 * t, 1e-12);
    const double off = std::hypot(answer.witness->point_b[0] - printed[0],
                                  answer.witness->point_b[1] - printed[1]);
    EXPECT_GT(off, 1e-4);
  }
}

}  // namespace
}  // namespace sunder::test
