// SPDX-License-Identifier: Apache-2.0
//
// Measures the width of the integers of a verified contact. The source of contact.cpp is compiled
// here again, with integers that remember their widest value. No body may exceed the bits that were
// counted before a width was chosen. The widest must come near, or the test would be vacuous.
#define verify_contact verify_watched_contact
#include "narrow/lp/contact.cpp"
#undef verify_contact

#include <cstdio>

#include "narrow/cube_corners.hpp"
#include "narrow/extreme_bodies.hpp"
#include "narrow/watched_integer.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::Pair;
using detail::lp::ContactGuess;
using detail::lp::ContactTask;

struct Fill {
  double along_guess = 0;
  double along_normal = 0;
  int asked = 0;
};

/// Watches a direction of doubles, and the normals that its extreme vertices suggest.
void watch(Random& random, const BodyData& a, const BodyData& b, const Vector3& u, Fill& fill) {
  const Bodies<3> bodies(a, b, 3);
  const Pair<3> pair = pair_of(bodies);
  const FilteredPair<3> filtered(pair);
  auto gap = filtered.gap(u.data());
  if (!(gap.error < std::numeric_limits<double>::infinity())) return;
  // A slack of any size makes guesses of any kind.
  if (random.chance(1, 2)) gap.error = std::max(gap.error, std::fabs(gap.value));
  std::vector<IndexPair> pairs;
  for (int i = 0; i < 4; ++i) {
    pairs.push_back({random.in(0, pair.a.hull->count - 1), random.in(0, pair.b.hull->count - 1)});
  }
  const ContactGuess guess{u, gap, pairs};
  const auto scale = detail::integer_scale(pair);
  const ContactTask task{filtered, guess, scale, nullptr};
  ++fill.asked;
  Watched::reset();
  (void)detail::lp::along_guess<Watched>(task);
  const int few = detail::lp::bits_along_guess(scale.bits);
  EXPECT_LE(Watched::most_bits, few) << "of " << scale.bits << " bits";
  fill.along_guess = std::max(fill.along_guess, double(Watched::most_bits) / few);
  Watched::reset();
  (void)detail::lp::along_normal<Watched>(task);
  const int many = detail::lp::bits_along_normal(scale.bits);
  EXPECT_LE(Watched::most_bits, many) << "of " << scale.bits << " bits";
  fill.along_normal = std::max(fill.along_normal, double(Watched::most_bits) / many);
}

Vector3 direction(Random& random) {
  Vector3 u;
  for (double& entry : u) {
    const int kind = random.in(0, 3);
    entry = kind == 0 ? 0.0 : (kind == 1 ? 0x1.fffffffffffffp-1 : random.unit());
    if (random.chance(1, 2)) entry = -entry;
  }
  if (u == Vector3{0, 0, 0}) u[2] = 1;
  detail::normalise(u.data(), 3);
  return u;
}

TEST(ContactWidth, NoBodyTakesMoreBitsThanWereCounted) {
  Random random(611);
  Fill fill;
  for (int i = 0; i < 400; ++i) {
    const bool flat = random.chance(1, 2);
    const int bits = random.in(1, 53);
    const int spread = random.chance(1, 3) ? random.in(0, 30) : 0;
    BodyData a = extreme_body(random, random.in(1, 8), bits, spread, flat);
    BodyData b = extreme_body(random, random.in(1, 8), bits, spread, flat);
    a = extremely_posed(random, std::move(a), random.in(1, 53), spread);
    b = extremely_posed(random, std::move(b), random.in(1, 53), spread);
    watch(random, a, b, flat && random.chance(1, 2) ? Vector3{0, 0, 0.5} : direction(random), fill);
    if (testing::Test::HasFailure()) return;
  }
  std::printf("%d pairs; of the bits counted %.3f along a guess, %.3f along a normal\n", fill.asked,
              fill.along_guess, fill.along_normal);
  EXPECT_GT(fill.asked, 200);
  EXPECT_GT(fill.along_guess, 0.85) << "far from tight: is the test asking anything?";
  EXPECT_GT(fill.along_normal, 0.85);
}

// Tests the terms of bits_along_guess() and bits_along_normal() at every small width, with all
// points of that width in one plane.
TEST(ContactWidth, EveryFlatPairOfTwoBits) {
  Random random(612);
  Fill fill;
  for (int code = 0; code < 6 * 6 * 6 * 6; ++code) {
    BodyData bodies[2];
    int rest = code;
    for (BodyData& body : bodies) {
      for (int i = 0; i < 2; ++i, rest /= 6) {
        // Three corners at x = -3 and three at x = 3.
        const int corner = rest % 6;
        body.vertices.push_back({corner < 3 ? -3.0 : 3.0, 3.0 * (corner % 3 - 1), 0.0});
      }
      body.vertices.push_back({3.0, 3.0, 0.0});
    }
    watch(random, bodies[0], bodies[1], {0, 0, 0.5}, fill);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(fill.asked, 1296);
}

/// The direction is an edge, a face's diagonal or a diagonal of the cube, in turn.
TEST(ContactWidth, EveryPairOfCornersOfTheCube) {
  Random random(613);
  Fill fill;
  visit_pairs_of_corner_sets<3>([&](const BodyData& a, const BodyData& b) {
    Vector3 u{};
    while (u == Vector3{0, 0, 0}) {
      for (double& entry : u) entry = static_cast<double>(random.in(-1, 1));
    }
    detail::normalise(u.data(), 3);
    watch(random, a, b, u, fill);
  });
  std::printf("%d pairs; of the bits counted %.3f along a guess, %.3f along a normal\n", fill.asked,
              fill.along_guess, fill.along_normal);
  EXPECT_GE(fill.asked, 21 * 255);
}

}  // namespace
}  // namespace sunder::test
