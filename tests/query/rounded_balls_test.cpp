// SPDX-License-Identifier: Apache-2.0
//
// Tests balls and capsules, which are points and segments with a radius, against exact formulas in
// integers. Radii are chosen so that the bodies touch wherever the distance is a whole number of
// units. Others are a unit or two away from contact.
#include <array>
#include <gtest/gtest.h>

#include "query/rounded_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::traps {
namespace {

using suite::Random;
using BigInt = boost::multiprecision::cpp_int;
using Whole = std::vector<std::int64_t>;  ///< a point, in units

/// numerator / denominator, in units squared: s |s| of a signed distance s.
struct Squared {
  BigInt numerator;
  BigInt denominator = 1;
  bool operator<(const Squared& other) const {
    return numerator * other.denominator < other.numerator * denominator;
  }
};

using BigPoint = std::vector<BigInt>;

BigInt dot(const BigPoint& p, const BigPoint& q) {
  BigInt sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * q[k];
  return sum;
}
BigPoint minus(const Whole& p, const Whole& q) {
  BigPoint out;
  for (std::size_t k = 0; k < p.size(); ++k) out.push_back(BigInt(p[k]) - q[k]);
  return out;
}

/// A segment or, with equal ends, a point.
struct Segment {
  Whole from, to;
};

Squared to_segment(const Whole& p, const Segment& s) {
  const BigPoint along = minus(s.to, s.from);
  const BigPoint w = minus(p, s.from);
  const BigInt t = dot(w, along);
  const BigInt length = dot(along, along);
  if (t <= 0) return {dot(w, w)};
  if (t >= length) {
    const BigPoint end = minus(p, s.to);
    return {dot(end, end)};
  }
  return {dot(w, w) * length - t * t, length};
}

/// Returns the depth of segments that cross in the plane, as a value below 0. Their difference is a
/// parallelogram. The distance of 0 from the line of a side follows from the side's normal.
Squared crossing(const Segment& p, const Segment& q) {
  Squared best{1, 0};  // infinite
  for (const Segment* side : {&p, &q}) {
    const BigPoint along = minus(side->to, side->from);
    const BigPoint normal{-along[1], along[0]};
    const auto at = [&](const Whole& point) {
      return BigInt(normal[0] * point[0] + normal[1] * point[1]);
    };
    const BigInt p0 = at(p.from), p1 = at(p.to), q0 = at(q.from), q1 = at(q.to);
    const BigInt depth = std::min<BigInt>(BigInt(std::max(p0, p1) - std::min(q0, q1)),
                                          BigInt(std::max(q0, q1) - std::min(p0, p1)));
    best = std::min(best, Squared{depth * depth, dot(normal, normal)});
  }
  best.numerator = -best.numerator;
  return best;
}

/// Returns the least of the ends' distances and, where it is attained inside both, that of the
/// lines.
Squared between(const Segment& p, const Segment& q) {
  Squared best = std::min(
      {to_segment(p.from, q), to_segment(p.to, q), to_segment(q.from, p), to_segment(q.to, p)});
  const BigPoint u = minus(p.to, p.from), v = minus(q.to, q.from), w = minus(p.from, q.from);
  const BigInt a = dot(u, u), b = dot(u, v), c = dot(v, v), d = dot(u, w), e = dot(v, w);
  const BigInt whole = a * c - b * b;
  const BigInt s = b * e - c * d;
  const BigInt t = a * e - b * d;
  if (whole <= 0 || s < 0 || t < 0 || s > whole || t > whole) return best;
  if (u.size() == 2) return crossing(p, q);
  BigInt squared = 0;
  for (std::size_t k = 0; k < u.size(); ++k) {
    const BigInt entry = w[k] * whole + s * u[k] - t * v[k];
    squared += entry * entry;
  }
  return std::min(best, Squared{squared, whole * whole});
}

/// The lengths and the unit of one pair: coordinates are integers times 2^unit.
struct RoundPair {
  Segment a, b;
  std::int64_t radius_a = 0, radius_b = 0;
  int unit = 0;

