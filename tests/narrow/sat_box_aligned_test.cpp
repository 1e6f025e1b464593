// SPDX-License-Identifier: Apache-2.0
//
// Tests boxes of the same orientation, against the exact simplex. They touch by a face, an edge or
// a corner, or are an ulp apart or an ulp inside. Some are flat or far from the origin, and their
// sizes go down to subnormals.
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "narrow/box_records.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/lp/exact.hpp"
#include "narrow/sat/sat.hpp"
#include "suite/placed.hpp"
#include "suite/random.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

using suite::Random;

struct Boxes {
  Polytope3 a, b;
  Pose3 pose_a, pose_b;
  detail::Pair<3> pair() const {
    return {detail::make_body_of(a, pose_a), detail::make_body_of(b, pose_b)};
  }
};

/// The length of the numbers: integers, doubles of 53 bits, and those of many sizes.
enum class Numbers : std::uint8_t { whole, full, spread };

class Maker {
 public:
  Maker(Random& random, Numbers numbers, int exponent)
      : random_(random), numbers_(numbers), exponent_(exponent) {}

  double number(int most) {
    if (numbers_ == Numbers::whole) return std::ldexp(random_.in(-most, most), exponent_);
    const double size = (2 * random_.unit() - 1) * most;
    return std::ldexp(size, exponent_ - (numbers_ == Numbers::spread ? random_.in(0, 40) : 0));
  }
  Vector3 vector(int most) {
    Vector3 v;
    for (double& entry : v) entry = number(most);
    return v;
  }
  double extent() { return random_.in(0, 19) == 0 ? 0.0 : std::fabs(number(6)); }
  Polytope3 box() {
    Vector3 low;
    Vector3 high;
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = -extent();
      high[k] = extent();
      if (random_.in(0, 3) == 0) high[k] = -low[k];
    }
    std::vector<Vector3> corners;
    for (unsigned i = 0; i < 8; ++i) {
      Vector3& corner = corners.emplace_back();
      for (std::size_t k = 0; k < 3; ++k) corner[k] = (i >> k & 1) != 0 ? high[k] : low[k];
    }
    return Polytope3::from_points(corners).value();
  }

 private:
  Random& random_;
  Numbers numbers_;
  int exponent_;
};

using Rows = std::array<double, 9>;

Rows signed_permutation(Random& random) {
  Rows r{};
  std::array<std::size_t, 3> column{0, 1, 2};
  for (std::size_t l = 0; l < 3; ++l) {
    const auto other = static_cast<std::size_t>(random.in(static_cast<int>(l), 2));
    std::swap(column[l], column[other]);
    r[3 * l + column[l]] = random.in(0, 1) == 0 ? -1 : 1;
  }
  return r;
}

Pose3 pose_of(const Rows& r, const Vector3& t) {
  return Pose3::from_matrix(std::vector<double>{r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1],
                                                r[6], r[7], r[8], t[2]})
      .value();
}

/// A step along axis k after which the extents touch up to rounding, or any within reach.
double meeting_step(const detail::Pair<3>& pair, std::size_t k, Random& random) {
  const double high_a = pair.a.hull->upper[k], low_a = pair.a.hull->lower[k];
  const double high_b = pair.b.hull->upper[k], low_b = pair.b.hull->lower[k];
  switch (random.in(0, 3)) {
    case 0:
      return high_a - low_b;
    case 1:
      return low_a - high_b;
    default:
      return (high_a - low_b) * (2 * random.unit() - 1);
  }
}

/// One ulp up or down, or none.
double nudged(double value, Random& random) {
  const int way = random.in(-1, 1);
  return way == 0 ? value : std::nextafter(value, way * 0x1p1000);
}

enum class Frame : std::uint8_t { permuted, quarter_quaternion, matrix, quaternion };

