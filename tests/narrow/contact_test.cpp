// SPDX-License-Identifier: Apache-2.0
//
// Tests a contact that is verified instead of solved, against the exact simplex. The hulls share a
// face, an edge or a vertex, cross by edges, touch by halves of faces, or miss or overlap by an
// ulp. The frames have integers, 53 bits or quaternions. For any guess the result is true and its
// certificate holds. Most proposals of a search are verified.
#include "narrow/lp/contact.hpp"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "narrow/dispatch.hpp"
#include "narrow/exact_answer.hpp"
#include "narrow/lp/exact_numbers.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::Pair;
using detail::lp::ContactGuess;

int trials(int usual) {
  const char* const more = std::getenv("SUNDER_TOUCHING_TRIALS");
  return more == nullptr ? usual : std::atoi(more);
}

/// The proven verdict, after comparison with the truth.
Verdict verified(const Bodies<3>& bodies, const Vector3& direction,
                 std::span<const IndexPair> pairs, Verdict expected, const std::string& name) {
  const FilteredPair<3> filtered(pair_of(bodies));
  const auto gap = filtered.gap(direction.data());
  detail::lp::ExactDirection exact_direction;
  const ContactGuess guess{direction, gap, pairs};
  const auto answer = detail::lp::verify_contact(filtered, guess, &exact_direction);
  if (answer.verdict == Verdict::undecided) return answer.verdict;
  EXPECT_EQ(answer.verdict, expected) << name;
  const Check check = check_answer<3>(bodies, answer, Stage::integer,
                                      detail::lp::exact_numbers(exact_direction.entries()));
  EXPECT_TRUE(check) << name << ": " << check.reason;
  return answer.verdict;
}

struct Tally {
  int touching = 0;
  int touching_verified = 0;
  int separated = 0;
  int overlapping = 0;
};

/// Tries guesses of a walk and of a ray, and arbitrary directions and pairs.
void try_guesses(Random& random, const BodyData& a, const BodyData& b, const std::string& name,
                 Tally& tally) {
  const Bodies<3> bodies(a, b, 3);
  const Pair<3> pair = pair_of(bodies);
  const Verdict expected = detail::lp::decide_exactly<3>(pair, {}).verdict;
  EXPECT_EQ(intersects(bodies.a(), bodies.b()).verdict, expected) << name;
  tally.touching += expected == Verdict::touching ? 1 : 0;
  bool touches = false;
  const FilteredPair<3> filtered(pair);
  for (const Algorithm algorithm : {Algorithm::gjk, Algorithm::mpr}) {
    const auto proposed = detail::propose_by(algorithm, filtered, detail::Request<3>{});
    if (proposed.stage != Stage::none || !proposed.has_direction) continue;
    const Verdict verdict = verified(bodies, proposed.direction, proposed.pairs, expected, name);
    touches = touches || verdict == Verdict::touching;
    tally.separated += verdict == Verdict::separated ? 1 : 0;
    tally.overlapping += verdict == Verdict::overlapping ? 1 : 0;
  }
  tally.touching_verified += touches ? 1 : 0;
  Vector3 direction;
  for (double& entry : direction) entry = static_cast<double>(random.in(-4, 4)) / 4;
  std::vector<IndexPair> pairs;
  for (auto i = random.in(0, 5); i > 0; --i) {
    const auto at_a = random.in(0, pair.a.hull->count - 1);
    const auto at_b = random.in(0, pair.b.hull->count - 1);
    pairs.push_back({static_cast<std::int32_t>(at_a), static_cast<std::int32_t>(at_b)});
  }
  verified(bodies, direction, pairs, expected, name + ", guessed");
}

/// Moves the value by an ulp of 4, or of itself, or not at all.
double nudged(Random& random, double value) {
  const auto way = static_cast<double>(random.in(-1, 1));
  const auto kind = random.in(0, 3);
  if (kind < 2) return value;
  return kind == 2 ? value + way * 0x1p-50 : std::nextafter(value, value + way * 0x1p-40);
}

/// The pose of both bodies, after which they are translated by integers, approximately.
enum class Frame : std::uint8_t { none, whole_matrix, full_matrix, quaternion, full_quaternion };