  double scaled(std::int64_t value) const { return std::ldexp(static_cast<double>(value), unit); }
};

Whole draw_point(Random& random, int d, std::int64_t reach) {
  Whole point;
  for (int k = 0; k < d; ++k) point.push_back(random.in(-reach, reach));
  return point;
}

Segment draw_segment(Random& random, int d, std::int64_t reach, bool ball) {
  Segment segment;
  segment.from = segment.to = draw_point(random, d, reach);
  if (ball) return segment;
  const int kind = random.in(0, 3);
  if (kind == 0) {  // along an axis
    segment.to[static_cast<std::size_t>(random.in(0, d - 1))] +=
        random.in(1, 2 * static_cast<int>(std::min<std::int64_t>(reach, 1000)));
  } else if (kind < 3) {
    segment.to = draw_point(random, d, reach);
  }
  return segment;
}

/// Returns a vector of integer length, such as a Pythagorean triple, in any order, with any signs.
Whole whole_vector(Random& random, int d) {
  static const std::vector<Whole> kVectors = {{3, 4},    {5, 12},   {8, 15},      {1, 2, 2},
                                              {2, 3, 6}, {4, 4, 7}, {1, 1, 1, 1}, {1, 1, 3, 5}};
  Whole vector = random.pick(kVectors);
  if (vector.size() > static_cast<std::size_t>(d))
    vector = {random.in(std::int64_t{1}, std::int64_t{9})};
  vector.resize(static_cast<std::size_t>(d));
  random.shuffle(vector);
  for (std::int64_t& x : vector) x *= random.chance(1, 2) ? -1 : 1;
  return vector;
}

/// Returns the floor of the distance, in units.
std::int64_t floor_of(const Squared& squared) {
  if (squared.numerator <= 0) return 0;
  return static_cast<std::int64_t>(BigInt(sqrt(BigInt(squared.numerator / squared.denominator))));
}

/// Draws radii whose sum is the floor of the distance, or near it, or arbitrary.
void draw_radii(Random& random, const Squared& squared, std::int64_t reach, RoundPair& pair) {
  std::int64_t sum = floor_of(squared);
  const int kind = random.in(0, 9);
  if (kind < 5) {
    sum += 0;  // exactly where the distance is an integer
  } else if (kind < 7) {
    sum += random.in(-2, 2);
  } else {
    sum = random.in(std::int64_t{0}, 2 * reach);
  }
  sum = std::max<std::int64_t>(sum, 1);
  pair.radius_a = random.in(std::int64_t{0}, sum);
  if (random.chance(1, 8)) pair.radius_a = random.chance(1, 2) ? 0 : sum;
  pair.radius_b = sum - pair.radius_a;
}

template <int D>
Polytope<D> make(const RoundPair& pair, const Segment& segment, int d) {
  suite::BodyData body;
  for (const Whole* end : {&segment.from, &segment.to}) {
    auto& vertex = body.vertices.emplace_back();
    for (const std::int64_t x : *end) vertex.push_back(pair.scaled(x));
  }
  if (segment.from == segment.to) body.vertices.pop_back();
  return suite::make_polytope<D>(body, d);
}

/// Tests a in b: every end of a is within m = radius_b - radius_a of b's segment. Apart from its
/// own radius a segment in the plane or in space has no interior.
bool is_contained(const RoundPair& pair) {
  const std::int64_t m = pair.radius_b - pair.radius_a;
  if (m < 0) return false;
  const Squared most{BigInt(m) * m};
  return !(most < to_segment(pair.a.from, pair.b)) && !(most < to_segment(pair.a.to, pair.b));
}

template <int D>
std::string faults_of_pair(const RoundPair& pair, const Squared& squared, int d, double width,
                           bool proofs) {
  const Polytope<D> polytope_a = make<D>(pair, pair.a, d);
  const Polytope<D> polytope_b = make<D>(pair, pair.b, d);
  const Pose<D> pose = suite::make_pose<D>({}, d);
  const Posed<D> a(polytope_a, pose, pair.scaled(pair.radius_a));
  const Posed<D> b(polytope_b, pose, pair.scaled(pair.radius_b));
  const Rational unit = std::ldexp(1.0, pair.unit);
  const RoundedTruth truth{Rational(squared.numerator, squared.denominator) * unit * unit,
                           Rational(a.radius()) + Rational(b.radius())};
  double size = std::max(a.radius(), b.radius());
  for (const Segment* segment : {&pair.a, &pair.b}) {
    for (const Whole* end : {&segment->from, &segment->to}) {
      for (const std::int64_t x : *end) size = std::max(size, std::fabs(pair.scaled(x)));
    }
  }
  std::string faults = faults_of<D>(a, b, truth, width, 2 * size, proofs);
  const Containment inside = contains(a, b);
  const bool served = D != kRunTime || pair.radius_a <= pair.radius_b || inside.outside >= 0;
  if (served && inside.contained != is_contained(pair)) faults += "; contains";
  if (!served && (inside.contained || inside.stage != Stage::none))
    faults += "; contains, unserved";
  return faults;
}

struct Seen {
  std::array<int, 3> verdicts{};
  int contained = 0;
};

/// `reach` is half the extent of the scene, in units.
template <int D>
void compare(std::uint64_t seed, int count, int d, bool balls, std::int64_t reach,
             int least_touching) {
  Random random(seed);
  Seen seen;
  for (int i = 0; i < count; ++i) {
    RoundPair pair;
    pair.unit = random.chance(1, 4) ? random.in(-500, 400) : -3;
    pair.a = draw_segment(random, d, reach, balls || random.chance(1, 3));
    pair.b = draw_segment(random, d, reach, balls);
    if (random.chance(1, 50)) pair.b = pair.a;
    if (random.chance(1, 4)) {
      pair.b = pair.a;
      const Whole step = whole_vector(random, d);
      for (std::size_t k = 0; k < step.size(); ++k) {
        pair.b.from[k] += step[k];
        pair.b.to[k] += step[k];
      }
    }
    const Squared squared = between(pair.a, pair.b);
    draw_radii(random, squared, reach, pair);
    const double width = random.chance(1, 4) ? 1e-15 : 0;
    const std::string faults = faults_of_pair<D>(pair, squared, d, width, random.chance(1, 40));
    ASSERT_EQ(faults, "") << "pair " << i << " of seed " << seed;
    const BigInt sum = pair.radius_a + pair.radius_b;
    const BigInt side = sum * sum * squared.denominator;
    const int order = squared.numerator.compare(side);
    ++seen.verdicts[static_cast<std::size_t>(order > 0 ? 0 : order == 0 ? 1 : 2)];
    if (is_contained(pair)) ++seen.contained;
  }
  EXPECT_GE(seen.verdicts[1], least_touching);
  EXPECT_GT(seen.verdicts[0], count / 20);
  EXPECT_GT(seen.verdicts[2], count / 20);
  EXPECT_TRUE(!balls || seen.contained > 0);
}

/// Under sanitizers, a tenth of the pairs.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kShare = 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int kShare = 10;
#else
constexpr int kShare = 1;
#endif
#else
constexpr int kShare = 1;
#endif

TEST(RoundedBalls, OnAGridInThePlane) { compare<2>(1, 20000 / kShare, 2, true, 12, 1000 / kShare); }
TEST(RoundedBalls, OnAGridInSpace) { compare<3>(2, 20000 / kShare, 3, true, 12, 1000 / kShare); }
TEST(RoundedBalls, OfAllBits) {
  compare<2>(3, 5000 / kShare, 2, true, std::int64_t{1} << 50, 0);
  compare<3>(4, 5000 / kShare, 3, true, std::int64_t{1} << 50, 0);
}
TEST(RoundedBalls, OfMoreDimensions) {
  compare<kRunTime>(5, 3000 / kShare, 1, true, 12, 500 / kShare);
  compare<kRunTime>(6, 4000 / kShare, 4, true, 9, 200 / kShare);
  compare<kRunTime>(7, 3000 / kShare, 7, true, 6, 100 / kShare);
}

TEST(RoundedCapsules, OnAGridInThePlane) {
  compare<2>(11, 12000 / kShare, 2, false, 12, 500 / kShare);
}
TEST(RoundedCapsules, OnAGridInSpace) {
  compare<3>(12, 15000 / kShare, 3, false, 12, 500 / kShare);
}
TEST(RoundedCapsules, OfAllBits) {
  compare<2>(13, 4000 / kShare, 2, false, std::int64_t{1} << 50, 0);
  compare<3>(14, 5000 / kShare, 3, false, std::int64_t{1} << 50, 0);
}
TEST(RoundedCapsules, OfFourDimensions) {
  compare<kRunTime>(15, 4000 / kShare, 4, false, 9, 100 / kShare);
}

}  // namespace
}  // namespace sunder::traps
