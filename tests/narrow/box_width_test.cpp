// SPDX-License-Identifier: Apache-2.0
//
// Measures the width of the integers of boxes as contact_width_test.cpp does. Tested are the axes
// that doubles leave open, and boxes of the same orientation.
#define decide_on_axes decide_on_watched_axes
#define is_signed_permutation is_watched_signed_permutation
#define verdict_of_aligned verdict_of_watched_aligned
#define rank_aligned rank_watched_aligned
#define have_equal_linear_parts have_equal_watched_linear_parts
#include "narrow/boxes/aligned.cpp"
#include "narrow/sat/box_axes.cpp"
#undef decide_on_axes
#undef is_signed_permutation
#undef verdict_of_aligned
#undef rank_aligned
#undef have_equal_linear_parts

#include <cstdio>

#include "narrow/cube_corners.hpp"
#include "narrow/extreme_bodies.hpp"
#include "narrow/watched_integer.hpp"

namespace sunder::test {
namespace {

using detail::Pair;

/// A box with the largest numbers, about its origin or offset from it; sometimes flat.
BodyData extreme_box(Random& random, int bits, int spread) {
  std::array<double, 3> low;
  std::array<double, 3> high;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = widest(random, bits, spread);
    high[k] = random.chance(1, 4) ? low[k] : -low[k];
    if (random.chance(1, 4)) high[k] = widest(random, bits, spread);
    if (high[k] < low[k]) std::swap(low[k], high[k]);
  }
  BodyData body;
  for (unsigned corner = 0; corner < 8; ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      vertex.push_back((corner >> k & 1) != 0 ? high[k] : low[k]);
    }
  }
  return body;
}

TEST(BoxWidth, AxesTakeNoMoreBitsThanWereCounted) {
  Random random(621);
  double fill = 0;
  for (int i = 0; i < 400; ++i) {
    const int bits = random.in(1, 53);
    const int spread = random.chance(1, 3) ? random.in(0, 30) : 0;
    BodyData a = extreme_box(random, bits, spread);
    BodyData b = extreme_box(random, bits, spread);
    a = extremely_posed(random, std::move(a), random.in(1, 53), spread);
    b = extremely_posed(random, std::move(b), random.in(1, 53), spread);
    const Bodies<3> bodies(a, b, 3);
    const Pair<3> pair = pair_of(bodies);
    const auto scale = detail::integer_scale(pair);
    Watched::reset();
    (void)detail::sat::decide_in<Watched>(pair, scale, (1U << detail::sat::kBoxAxes) - 1, false);
    const int counted = detail::sat::axis_bits(scale.bits);
    ASSERT_LE(Watched::most_bits, counted) << "pair " << i << " of " << scale.bits << " bits";
    fill = std::max(fill, double(Watched::most_bits) / counted);
  }
  std::printf("of the bits counted %.3f along axes\n", fill);
  EXPECT_GT(fill, 0.85) << "far from tight: is the test asking anything?";
}

// All matrices of the largest entries, up to reflections of space and of a box in its own axes,
// which change no number's size. The first row of each, and the first column of a's, may therefore
// be positive. An axis and a width are linear in each entry, or sums of absolute values of such.
// Hence no smaller entries give more.
TEST(BoxWidth, EveryPairOfLargestMatrices) {
  const BodyData box = box_body({kCubeSize, kCubeSize, kCubeSize});
  double fill = 0;
  for (unsigned code = 0; code < (1U << 13); ++code) {
    std::vector<double> a(12, kCubeSize);
    std::vector<double> b(12, kCubeSize);
    for (std::size_t l = 0; l < 2; ++l) {
      for (std::size_t k = 1; k < 3; ++k) {
        a[4 * (l + 1) + k] = plus_or_minus(code, 2 * l + k - 1);
      }
      for (std::size_t k = 0; k < 3; ++k) {
        b[4 * (l + 1) + k] = plus_or_minus(code >> 4U, 3 * l + k);
      }
    }
    for (std::size_t l = 0; l < 3; ++l) {
      const double offset = plus_or_minus(code >> 10U, l);
      a[4 * l + 3] = offset;
      b[4 * l + 3] = -offset;
    }
    const Bodies<3> bodies(with_matrix(box, a), with_matrix(box, b), 3);
    const Pair<3> pair = pair_of(bodies);
    const auto scale = detail::integer_scale(pair);
    Watched::reset();
    (void)detail::sat::decide_in<Watched>(pair, scale, (1U << detail::sat::kBoxAxes) - 1, false);
    const int counted = detail::sat::axis_bits(scale.bits);
    ASSERT_LE(Watched::most_bits, counted) << "pair " << code;
    fill = std::max(fill, double(Watched::most_bits) / counted);
  }
  std::printf("of the bits counted %.3f along axes\n", fill);
  EXPECT_GT(fill, 0.9) << "far from tight: is the test asking anything?";
}

TEST(BoxWidth, BoxesOfOneOrientationTakeNoMoreBitsThanWereCounted) {
  Random random(622);
  double fill = 0;
  for (int i = 0; i < 400; ++i) {
    const int bits = random.in(1, 53);
    const int spread = random.chance(1, 3) ? random.in(0, 30) : 0;
    BodyData a = extreme_box(random, bits, spread);
    BodyData b = extreme_box(random, bits, spread);
    a = extremely_posed(random, std::move(a), random.in(1, 53), spread);
    // An equal rotation, another offset.
    b.pose = a.pose;
    for (double& entry : b.pose.translation) entry = widest(random, random.in(1, 53), spread);
    for (std::size_t l = 3; l < b.pose.rows.size(); l += 4) {
      b.pose.rows[l] = widest(random, random.in(1, 53), spread);
    }
    const Bodies<3> bodies(a, b, 3);
    const Pair<3> pair = pair_of(bodies);
    const detail::boxes::Scale scale(pair);
    if (scale.linear.empty()) continue;
    Watched::reset();
    (void)detail::boxes::verdict_in<Watched>(pair, scale, nullptr);
    ASSERT_LE(Watched::most_bits, scale.bits) << "pair " << i;
    fill = std::max(fill, double(Watched::most_bits) / scale.bits);
  }
  std::printf("of the bits counted %.3f along the boxes' own axes\n", fill);
  EXPECT_GT(fill, 0.85) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::test
