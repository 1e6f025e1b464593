// SPDX-License-Identifier: Apache-2.0
//
// Tests certificates of two boxes without a search. Each direction and each four pairs of vertices
// must pass verify(), on every instruction set and in every floating-point environment. Boxes in
// general position must have one.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/box_records.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/sat/sat.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

/// The corners in another order than box() has them.
BoxPair reordered(Random& random) {
  BoxPair pair = rotated(random);
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (std::size_t i = 7; i > 0; --i) {
      const auto other = static_cast<std::size_t>(random.in(0, static_cast<int>(i)));
      std::swap(body->vertices[i], body->vertices[other]);
    }
  }
  return pair;
}

/// One of them, or both, reflected.
BoxPair mirrored(Random& random) {
  BoxPair pair = rotated(random);
  const int which = random.in(1, 3);
  for (const std::size_t i : {2U, 6U, 10U}) {
    if ((which & 1) != 0) pair.a.pose.rows[i] *= -1;
    if ((which & 2) != 0) pair.b.pose.rows[i] *= -1;
  }
  return pair;
}

/// A pair with a shallow overlap, spread or not.
BoxPair shallow(Random& random) {
  BoxPair pair = rotated(random);
  for (const std::size_t i : {3U, 7U, 11U}) {
    pair.b.pose.rows[i] += pair.b.pose.rows[i] < 0 ? -0.4 : 0.4;
  }
  return pair;
}

/// Boxes of one middle, up to zero or a tiny offset: there is no line of centres. It is a box in a
/// rod, so that balls do not decide.
BoxPair in_one_place(Random& random) {
  BoxPair pair = rotated(random);
  const double hair = random.chance(1, 2) ? 0 : 1e-9;
  for (const std::size_t i : {3U, 7U, 11U}) pair.b.pose.rows[i] *= hair;
  pair.a.vertices = box_body({1, 0.0625, 0.0625}).vertices;
  pair.b.vertices = box_body({0.0625, 1, 0.125}).vertices;
  return pair;
}

constexpr BoxFamily kFamilies[] = {
    {"rotated", rotated, true},     {"quaternions", quaternions, true},
    {"reordered", reordered, true}, {"sheared", sheared, false},
    {"parallel", parallel, false},  {"aligned", aligned, false},
    {"slender", slender, false},    {"far away", far_away, true},
    {"scaled", scaled, false},      {"mirrored", mirrored, false},
    {"shallow", shallow, true},     {"in one place", in_one_place, true}};

struct Tally {
  int pairs = 0;
  int decided = 0;
};

void expect_accepted(const Bodies<3>& bodies, Tally& tally) {
  const detail::Pair<3> pair = pair_of(bodies);
  const Verdict verdict = intersects(bodies.a(), bodies.b()).verdict;
  detail::on_every_target([&] {
    Hint3 record;
    ++tally.pairs;
    if (!detail::boxes::prove_boxes(pair, record)) {
      EXPECT_EQ(record.verdict, Verdict::not_examined);
      return;
    }
    EXPECT_EQ(record.verdict, verdict);
    ++tally.decided;
    if (record.verdict == Verdict::overlapping && record.pair_count == 0) return;
    const Check check = verify(bodies.a(), bodies.b(), certificate_of(record));
    EXPECT_TRUE(check) << check.reason;
  });
}

/// Moves b away from a by a factor, so that some boxes become separated.
BodyData spread(const BoxPair& pair, double factor) {
  BodyData b = pair.b;
  if (b.pose.form == PoseData::Form::matrix && pair.a.pose.form == PoseData::Form::matrix) {
    for (const std::size_t i : {3U, 7U, 11U}) {
      const double from = pair.a.pose.rows[i];
      b.pose.rows[i] = from + factor * (b.pose.rows[i] - from);
    }
  } else {
    for (double& entry : b.pose.translation) entry *= factor;
  }
  return b;
}

TEST(SatBoxProof, CertificatesAreAccepted) {
  for (const BoxFamily& family : kFamilies) {
    SCOPED_TRACE(family.name);
    Random random(93);
    Tally tally;
    for (int i = 0; i < 60; ++i) {
      const BoxPair pair = family.make(random);
      const double factor = between(random, 0, 3);
      const Bodies<3> bodies(pair.a, spread(pair, factor), 3);
      if (!detail::sat::both_boxes(pair_of(bodies))) continue;
      expect_accepted(bodies, tally);
    }
    if (family.clear) {
      EXPECT_GE(tally.decided * 100, tally.pairs * 95);
    }
  }
}

