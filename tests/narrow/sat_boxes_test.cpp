// SPDX-License-Identifier: Apache-2.0
//
// Tests the lanes of two boxes against exact numbers, on every instruction set. The boxes are
// generic, parallel, sheared, slender, far away, tiny, touching or within an ulp of touching. Every
// claim is true, and clear pairs must be decided.
#include <cmath>
#include <gtest/gtest.h>

#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using suite::Rational;

/// The truth about a pair.
struct Truth {
  explicit Truth(const Bodies<3>& bodies) {
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    verdict = exact.verdict;
    squared = Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
  }
  Verdict verdict;
  Rational squared;  ///< of the depth
};

Rational square_of(double x) { return Rational(x) * Rational(x); }

/// The depth by the fifteen axes, and by the list of small hulls, which has points.
struct BoxDepth {
  explicit BoxDepth(const detail::Pair<3>& pair)
      : translation(detail::sat::minimal_translation_of_boxes(detail::FilteredPair<3>(pair))),
        listed(detail::sat::depth_from_list(detail::FilteredPair<3>(pair))) {}
  detail::sat::MinimalTranslation<3> translation;
  detail::Depth<3> listed;
};

/// Expects points of each box's extreme face whose difference is the minimum translation.
void expect_deepest(const Bodies<3>& bodies, const detail::Depth<3>& depth) {
  const Vector3& n = depth.direction;
  const auto pair = pair_of(bodies);
  const detail::FilteredPair<3> filtered(pair);
  double size = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    size += filtered.reach()[l] + std::fabs(pair.a.pose->offset(static_cast<int>(l)));
  }
  double along_a = 0;
  double along_b = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    along_a += n[l] * (depth.point_a[l] - pair.a.pose->offset(static_cast<int>(l)));
    along_b += n[l] * (depth.point_b[l] - pair.b.pose->offset(static_cast<int>(l)));
    EXPECT_NEAR(depth.point_a[l] - depth.point_b[l], depth.upper * n[l], 1e-9 * size);
  }
  const auto most = [&](const detail::Body<3>& body, double sign) {
    const Vector3 u = detail::pull_back(body, n.data(), sign);
    return sign * detail::support<3>(*body.hull, u.data()).value;
  };
  EXPECT_NEAR(along_a, most(pair.a, 1), 1e-9 * size);
  EXPECT_NEAR(along_b, most(pair.b, -1), 1e-9 * size);
}

/// Returns whether both kernels decided, or that of the list for matrices that are no rotations.
bool expect_true(const Bodies<3>& bodies, const Truth& truth, bool rotations) {
  const auto pair = pair_of(bodies);
  const auto quick = detail::boxes::verdict_of_boxes(pair);
  const bool decided = quick.verdict != Verdict::undecided;
  EXPECT_EQ(decided, quick.stage != Stage::none);
  if (decided) {
    EXPECT_EQ(quick.verdict, truth.verdict);
  }
  const bool called = decided || !rotations;
  const BoxDepth depth(pair);
  const auto& out = depth.translation;
  if (!out.known) return called && truth.verdict == Verdict::separated;
  EXPECT_GE(square_of(out.upper), truth.squared);
  EXPECT_LE(square_of(out.lower), truth.squared);
  if (out.lower == 0) return false;
  EXPECT_EQ(truth.verdict, Verdict::overlapping);
  EXPECT_LE(out.length, out.upper);
  EXPECT_GE(out.length, out.lower);
  if (depth.listed.verdict == Verdict::overlapping) {
    EXPECT_GE(square_of(depth.listed.upper), truth.squared);
    EXPECT_LE(square_of(depth.listed.lower), truth.squared);
  }
  if (depth.listed.has_points) expect_deepest(bodies, depth.listed);
  return called && (rotations || depth.listed.has_points);
}

TEST(SatBoxes, LanesSayWhatIsTrue) {
  constexpr int kPairs = 400;
  for (const BoxFamily& family : kBoxFamilies) {
    SCOPED_TRACE(family.name);
    Random random(71);
    int asked = 0;
    int called = 0;
    int meeting = 0;
    for (int i = 0; i < kPairs; ++i) {
      const BoxPair boxes = family.make(random);
      const Bodies<3> bodies(boxes.a, boxes.b, 3);
      if (!detail::sat::both_boxes(pair_of(bodies))) continue;
      const Truth truth(bodies);
      meeting += truth.verdict == Verdict::overlapping ? 1 : 0;
      detail::on_every_target([&] {
        ++asked;
        called += expect_true(bodies, truth, family.make != sheared) ? 1 : 0;
      });
    }
    EXPECT_GT(meeting, kPairs / 8);
    if (family.clear) {
      EXPECT_GE(called * 100, asked * 95);
    } else {
      EXPECT_GT(called, 0);
    }
  }
}

// A gap of 0 along the face's axis, then of one ulp to either side: too close for doubles, so the
// lanes must not decide.
TEST(SatBoxes, TouchingIsLeftToExactStages) {
  const BodyData a = box_body({1, 0.5, 0.25});
  for (const double x : {2.0, std::nextafter(2.0, 1.0), std::nextafter(2.0, 3.0)}) {
    const std::array<double, 4> q{1, 0, 0, 1};  // about z by a right angle
    const BodyData b = with_quaternion(box_body({0.5, 1, 0.25}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    detail::on_every_target([&] {
      EXPECT_EQ(detail::boxes::verdict_of_boxes(pair_of(bodies)).stage, Stage::none);
      EXPECT_EQ(BoxDepth(pair_of(bodies)).translation.lower, 0);
    });
    EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, truth(a, b));
  }
}

// Coordinates or entries beyond the lemmas' range, and offsets whose difference is: doubles prove
// nothing for them.
TEST(SatBoxes, NothingIsProvenBeyondTheRange) {
  const BodyData unit = box_body({1, 1, 1});
  const BodyData huge = box_body({0x1p151, 1, 1});
  const std::vector<double> wide{0x1p151, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  const BoxPair pairs[] = {
      {unit, huge},
      {with_matrix(unit, wide), unit},
      {unit, with_translation(unit, {0x1p401, 0, 0})},
      {with_translation(unit, {-1e308, 0, 0}), with_translation(unit, {1e308, 0, 0})}};
  for (const BoxPair& pair : pairs) {
    const Bodies<3> bodies(pair.a, pair.b, 3);
    detail::on_every_target([&] {
      EXPECT_EQ(detail::boxes::verdict_of_boxes(pair_of(bodies)).stage, Stage::none);
      EXPECT_EQ(BoxDepth(pair_of(bodies)).translation.lower, 0);
    });
    EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, truth(pair.a, pair.b));
  }
}

}  // namespace
}  // namespace sunder::test