std::vector<double> random_rows(Random& random, bool whole) {
  std::vector<double> rows;
  for (int i = 0; i < 12; ++i) {
    const auto entry = static_cast<double>(random.in(-3, 3));
    const double rest = random.unit();
    rows.push_back(i % 4 == 3 ? 0 : (whole ? entry : entry + rest));
  }
  return rows;
}

/// Lattice bodies on both sides of a plane: they share the points that lie in it.
BodyData half_of(Random& random, int side) {
  BodyData body;
  for (auto i = random.in(1, 5); i > 0; --i) {
    const auto x = static_cast<double>(random.in(-3, 3));
    const auto y = static_cast<double>(random.in(-3, 3));
    body.vertices.push_back({x, y, 0});
  }
  for (auto i = random.in(1, 6); i > 0; --i) {
    const auto x = static_cast<double>(random.in(-4, 4));
    const auto y = static_cast<double>(random.in(-4, 4));
    const auto z = static_cast<double>(side * random.in(1, 5));
    body.vertices.push_back({x, y, z});
  }
  return body;
}

void pose(Random& random, Frame frame, BodyData& a, BodyData& b) {
  std::vector<double> t;
  for (int l = 0; l < 3; ++l) t.push_back(nudged(random, 0));
  if (frame == Frame::none) {
    for (double& entry : t) entry += static_cast<double>(random.in(-1, 1));
    b = with_translation(b, t);
  } else if (frame == Frame::whole_matrix || frame == Frame::full_matrix) {
    std::vector<double> rows = random_rows(random, frame == Frame::whole_matrix);
    a = with_matrix(a, rows);
    for (std::size_t l = 0; l < 3; ++l) rows[4 * l + 3] = t[l];
    b = with_matrix(b, rows);
  } else {
    std::array<double, 4> q;
    for (double& entry : q) {
      entry = static_cast<double>(random.in(-3, 3));
      const double rest = random.unit();
      if (frame == Frame::full_quaternion) entry += rest;
    }
    if (q == std::array<double, 4>{}) q[0] = 1;
    a = with_quaternion(a, q);
    b = with_quaternion(b, q, t);
  }
}

class Contact : public testing::TestWithParam<Frame> {};

TEST_P(Contact, IsTrueWhateverIsGuessed) {
  const int count = trials(400);
  Random random(static_cast<std::uint64_t>(GetParam()) + 71);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    BodyData a = half_of(random, -1);
    BodyData b = half_of(random, 1);
    pose(random, GetParam(), a, b);
    try_guesses(random, a, b, "pair " + std::to_string(i), tally);
  }
  EXPECT_GT(tally.touching, count / 10);
  EXPECT_GT(tally.touching_verified, tally.touching * 8 / 10) << tally.touching;
  EXPECT_GT(tally.separated, count / 50);
  EXPECT_GT(tally.overlapping, 0);
}

/// Both bodies have frames of their own. An edge of a crosses an edge of b, or a corner of a is in
/// a face of b.
TEST_P(Contact, OfBodiesThatAreTurnedApart) {
  const int count = trials(300);
  Random random(static_cast<std::uint64_t>(GetParam()) + 171);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    BodyData a = half_of(random, -1);
    BodyData b = half_of(random, 1);
    BodyData ignored = a;
    pose(random, GetParam(), ignored, b);
    pose(random, GetParam(), a, ignored);
    // b is moved until a vertex of a is a vertex of b, as far as doubles can.
    const Bodies<3> bodies(a, b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const auto gap = filtered.gap(Vector3{0.25, -0.5, 1}.data());
    Vector3 c;
    filtered.difference(gap.vertices, c.data());
    std::vector<double> t;
    for (const double entry : c) t.push_back(nudged(random, entry));
    if (b.pose.form == PoseData::Form::matrix) {
      for (std::size_t l = 0; l < 3; ++l) b.pose.rows[4 * l + 3] += t[l];
    } else {
      for (std::size_t l = 0; l < 3; ++l) b.pose.translation[l] += t[l];
    }
    try_guesses(random, a, b, "pair " + std::to_string(i), tally);
  }
  if (GetParam() == Frame::none || GetParam() == Frame::whole_matrix) {
    EXPECT_GT(tally.touching, count / 5);
    EXPECT_GT(tally.touching_verified, tally.touching * 8 / 10) << tally.touching;
  }
  EXPECT_GT(tally.separated, count / 5);
  EXPECT_GT(tally.overlapping, 0);
}

