// SPDX-License-Identifier: Apache-2.0
//
// Certificates of two boxes without a search: verify() accepts every direction and every four pairs
// of vertices, on every instruction set and whatever the host did to its floating point; and where
// nothing is special there are some.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/sat/box_proof.hpp"
#include "narrow/sat/sat.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

bool has_quick_lanes() { return std::string(detail::lanes_target()).starts_with("AVX"); }

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

constexpr BoxFamily kFamilies[] = {
    {"rotated", rotated, true},  {"quaternions", quaternions, true}, {"reordered", reordered, true},
    {"sheared", sheared, false}, {"parallel", parallel, false},      {"aligned", aligned, false},
    {"slender", slender, false}, {"far away", far_away, true},       {"scaled", scaled, false}};

struct Told {
  int asked = 0;
  int told = 0;
};

Certificate as_certificate(const detail::Pair<3>& pair, const detail::sat::BoxProof& proof) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = proof.verdict;
  if (proof.verdict == Verdict::separated) {
    for (const double entry : proof.direction) certificate.direction.push_back({entry, {}});
  } else {
    for (const IndexPair& kept : proof.pairs) certificate.pairs.push_back(to_caller(pair, kept));
  }
  return certificate;
}

void expect_accepted(const Bodies<3>& bodies, Told& told) {
  const detail::Pair<3> pair = pair_of(bodies);
  const Verdict verdict = intersects(bodies.a(), bodies.b()).verdict;
  detail::on_every_target([&] {
    detail::sat::BoxProof proof;
    detail::sat::prove_boxes(pair, proof);
    told.asked += has_quick_lanes() ? 1 : 0;
    if (proof.verdict == Verdict::undecided) return;
    EXPECT_EQ(proof.verdict, verdict);
    told.told += has_quick_lanes() ? 1 : 0;
    if (proof.verdict == Verdict::overlapping && !proof.has_pairs) return;
    const Check check = verify(bodies.a(), bodies.b(), as_certificate(pair, proof));
    EXPECT_TRUE(check) << check.reason;
  });
}

/// Spread b's way from a, so that some boxes get apart.
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
    Told told;
    for (int i = 0; i < 60; ++i) {
      const BoxPair pair = family.make(random);
      const double factor = between(random, 0, 3);
      const Bodies<3> bodies(pair.a, spread(pair, factor), 3);
      if (!detail::sat::knows(pair_of(bodies))) continue;
      expect_accepted(bodies, told);
    }
    if (family.clear) {
      EXPECT_GE(told.told * 100, told.asked * 95);
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
      if (!detail::sat::knows(pair_of(bodies))) continue;
      for (const FloatMode& mode : float_modes()) {
        SCOPED_TRACE(mode.name);
        const FloatEnvironment environment(mode);
        Told told;
        expect_accepted(bodies, told);
      }
    }
  }
}

// What the caller's hint holds afterwards, and that it is taken up again.
TEST(SatBoxProof, HintsAreWritten) {
  const std::array<double, 4> q{1, 0.25, 0.5, 0.125};
  const BodyData a = box_body({1, 2, 3});
  for (const double x : {0.25, 1.5, 1.9, 3.0, 9.0}) {
    const BodyData b = with_quaternion(box_body({1, 1, 1}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    Hint3 hint;
    Options3 options;
    options.hint = &hint;
    const Intersection first = intersects(bodies.a(), bodies.b(), options);
    EXPECT_EQ(first.verdict, truth(a, b));
    EXPECT_EQ(hint.verdict, first.verdict);
    EXPECT_EQ(hint.stage, first.stage);
    const bool names_nothing = first.stage == Stage::bounds && first.verdict != Verdict::separated;
    EXPECT_EQ(hint.pair_count, names_nothing || first.verdict == Verdict::separated ? 0 : 4);
    const Intersection again = intersects(bodies.a(), bodies.b(), options);
    EXPECT_EQ(again.verdict, first.verdict);
    EXPECT_EQ(again.stage, names_nothing ? Stage::bounds : Stage::hint);
  }
}

}  // namespace
}  // namespace sunder::test