TEST(SatBoxProof, OnEveryHost) {
  for (const BoxFamily& family : kFamilies) {
    SCOPED_TRACE(family.name);
    Random random(94);
    for (int i = 0; i < 4; ++i) {
      const BoxPair pair = family.make(random);
      const double factor = between(random, 0.5, 2);
      const Bodies<3> bodies(pair.a, spread(pair, factor), 3);
      if (!detail::sat::both_boxes(pair_of(bodies))) continue;
      for (const FloatMode& mode : float_modes()) {
        SCOPED_TRACE(mode.name);
        const FloatEnvironment environment(mode);
        Tally tally;
        expect_accepted(bodies, tally);
      }
    }
  }
}

// The content of the caller's hint afterwards, and its use by the next query.
TEST(SatBoxProof, HintsAreWritten) {
  const std::array<double, 4> q{1, 0.25, 0.5, 0.125};
  const BodyData a = box_body({1, 2, 3});
  for (const double x : {0.25, 1.5, 1.9, 3.0, 9.0}) {
    const BodyData b = with_quaternion(box_body({1, 1, 1}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    Hint3 hint;
    Search3 options;
    options.hint = &hint;
    const Decision first = intersects(bodies.a(), bodies.b(), options);
    EXPECT_EQ(first.verdict, truth(a, b));
    EXPECT_EQ(hint.verdict, first.verdict);
    EXPECT_EQ(hint.stage, first.stage);
    const bool names_nothing = first.stage == Stage::bounds && first.verdict != Verdict::separated;
    EXPECT_EQ(hint.pair_count, names_nothing || first.verdict == Verdict::separated ? 0 : 4);
    const Decision again = intersects(bodies.a(), bodies.b(), options);
    EXPECT_EQ(again.verdict, first.verdict);
    EXPECT_EQ(again.stage, names_nothing ? Stage::bounds : Stage::hint);
  }
}

// If edges are parallel, or the middles lie on an axis, in a plane of axes or in one place, the
// proof has ties. Integers have no rounding.
TEST(SatBoxProof, ParallelBoxesNeedNoSearch) {
  const BodyData a = box_body({1, 0.25, 2});
  for (const Vector3& at : {Vector3{0, 0, 0}, Vector3{1.875, 0, 0}, Vector3{0, 0.5, 0},
                            Vector3{1.75, 0.5, 0}, Vector3{0, 0.5, 3.5}, Vector3{1.5, 0.5, 3.5},
                            Vector3{-1, -0.375, 1}, Vector3{1.5, 0.5625, -3}}) {
    const BodyData b = with_translation(box_body({1, 0.5, 2}), {at[0], at[1], at[2]});
    const Bodies<3> bodies(a, b, 3);
    const detail::Pair<3> pair = pair_of(bodies);
    Hint3 record;
    ASSERT_TRUE(detail::boxes::prove_by_axes(pair, record) ||
                detail::boxes::prove_aligned(pair, record));
    EXPECT_EQ(record.verdict, Verdict::overlapping);
    EXPECT_TRUE(verify(bodies.a(), bodies.b(), certificate_of(record)));
  }
}

// Boxes that barely overlap have pairs only if the bounds prove them.
TEST(SatBoxProof, AHairOfOverlap) {
  Random random(95);
  int decided = 0;
  for (int i = 0; i < 200; ++i) {
    const BoxPair pair = rotated(random);
    double low = 0;
    double high = 8;
    for (int step = 0; step < 60; ++step) {
      const double middle = (low + high) / 2;
      const Bodies<3> bodies(pair.a, spread(pair, middle), 3);
      (intersects(bodies.a(), bodies.b()) ? low : high) = middle;
    }
    for (const double hair : {0.0, 1e-15, 1e-14, 1e-13, 1e-12}) {
      for (const double factor : {low * (1 - hair), high * (1 + hair)}) {
        const Bodies<3> bodies(pair.a, spread(pair, factor), 3);
        Hint3 record;
        if (!detail::boxes::prove_by_axes(pair_of(bodies), record)) continue;
        ++decided;
        const Check check = verify(bodies.a(), bodies.b(), certificate_of(record));
        EXPECT_TRUE(check) << check.reason << ' ' << hair;
      }
    }
  }
  EXPECT_GT(decided, 200);
}

}  // namespace
}  // namespace sunder::test