INSTANTIATE_TEST_SUITE_P(EveryFrame, Contact,
                         testing::Values(Frame::none, Frame::whole_matrix, Frame::full_matrix,
                                         Frame::quaternion, Frame::full_quaternion));

// Tiny and huge sizes: doubles cannot measure these, and the guesses are abandoned before they
// mislead.
TEST(Contact, AtTheEndsOfTheExponents) {
  Random random(72);
  for (const int exponent : {-1070, -600, -300, 300, 600, 1000}) {
    Tally tally;
    for (int i = 0; i < 60; ++i) {
      BodyData a = half_of(random, -1);
      BodyData b = half_of(random, 1);
      for (BodyData* body : {&a, &b}) {
        for (auto& vertex : body->vertices) {
          for (double& entry : vertex) entry = std::ldexp(entry, exponent);
        }
      }
      try_guesses(random, a, b, "2^" + std::to_string(exponent), tally);
    }
    EXPECT_GT(tally.touching, 10) << exponent;
  }
}

// Flat bodies in one plane tie in all vertices, so the decision is planar. Its products take twice
// the bits of a coordinate, even if a direction needs few. The smaller the offsets along y, the
// more bits the coordinates have.
TEST(Contact, FlatBodiesInOnePlaneAtEveryNumberOfBits) {
  const Polytope3 square =
      Polytope3::from_points({{0, -64, -64}, {0, 64, -64}, {0, 64, 64}, {0, -64, 64}}).value();
  for (int bits = 48; bits <= 90; ++bits) {
    for (const int way : {-1, 0, 1}) {
      const double gap = way * 0x1p-46;
      const Pose3 pose_a = Pose3::translation({0, 3 * std::ldexp(1.0, -bits), -64}).value();
      const Pose3 pose_b = Pose3::translation({0, std::ldexp(-1.0, -bits), 64 + gap}).value();
      const Posed3 a{square, pose_a};
      const Posed3 b{square, pose_b};
      // Bodies without volume never overlap: if they meet in the plane, they touch.
      const Verdict truth = way > 0 ? Verdict::separated : Verdict::touching;
      for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::lp, Algorithm::gjk,
                                        Algorithm::mpr, Algorithm::epa, Algorithm::sat}) {
        Search3 options;
        options.algorithm = algorithm;
        EXPECT_EQ(intersects(a, b, options).verdict, truth)
            << "2^-" << bits << ", " << way << ", " << to_string(algorithm);
      }
    }
  }
}

// A pair that once overflowed those products: the boxes are an ulp apart.
TEST(Contact, FlatBoxesOneUlpApartInTheirPlane) {
  const auto box = [](double left, double right, double low, double high) {
    return Polytope3::from_points(
               {{left, low, 0}, {right, low, 0}, {left, high, 0}, {right, high, 0}})
        .value();
  };
  const Polytope3 hull_a = box(-5, 6, -4, 1);
  const Polytope3 hull_b = box(-2, 2, -4, 4);
  const auto pose = [](double y, double z) {  // a quarter turn by a quaternion of 53 bits
    return Pose3::from_wxyz({1 + 0x1p-52, 0, -1 - 0x1p-52, 0}, {-6, y, z}).value();
  };
  const Pose3 pose_a = pose(-38, -99);
  const Pose3 pose_b = pose(-0x1.3ecb643aff27ap+5, -0x1.6bfffffffffffp+6);
  const Posed3 a{hull_a, pose_a};
  const Posed3 b{hull_b, pose_b};
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::lp, Algorithm::mpr}) {
    Search3 options;
    options.algorithm = algorithm;
    EXPECT_EQ(intersects(a, b, options).verdict, Verdict::separated) << to_string(algorithm);
  }
}

}  // namespace
}  // namespace sunder::test