Boxes random_boxes(Random& random, Frame frame, Numbers numbers, int exponent) {
  Maker maker(random, numbers, exponent);
  Polytope3 a = maker.box();
  Polytope3 b = maker.box();
  Boxes boxes{a, b, Pose3::identity(), Pose3::identity()};
  Vector3 at = maker.vector(100);
  if (random.in(0, 2) == 0) at = {};
  Rows r{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::array<double, 4> q{1, 0, 0, 0};
  if (frame == Frame::permuted) r = signed_permutation(random);
  if (frame == Frame::matrix) {
    for (double& entry : r) entry = Maker(random, numbers, 0).number(3);
  }
  if (frame == Frame::quaternion) {
    for (double& entry : q) entry = Maker(random, numbers, 0).number(3);
    if (q == std::array<double, 4>{}) q[0] = 1;
  }
  if (frame == Frame::quarter_quaternion) {
    const double size = std::ldexp(0.5 + random.unit(), random.in(-20, 20));
    constexpr int kTurns[4][4] = {{0, 1, 0, 0}, {1, 0, -1, 0}, {1, 1, 1, 1}, {0, 1, 0, -1}};
    const auto turn = static_cast<std::size_t>(random.in(0, 3));
    for (std::size_t i = 0; i < 4; ++i) q[i] = size * kTurns[turn][i];
  }
  const bool turned = frame == Frame::quaternion || frame == Frame::quarter_quaternion;
  boxes.pose_a = turned ? Pose3::from_wxyz(q, at).value() : pose_of(r, at);
  const detail::Pair<3> pair = boxes.pair();
  Vector3 t = at;
  for (std::size_t k = 0; k < 3; ++k) {
    const double step = meeting_step(pair, k, random);
    for (std::size_t l = 0; l < 3; ++l) t[l] += detail::linear_data(boxes.pose_a)[3 * l + k] * step;
  }
  for (double& entry : t) entry = nudged(entry, random);
  if (frame == Frame::permuted && random.in(0, 1) == 0) r = signed_permutation(random);
  boxes.pose_b = turned ? Pose3::from_wxyz(q, t).value() : pose_of(r, t);
  return boxes;
}

int trials(int usual) {
  const char* const more = std::getenv("SUNDER_TOUCHING_TRIALS");
  return more == nullptr ? usual : std::atoi(more);
}

/// Returns whether there is a proof, which verify() has to accept. The query's own record holds one
/// then.
bool expect_proof(const Boxes& boxes, Verdict truth) {
  if (!detail::sat::both_boxes(boxes.pair())) return false;
  Hint3 record;
  if (!detail::boxes::prove_aligned(boxes.pair(), record)) {
    EXPECT_EQ(record.verdict, Verdict::not_examined);
    return false;
  }
  const Posed3 a{boxes.a, boxes.pose_a};
  const Posed3 b{boxes.b, boxes.pose_b};
  EXPECT_EQ(record.verdict, truth);
  EXPECT_EQ(record.stage, Stage::integer);
  const Check check = verify(a, b, certificate_of(record));
  EXPECT_TRUE(check) << check.reason;
  Hint3 hint;
  Search3 options;
  options.hint = &hint;
  for (int i = 0; i < 2; ++i) {
    const Decision answer = intersects(a, b, options);
    EXPECT_EQ(answer.verdict, truth);
    EXPECT_EQ(hint.verdict, truth);
    if (hint.stage != Stage::integer) continue;
    const Check again = verify(a, b, certificate_of(hint));
    EXPECT_TRUE(again) << again.reason;
  }
  return true;
}

TEST(SatBoxAligned, AgreesWithTheExactSimplex) {
  const int count = trials(120);
  for (const Frame frame :
       {Frame::permuted, Frame::quarter_quaternion, Frame::matrix, Frame::quaternion}) {
    int found[4] = {};
    int proven = 0;
    for (const Numbers numbers : {Numbers::whole, Numbers::full, Numbers::spread}) {
      for (const int exponent : {0, -1060, 900}) {
        Random random(static_cast<std::uint64_t>(exponent + 2000));
        for (int i = 0; i < count; ++i) {
          const Boxes boxes = random_boxes(random, frame, numbers, exponent);
          const Verdict verdict = detail::boxes::verdict_of_aligned(boxes.pair());
          ++found[static_cast<int>(verdict)];
          const Verdict truth = detail::lp::decide_exactly<3>(boxes.pair(), {}).verdict;
          if (verdict != Verdict::undecided) {
            ASSERT_EQ(verdict, truth) << static_cast<int>(frame) << ' ' << static_cast<int>(numbers)
                                      << ' ' << exponent << ' ' << i;
          }
          const Posed3 a{boxes.a, boxes.pose_a};
          const Posed3 b{boxes.b, boxes.pose_b};
          ASSERT_EQ(intersects(a, b).verdict, truth);
          proven += expect_proof(boxes, truth) ? 1 : 0;
        }
      }
    }
    const auto times = [&](Verdict verdict) { return found[static_cast<int>(verdict)]; };
    EXPECT_GT(times(Verdict::separated), count) << static_cast<int>(frame);
    EXPECT_GT(times(Verdict::touching), count / 10) << static_cast<int>(frame);
    EXPECT_GT(times(Verdict::overlapping), count) << static_cast<int>(frame);
    EXPECT_GT(proven, 2 * count) << static_cast<int>(frame);
  }
}

/// The hint's pairs name the caller's vertices, in any order of these.
TEST(SatBoxAligned, TouchingBoxesHaveTheirFacet) {
  const Polytope3 in_order = Polytope3::box({0.5, 0.5, 0.5});
  std::vector<Vector3> corners;
  for (const std::int32_t i : {3, 0, 7, 1, 6, 5, 2, 4}) corners.push_back(in_order.vertex(i));
  corners.push_back({0.25, 0.125, 0});
  corners.insert(corners.begin(), {0, 0, 0});
  const Polytope3 other = Polytope3::from_points(corners).value();
  for (const Polytope3& a : {in_order, other}) {
    for (const Polytope3& b : {in_order, other}) {
      for (int step = 0; step < 27; ++step) {
        const Vector3 at{step % 3 - 1.0, step / 3 % 3 - 1.0, step / 9 - 1.0};
        const Pose3 from = Pose3::translation({7, -3, 12}).value();
        const Pose3 to = Pose3::translation({7 + at[0], -3 + at[1], 12 + at[2]}).value();
        Hint3 hint;
        Search3 options;
        options.hint = &hint;
        const Decision answer = intersects(Posed3{a, from}, Posed3{b, to}, options);
        const bool same = at == Vector3{};
        EXPECT_EQ(answer.verdict, same ? Verdict::overlapping : Verdict::touching);
        if (same) continue;  // decided by the balls
        EXPECT_EQ(answer.stage, Stage::integer);
        EXPECT_EQ(hint.pair_count, 4);
        const Check check = verify(Posed3{a, from}, Posed3{b, to}, certificate_of(hint));
        EXPECT_TRUE(check) << check.reason;
      }
    }
  }
}

TEST(SatBoxAligned, AnUlpOfOverlapHasAllCorners) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const Pose3 there = Pose3::translation({std::nextafter(2, 0), 0.5, 0}).value();
  Hint3 hint;
  Search3 options;
  options.hint = &hint;
  for (int i = 0; i < 2; ++i) {
    const Decision answer = intersects(Posed3{box}, Posed3{box, there}, options);
    EXPECT_EQ(answer.verdict, Verdict::overlapping);
    EXPECT_EQ(answer.stage, Stage::integer);
    EXPECT_EQ(hint.pair_count, 8);
    EXPECT_TRUE(verify(Posed3{box}, Posed3{box, there}, certificate_of(hint)));
    EXPECT_TRUE(prove(Posed3{box}, Posed3{box, there}, hint).proven);
  }
}

