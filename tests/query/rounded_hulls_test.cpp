// SPDX-License-Identifier: Apache-2.0
//
// Tests random hulls with radii against complete enumeration in rationals. It compares verdicts,
// intervals, certificates and inclusions, for radii at which the bodies touch, and next to those.
#include <array>
#include <gtest/gtest.h>

#include "oracle/random_pairs.hpp"
#include "query/rounded_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Bodies;
using suite::Random;

/// Draws a sum of radii near the distance, equal to it where a double is, or of any size.
double draw_sum(Random& random, const Rational& squared, double size) {
  const double here = squared > 0 ? std::sqrt(squared.convert_to<double>()) : size * random.unit();
  switch (random.in(0, 5)) {
    case 0:
      return std::nextafter(here, 0.0);
    case 1:
      return std::nextafter(here, 2 * here);
    case 2:
      return size * random.unit();
    default:
      return here;
  }
}

/// Each vertex of a has a distance of at most radius_b - radius_a from b.
bool is_contained(const BodyData& a, double radius_a, const BodyData& b, double radius_b) {
  const Rational most = signed_square(Rational(radius_b) - Rational(radius_a));
  for (const auto& vertex : a.vertices) {
    if (signed_distance_squared({{vertex}, a.pose}, b) > most) return false;
  }
  return true;
}

double size_of(const BodyData& body) {
  double size = 1e-300;
  for (const auto& point : oracle::world_points<Rational>(body)) {
    for (const Rational& x : point) size = std::max(size, std::fabs(x.convert_to<double>()));
  }
  return size;
}

struct Seen {
  std::array<int, 3> verdicts{};
  std::array<int, 2> contained{};
  int deep = 0;
};

template <int D>
std::string faults_of_bodies(const BodyData& a, double radius_a, const BodyData& b, double radius_b,
                             const Rational& squared, double width, Seen& seen) {
  const Bodies<D> bodies(a, b, D);
  const Posed<D> posed_a(bodies.polytope_a, bodies.pose_a, radius_a);
  const Posed<D> posed_b(bodies.polytope_b, bodies.pose_b, radius_b);
  const RoundedTruth truth{squared, Rational(radius_a) + Rational(radius_b)};
  const double size = size_of(a) + size_of(b) + radius_a + radius_b;
  std::string faults = faults_of<D>(posed_a, posed_b, truth, width, size, true);
  const bool contained = is_contained(a, radius_a, b, radius_b);
  if (contains(posed_a, posed_b).contained != contained) faults += "; contains";
  ++seen.verdicts[static_cast<std::size_t>(truth.verdict())];
  ++seen.contained[contained ? 1 : 0];
  if (squared < 0) ++seen.deep;
  return faults;
}

TEST(RoundedHulls, RandomPairsAgainstEnumeration) {
  Random random(2101);
  Seen seen;
  for (std::uint64_t index = 0; index < 900; ++index) {
    const auto pair = oracle::make_random_pair(index);
    if (pair.dimension != 2 && pair.dimension != 3) continue;
    if (pair.a.vertices.empty() || pair.b.vertices.empty()) continue;
    const Rational squared = signed_distance_squared(pair.a, pair.b);
    for (int i = 0; i < 3; ++i) {
      const double sum = draw_sum(random, squared, size_of(pair.a) + size_of(pair.b));
      if (!(sum > 0)) continue;
      const double share = random.in(0, 4) / 4.0;
      const double radius_a = share * sum;
      const double radius_b = sum - radius_a;
      const double width = random.chance(1, 4) ? 1e-15 : 0;
      const std::string faults =
          pair.dimension == 2
              ? faults_of_bodies<2>(pair.a, radius_a, pair.b, radius_b, squared, width, seen)
              : faults_of_bodies<3>(pair.a, radius_a, pair.b, radius_b, squared, width, seen);
      ASSERT_EQ(faults, "") << pair.family << ", pair " << index << ", radii " << radius_a
                            << " and " << radius_b;
    }
  }
  for (const int count : seen.verdicts) EXPECT_GT(count, 20);
  for (const int count : seen.contained) EXPECT_GT(count, 20);
  EXPECT_GT(seen.deep, 20);
}

/// Boxes with rounded corners, one in the other: depths below and above the radii.
TEST(RoundedHulls, BoxesInsideBoxes) {
  Random random(2102);
  Seen seen;
  for (int i = 0; i < 60; ++i) {
    const BodyData a =
        with_translation(box({random.in(1, 4) / 4.0, random.in(1, 4) / 4.0, random.in(1, 4) / 4.0}),
                         {random.in(-5, 5) / 4.0, random.in(-5, 5) / 4.0, random.in(-5, 5) / 4.0});
    const std::array<double, 4> turn{double(random.in(1, 3)), double(random.in(0, 2)), 0,
                                     double(random.in(0, 2))};
    const BodyData b = with_quaternion(
        box({random.in(4, 12) / 4.0, random.in(4, 12) / 4.0, random.in(4, 12) / 4.0}), turn);
    const Rational squared = signed_distance_squared(a, b);
    const std::string faults =
        faults_of_bodies<3>(a, random.in(0, 4) / 4.0, b, random.in(1, 4) / 4.0, squared,
                            random.chance(1, 3) ? 1e-15 : 0, seen);
    ASSERT_EQ(faults, "") << "pair " << i;
  }
  EXPECT_GT(seen.deep, 20);
  EXPECT_GT(seen.contained[1], 3);
}

}  // namespace
}  // namespace sunder::traps
