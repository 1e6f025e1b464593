// SPDX-License-Identifier: Apache-2.0
//
// Errors of the GJK notes, each with a case that a faithful implementation gets wrong.
#include <gtest/gtest.h>

#include "narrow/dispatch.hpp"
#include "narrow/lattice_bodies.hpp"

namespace sunder::test {
namespace {

constexpr Algorithm kWalks[] = {Algorithm::automatic, Algorithm::gjk};

// Their test for separation is "support point does not pass 0". If 0 is on the boundary, the test
// succeeds too.
TEST(Slips, GjkNotesCallTouchingDisjoint) {
  const BodyData cube = box_body({1, 1, 1});
  const BodyData square = box_body({1, 1});
  for (const Algorithm algorithm : kWalks) {
    for (const std::vector<double>& by : {std::vector<double>{2, 0, 0}, {2, 2, 0}, {2, 2, 2}}) {
      const Bodies<3> bodies(cube, with_translation(cube, by), 3);
      oracle::expect_verdict<3>(bodies.a(), bodies.b(), algorithm, Verdict::touching, "cubes");
    }
    for (const std::vector<double>& by : {std::vector<double>{2, 0}, {2, 2}}) {
      const Bodies<2> bodies(square, with_translation(square, by), 2);
      oracle::expect_verdict<2>(bodies.a(), bodies.b(), algorithm, Verdict::touching, "squares");
    }
  }
}

// Their first direction is from centre to centre, and the next one from the simplex to 0. Both may
// be zero.
TEST(Slips, GjkNotesDoNotHandleDirectionsOfZeroLength) {
  const BodyData cube = box_body({1, 1, 1});
  const BodyData square = box_body({1, 1});
  const BodyData point{{{1, 1, 1}}, {}};
  const BodyData diagonal{{{1, 1, 1}, {-1, -1, -1}}, {}};
  for (const Algorithm algorithm : kWalks) {
    const auto expect3 = [&](const BodyData& a, const BodyData& b, Verdict verdict,
                             const char* name) {
      const Bodies<3> bodies(a, b, 3);
      oracle::expect_verdict<3>(bodies.a(), bodies.b(), algorithm, verdict, name);
    };
    expect3(cube, cube, Verdict::overlapping, "one centre");
    expect3(point, point, Verdict::touching, "one point twice: each difference is 0");
    expect3(cube, point, Verdict::touching, "0 is a vertex of the simplex");
    expect3(diagonal, diagonal, Verdict::touching, "0 is on the simplex' segment");
    const Bodies<2> squares(square, square, 2);
    oracle::expect_verdict<2>(squares.a(), squares.b(), algorithm, Verdict::overlapping, "squares");
  }
  const Vector3 nowhere{};
  const Bodies<3> cubes(cube, cube, 3);
  const auto proposed = detail::propose_by<3>(
      Algorithm::gjk, detail::FilteredPair<3>(pair_of(cubes)), {.direction = &nowhere});
  EXPECT_NE(proposed.verdict, Verdict::separated);
}

}  // namespace
}  // namespace sunder::test