// The common axis has 106 bits.
TEST(SatBoxAligned, ARoundedAxisIsNoProof) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const std::array<double, 4> q{0.1, 0.2, 0.3, 0.7};
  const Pose3 here = Pose3::from_wxyz(q).value();
  const Pose3 there = Pose3::from_wxyz(q, {1.7, 0.3, 2.9}).value();
  const detail::Pair<3> pair{detail::make_body_of(box, here), detail::make_body_of(box, there)};
  Hint3 record;
  EXPECT_EQ(detail::boxes::verdict_of_aligned(pair), Verdict::separated);
  EXPECT_FALSE(detail::boxes::prove_aligned(pair, record));
  EXPECT_EQ(record.verdict, Verdict::not_examined);
}

TEST(SatBoxAligned, LeavesUndecidedPairs) {
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const auto verdict = [&box](const Pose3& p, const Pose3& q) {
    return detail::boxes::verdict_of_aligned(
        {detail::make_body_of(box, p), detail::make_body_of(box, q)});
  };
  const Pose3 turned = Pose3::from_wxyz({1, 2, 3, 4}).value();
  EXPECT_EQ(verdict(turned, Pose3::from_wxyz({1, 2, 3, -4}).value()), Verdict::undecided);
  EXPECT_EQ(verdict(turned, Pose3::identity()), Verdict::undecided);
  EXPECT_EQ(verdict(turned, turned), Verdict::overlapping);
  // A matrix of rank 2 flattens both.
  const Pose3 flat = pose_of({1, 0, 0, 0, 1, 0, 1, 1, 0}, {});
  EXPECT_EQ(verdict(flat, flat), Verdict::undecided);
  // 1074 bits.
  EXPECT_EQ(verdict(Pose3::identity(), Pose3::translation({2, 0x1p-1074, 0}).value()),
            Verdict::undecided);
  EXPECT_EQ(intersects(Posed3{box, Pose3::identity()},
                       Placed{box, Pose3::translation({2, 0x1p-1074, 0}).value()})
                .verdict,
            Verdict::touching);
  // Three entries of one size: a third of a turn only if the fourth is as large.
  const Pose3 third = Pose3::from_wxyz({0, 1, 1, 1}).value();
  EXPECT_EQ(verdict(third, Pose3::identity()), Verdict::undecided);
}

}  // namespace
}  // namespace sunder::test
