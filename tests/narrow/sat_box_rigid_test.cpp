// SPDX-License-Identifier: Apache-2.0
//
// Tests boxes with rigid motions, at and about their first contact, down to an ulp. The claims of
// balls, axes and the search for the closest points agree with the exact simplex. That holds on
// every instruction set and in every floating-point environment.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/lp/exact.hpp"
#include "narrow/sat/sat.hpp"
#include "query/min_norm.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

/// A reflection works like a rotation, except as the start of the search for its points.
BoxPair mirrored(Random& random) {
  BoxPair pair = rotated(random);
  for (const std::size_t i : {0U, 4U, 8U}) pair.b.pose.rows[i] *= -1;
  return pair;
}
BoxPair tiny(Random& random) {
  BoxPair pair = quaternions(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (auto& vertex : body->vertices) {
      for (double& x : vertex) x = std::ldexp(x, -290);
    }
  }
  for (double& x : pair.b.pose.translation) x = std::ldexp(x, -290);
  return pair;
}
constexpr BoxFamily kFamilies[] = {{"rotated", rotated, true},
                                   {"quaternions", quaternions, true},
                                   {"mirrored", mirrored, false},
                                   {"quaternion by matrix", quaternion_by_matrix, true},
                                   {"parallel", parallel, false},
                                   {"about an axis", about_an_axis, true},
                                   {"nearly about an axis", nearly_about_an_axis, false},
                                   {"slender", slender, false},
                                   {"far away", far_away, true},
                                   {"tiny", tiny, false}};

/// b at `share` of its distance from a.
BodyData at_share(const BoxPair& pair, double share) {
  BodyData b = pair.b;
  const auto move = [share](double& to, double from) { to = from + share * (to - from); };
  if (b.pose.form == PoseData::Form::matrix) {
    for (const std::size_t i : {3U, 7U, 11U}) {
      move(b.pose.rows[i], pair.a.pose.form == PoseData::Form::matrix ? pair.a.pose.rows[i] : 0.0);
    }
  } else {
    for (double& entry : b.pose.translation) move(entry, 0);
  }
  return b;
}

/// The share above which the boxes are separated, to the last bits.
double share_of_contact(const BoxPair& pair) {
  double meets = 0;
  double apart = 0x1p60;
  for (int step = 0; step < 120; ++step) {
    const double middle = (meets + apart) / 2;
    const Bodies<3> bodies(pair.a, at_share(pair, middle), 3);
    (intersects(bodies.a(), bodies.b()) ? meets : apart) = middle;
  }
  return apart;
}

struct Tally {
  int pairs = 0;
  int verdicts = 0;
  int distances = 0;
};

void expect_truth(const Bodies<3>& bodies, bool clear, Tally& tally) {
  const detail::Pair<3> pair = pair_of(bodies);
  const Verdict truth = detail::lp::decide_exactly<3>(pair, {}).verdict;
  const auto exact = detail::find_min_norm<3>(pair, {}).distance();
  const Verdict balls = detail::boxes::verdict_by_centred_balls(pair);
  if (balls != Verdict::undecided) {
    EXPECT_EQ(balls, truth);
  }
  detail::on_every_target([&] {
    const Verdict axes = detail::boxes::verdict_by_axes(pair);
    Distance3 answer;
    const Verdict found =
        detail::boxes::set_distance_by_axes(pair, balls == Verdict::separated, answer);
    if (axes != Verdict::undecided) {
      EXPECT_EQ(axes, truth);
    }
    if (found != Verdict::undecided) {
      EXPECT_EQ(found, truth);
    }
    if (found == Verdict::separated) {
      EXPECT_GT(answer.distance.lower, 0);
      EXPECT_LE(answer.distance.lower, exact.upper);
      EXPECT_GE(answer.distance.upper, exact.lower);
    }
    if (!clear) return;
    ++tally.pairs;
    tally.verdicts += axes != Verdict::undecided ? 1 : 0;
    tally.distances += found != Verdict::undecided ? 1 : 0;
  });
}

TEST(SatBoxRigid, TrueAboutContact) {
  for (const BoxFamily& family : kFamilies) {
    SCOPED_TRACE(family.name);
    Random random(91);
    Tally tally;
    for (int i = 0; i < 6; ++i) {
      const BoxPair pair = family.make(random);
      const double share = share_of_contact(pair);
      for (int e = 0; e <= 53; e += e < 44 ? 11 : 3) {
        for (const double way : {-1.0, 1.0}) {
          const Bodies<3> bodies(pair.a, at_share(pair, share * (1 + std::ldexp(way, -e))), 3);
          expect_truth(bodies, e <= 22, tally);
        }
      }
    }
    if (!family.clear) continue;
    EXPECT_GE(tally.verdicts * 100, tally.pairs * 95);
    EXPECT_GE(tally.distances * 100, tally.pairs * 90);
  }
}

TEST(SatBoxRigid, TrueOnEveryHost) {
  for (const BoxFamily& family : kFamilies) {
    SCOPED_TRACE(family.name);
    Random random(92);
    for (int i = 0; i < 2; ++i) {
      const BoxPair pair = family.make(random);
      const double share = share_of_contact(pair);
      for (const int e : {20, 44, 50, 52}) {
        const double way = random.chance(1, 2) ? -1 : 1;
        const Bodies<3> bodies(pair.a, at_share(pair, share * (1 + std::ldexp(way, -e))), 3);
        for (const FloatMode& mode : float_modes()) {
          SCOPED_TRACE(mode.name);
          const FloatEnvironment environment(mode);
          Tally tally;
          expect_truth(bodies, false, tally);
        }
      }
    }
  }
}

// Corner against corner along the line of centres: there the balls reach as far as the boxes.
TEST(SatBoxRigid, BallsUpToTheCorners) {
  for (const double size : {1.0, 0x1p-400, 0x1p-1040, 0x1p140}) {
    const BodyData box = box_body({size, 2 * size, 2 * size});
    for (int e = 20; e <= 54; ++e) {
      for (const double way : {-1.0, 0.0, 1.0}) {
        const double step = 2 * size * (1 + std::ldexp(way, -e));
        const Bodies<3> bodies(box, with_translation(box, {step, 2 * step, 2 * step}), 3);
        for (const FloatMode& mode : float_modes()) {
          const FloatEnvironment environment(mode);
          const Verdict balls = detail::boxes::verdict_by_centred_balls(pair_of(bodies));
          EXPECT_TRUE(balls == Verdict::undecided || (balls == Verdict::separated && way > 0));
          if (size == 1 && e == 20 && way > 0) {
            EXPECT_EQ(balls, Verdict::separated);
          }
        }
      }
    }
  }
}

// Face against face: the inscribed balls reach as far as the boxes.
TEST(SatBoxRigid, BallsUpToTheFaces) {
  for (const double size : {1.0, 0x1p-400, 0x1p-1040, 0x1p140}) {
    const BodyData box = box_body({size, 2 * size, 2 * size});
    for (int e = 20; e <= 54; ++e) {
      for (const double way : {-1.0, 0.0, 1.0}) {
        const double step = 2 * size * (1 + std::ldexp(way, -e));
        const Bodies<3> bodies(box, with_translation(box, {step, 0, 0}), 3);
        for (const FloatMode& mode : float_modes()) {
          const FloatEnvironment environment(mode);
          const Verdict balls = detail::boxes::verdict_by_centred_balls(pair_of(bodies));
          EXPECT_TRUE(balls == Verdict::undecided || (balls == Verdict::overlapping && way < 0));
          if (size == 1 && e == 20 && way < 0) {
            EXPECT_EQ(balls, Verdict::overlapping);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace sunder::test
