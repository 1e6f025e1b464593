// SPDX-License-Identifier: Apache-2.0
//
// True certificates are accepted and forged ones refused, field by field, in 1 to 8 dimensions.
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"

namespace sunder::test {
namespace {

class VerdictIn : public testing::TestWithParam<int> {
 protected:
  std::vector<KnownPair> pairs_ = known_pairs(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Dimensions, VerdictIn, testing::Range(1, 9));

TEST_P(VerdictIn, AcceptsTheTrue) {
  for (const KnownPair& pair : pairs_) {
    const Check check = pair.verify();
    EXPECT_TRUE(check) << pair.name << ": " << check.reason;
    EXPECT_EQ(check.reason, "");
  }
}

TEST_P(VerdictIn, RefusesAnotherVerdict) {
  for (const KnownPair& pair : pairs_) {
    for (int verdict = 0; verdict < 256; ++verdict) {
      Certificate forged = pair.certificate;
      forged.verdict = static_cast<Verdict>(verdict);
      if (forged.verdict == pair.certificate.verdict) continue;
      const Check check = pair.verify(forged);
      EXPECT_FALSE(check) << pair.name << " as " << verdict;
      EXPECT_NE(check.reason, "");
    }
  }
}

TEST_P(VerdictIn, RefusesAnotherDimension) {
  for (const KnownPair& pair : pairs_) {
    for (const int wrong : {0, -1, GetParam() + 1, GetParam() - 1, 1 << 30}) {
      Certificate forged = pair.certificate;
      forged.dimension = wrong;
      EXPECT_FALSE(pair.verify(forged)) << pair.name << " in " << wrong;
    }
  }
}

TEST_P(VerdictIn, RefusesSwappedBodies) {
  for (const KnownPair& pair : {touching_facets(GetParam()), separated_facets(GetParam())}) {
    EXPECT_FALSE(pair.verify_swapped()) << pair.name;
  }
}

TEST_P(VerdictIn, RefusesEachForgedDirection) {
  for (const KnownPair& pair : {touching_facets(GetParam()), separated_facets(GetParam())}) {
    const auto refuse = [&](std::vector<ExactNumber> direction) {
      Certificate forged = pair.certificate;
      forged.direction = std::move(direction);
      const Check check = pair.verify(forged);
      EXPECT_FALSE(check) << pair.name;
      EXPECT_NE(check.reason, "");
    };
    std::vector<ExactNumber> u = pair.certificate.direction;
    refuse({});
    refuse({u.begin(), u.end() - 1});
    u.push_back({0, {}});
    refuse(u);
    u.pop_back();
    refuse(std::vector<ExactNumber>(u.size()));
    refuse(std::vector<ExactNumber>(u.size(), {7, "0"}));
    refuse(std::vector<ExactNumber>(u.size(), {1, "-1"}));
    refuse(std::vector<ExactNumber>(u.size(), {-1, {}}));
    for (ExactNumber& number : u) {
      for (const double wrong :
           {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
            -std::numeric_limits<double>::infinity(), -1e300}) {
        number = {wrong, {}};
        refuse(u);
      }
      for (const char* wrong :
           {"+1", "-", "1.0", "1e3", " 1", "1 ", "0x10", "--1", "-99999", "\xff"}) {
        number = {1, wrong};
        refuse(u);
      }
      number = {1, std::string(70000, '1')};
      refuse(u);
      number = {1, std::string("1\0", 2)};
      refuse(u);
      number = {1, {}};
    }
  }
}

/// By hand: with (0, k) or (k, 0), half as far out, in place of (k, k), 0 stays inside the
/// simplices' overlap. Any pairs that match the shared facets' corners one to one prove a contact.
bool also_proves(const Certificate& certificate, std::size_t slot, IndexPair item) {
  const int d = certificate.dimension;
  const IndexPair own = certificate.pairs[slot];
  if (certificate.verdict == Verdict::overlapping) {
    return d > 1 && (item == IndexPair{0, own.b} || item == IndexPair{own.a, 0});
  }
  const bool on_facets = item.a >= 1 && item.a <= d && item.b >= 1 && item.b <= d;
  return on_facets && (item.a == own.a || item.b == own.b);
}

TEST_P(VerdictIn, RefusesEachForgedPair) {
  const int d = GetParam();
  for (const KnownPair& pair : {touching_facets(d), overlapping_simplices(d)}) {
    for (std::size_t k = 0; k < pair.certificate.pairs.size(); ++k) {
      for (int a = -1; a <= d + 1; ++a) {
        for (int b = -1; b <= d + 1; ++b) {
          Certificate forged = pair.certificate;
          const IndexPair item{a, b};
          if (forged.pairs[k] == item) continue;
          forged.pairs[k] = item;
          EXPECT_EQ(pair.verify(forged).accepted, also_proves(pair.certificate, k, item))
              << pair.name << " " << k << " " << a << " " << b;
        }
      }
      for (const std::int32_t wrong :
           {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()}) {
        Certificate forged = pair.certificate;
        forged.pairs[k].a = wrong;
        EXPECT_FALSE(pair.verify(forged));
        forged = pair.certificate;
        forged.pairs[k].b = wrong;
        EXPECT_FALSE(pair.verify(forged));
      }
    }
  }
}

TEST_P(VerdictIn, RefusesADroppedPair) {
  for (const KnownPair& pair : pairs_) {
    const bool minimal = pair.name != "overlap of 2d+2 pairs";
    for (std::size_t k = 0; minimal && k < pair.certificate.pairs.size(); ++k) {
      Certificate forged = pair.certificate;
      forged.pairs.erase(forged.pairs.begin() + static_cast<std::ptrdiff_t>(k));
      EXPECT_FALSE(pair.verify(forged)) << pair.name << " without " << k;
    }
  }
}

TEST_P(VerdictIn, RefusesTooManyAndTooFewPairs) {
  for (const KnownPair& pair : pairs_) {
    Certificate forged = pair.certificate;
    forged.pairs.clear();
    EXPECT_EQ(pair.verify(forged).accepted, pair.certificate.verdict == Verdict::separated);
    forged.pairs.assign(static_cast<std::size_t>(2 * GetParam() + 3), {1, 1});
    EXPECT_FALSE(pair.verify(forged)) << pair.name;
  }
}

/// With one pair more or less that is as true as the others.
TEST_P(VerdictIn, SaysHowManyPairsItTakes) {
  const int d = GetParam();
  const auto expect = [d](const KnownPair& pair, int least, int most) {
    EXPECT_EQ(pair.verify().reason, std::to_string(pair.certificate.pairs.size()) +
                                        " pairs; this verdict takes " + std::to_string(least) +
                                        " to " + std::to_string(most) + " in dimension " +
                                        std::to_string(d));
  };
  KnownPair touching = touching_facets(d);
  touching.certificate.pairs.push_back({1, 1});
  EXPECT_TRUE(touching.verify()) << touching.verify().reason;
  touching.certificate.pairs.push_back({1, 1});
  expect(touching, 1, d + 1);
  touching.certificate.pairs.clear();
  expect(touching, 1, d + 1);
  KnownPair overlapping = overlap_of_most_pairs(d);
  overlapping.certificate.pairs.push_back({0, 0});
  expect(overlapping, d + 1, 2 * d + 2);
  overlapping.certificate.pairs.resize(static_cast<std::size_t>(d));
  expect(overlapping, d + 1, 2 * d + 2);
}

TEST_P(VerdictIn, RefusesDuplicatesInPlaceOfAPair) {
  const KnownPair pair = overlapping_simplices(GetParam());
  for (std::size_t k = 1; k < pair.certificate.pairs.size(); ++k) {
    Certificate forged = pair.certificate;
    forged.pairs[k] = forged.pairs[k - 1];
    EXPECT_FALSE(pair.verify(forged));
  }
}

TEST_P(VerdictIn, RefusesWhatTheVerdictDoesNotNeed) {
  const int d = GetParam();
  KnownPair pair = separated_facets(d);
  pair.certificate.pairs.push_back({0, 0});
  EXPECT_FALSE(pair.verify());
  pair = overlapping_simplices(d);
  pair.certificate.direction = separated_facets(d).certificate.direction;
  EXPECT_FALSE(pair.verify());
}

TEST_P(VerdictIn, RefusesBoundaryForInterior) {
  const int d = GetParam();
  // The d pairs of the shared facet, and any others: the bodies only touch.
  KnownPair pair = touching_facets(d);
  pair.certificate.verdict = Verdict::overlapping;
  pair.certificate.direction.clear();
  pair.certificate.pairs.push_back({0, 0});
  EXPECT_EQ(pair.verify().reason, "0 is not in the interior of the hull of the pairs' differences");
  for (int k = 1; k <= d; ++k) pair.certificate.pairs.push_back({0, k});
  EXPECT_EQ(pair.verify().reason, "0 is not in the interior of the hull of the pairs' differences");
}

TEST_P(VerdictIn, SeesThroughShearReflectionAndScale) {
  const int d = GetParam();
  const auto n = static_cast<std::size_t>(d);
  // x_0 is mirrored and increases by 8, and each other x_i increases by x_0: det = -8. Offsets are
  // large.
  std::vector<double> rows(n * (n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    rows[i * (n + 1) + i] = i == 0 ? -8 : 1;
    if (i > 0) rows[i * (n + 1)] = 1;
    rows[i * (n + 1) + n] = 1e9;
  }
  // v^T R = u^T: v_i = u_i for i > 0, and -8 v_0 + sum v_i = u_0.
  const auto take_direction = [](std::vector<double> u) {
    double others = 0;
    for (std::size_t i = 1; i < u.size(); ++i) others += u[i];
    u[0] = (others - u[0]) / 8;
    return u;
  };
  for (KnownPair& pair : pairs_) {
    const KnownPair seen = moved(pair, rows, take_direction);
    Certificate claim = seen.certificate;
    if (claim.verdict == Verdict::separated) claim.distance.reset();
    const Check check = seen.verify(claim);
    EXPECT_TRUE(check) << pair.name << ": " << check.reason;
    if (!claim.direction.empty()) {
      claim.direction = pair.certificate.direction;
      EXPECT_FALSE(seen.verify(claim)) << pair.name;
    }
  }
}

TEST_P(VerdictIn, FlattenedBodiesOnlyTouch) {
  const int d = GetParam();
  const auto n = static_cast<std::size_t>(d);
  std::vector<double> rows(n * (n + 1));
  for (std::size_t i = 0; i + 1 < n; ++i) rows[i * (n + 1) + i] = 1;
  rows[(n - 1) * (n + 1) + n] = 0.1;
  for (const KnownPair& pair : {overlapping_simplices(d), overlap_of_most_pairs(d)}) {
    KnownPair flat = moved(pair, rows, [](std::vector<double> u) { return u; });
    EXPECT_FALSE(flat.verify()) << pair.name;
    flat.certificate.verdict = Verdict::touching;
    flat.certificate.pairs.resize(n + 1);
    flat.certificate.direction = doubles(std::vector<double>(n));
    flat.certificate.direction.back().value = -5e-324;
    EXPECT_TRUE(flat.verify()) << flat.verify().reason;
  }
}

/// An empty body need not know its dimension; a point must have that of its pose.
TEST_P(VerdictIn, ReadsDimensionsOfSmallBodies) {
  const int d = GetParam();
  KnownPair pair = separated_facets(d);
  pair.a = PolytopeN();
  Certificate empty;
  empty.dimension = d;
  empty.verdict = Verdict::separated;
  EXPECT_TRUE(pair.verify(empty)) << pair.verify(empty).reason;
  empty.distance.emplace().upper = std::numeric_limits<double>::infinity();
  empty.distance->lower = std::numeric_limits<double>::max();
  EXPECT_TRUE(pair.verify(empty)) << pair.verify(empty).reason;
  pair.a = body(d, std::vector<double>(static_cast<std::size_t>(d)));
  pair.pose_a = PoseN::identity(d + 1);
  const std::string number = std::to_string(d);
  EXPECT_EQ(pair.verify().reason, "certificate.dimension is " + number + ", a body's is " + number +
                                      " and its pose's " + std::to_string(d + 1));
}

TEST_P(VerdictIn, EmptyBodiesAreSeparatedByNothing) {
  const KnownPair known = separated_facets(GetParam());
  for (int which = 1; which < 4; ++which) {
    KnownPair pair = known;
    if (which & 1) pair.a = body(GetParam(), {});
    if (which & 2) pair.b = body(GetParam(), {});
    EXPECT_FALSE(pair.verify());
    Certificate empty;
    empty.dimension = GetParam();
    empty.verdict = Verdict::separated;
    EXPECT_TRUE(pair.verify(empty)) << pair.verify(empty).reason;
    EXPECT_FALSE(known.verify(empty));
    Certificate forged = empty;
    forged.pairs = {{0, 0}};
    EXPECT_FALSE(pair.verify(forged));
    for (const Verdict verdict : {Verdict::touching, Verdict::overlapping, Verdict::undecided}) {
      forged = empty;
      forged.verdict = verdict;
      EXPECT_FALSE(pair.verify(forged));
    }
    forged = empty;
    forged.dimension += 1;
    EXPECT_FALSE(pair.verify(forged));
    empty.distance.emplace();
    EXPECT_FALSE(pair.verify(empty));
    empty.distance->lower = std::numeric_limits<double>::max();
    EXPECT_FALSE(pair.verify(empty));
    empty.distance->upper = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(pair.verify(empty));
    empty.distance->direction = known.certificate.direction;
    EXPECT_FALSE(pair.verify(empty));
  }
}

TEST(Verdict, RefusesBodiesAndPosesOfDifferentDimension) {
  const KnownPair three = separated_facets(3);
  const KnownPair two = separated_facets(2);
  for (const KnownPair* claim : {&two, &three}) {
    EXPECT_FALSE(
        verify(PosedN{three.a, three.pose_a}, PosedN{two.b, two.pose_b}, claim->certificate));
    EXPECT_FALSE(
        verify(PosedN{claim->a, two.pose_a}, PosedN{claim->b, three.pose_b}, claim->certificate));
  }
}

TEST(Verdict, NamesTheFirstThingThatFails) {
  KnownPair pair = separated_facets(3);
  pair.certificate.direction = doubles({1, 1, -1});
  EXPECT_EQ(pair.verify().reason, "u.y > u.x fails: vertex 1 of a against vertex 1 of b");
  pair = overlapping_simplices(3);
  pair.certificate.pairs[2].b = 9;
  EXPECT_EQ(pair.verify().reason,
            "pairs[2] names vertex 9 of b, which is out of range or was removed as a duplicate or "
            "interior point");
}

TEST(Verdict, IndicesAreTheCallersOfKeptVertices) {
  // Vertex 0 is interior and vertex 2 a duplicate of 1: both are removed.
  const Polytope2 a =
      Polytope2::from_points({{0, 0}, {-1, -1}, {-1, -1}, {1, -1}, {0, 2}, {1, 2}}).value();
  const Polytope2 b = Polytope2::from_points({{0, 2}, {2, 3}, {-2, 3}}).value();
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::touching;
  certificate.direction = doubles({0, 1});
  certificate.pairs = {{4, 0}};
  EXPECT_TRUE(verify(Posed2{a}, Posed2{b}, certificate));
  for (const int wrong : {0, 2, 6, -1}) {
    certificate.pairs = {{4, 0}, {wrong, 0}};
    EXPECT_FALSE(verify(Posed2{a}, Posed2{b}, certificate)) << wrong;
  }
}

TEST(Verdict, OneUnitInTheLastPlaceDecides) {
  // The point lies one unit above the line of slope 1/3 through the edge's ends.
  const Polytope2 edge = Polytope2::from_points({{0, 0}, {3, 1}}).value();
  const Polytope2 point = Polytope2::from_points({{1.5, std::nextafter(0.5, 1.0)}}).value();
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::separated;
  certificate.direction = doubles({-1.0 / 3, 1});
  EXPECT_TRUE(verify(Posed2{edge}, Posed2{point}, certificate));
  EXPECT_FALSE(verify(Posed2{point}, Posed2{edge}, certificate));
  // 1 + 2^-52 beside 1: a direction that tilts by more no longer separates.
  const Polytope2 low = Polytope2::from_points({{-1, 1}, {1, 1}}).value();
  const Polytope2 high = Polytope2::from_points({{-1, 1 + 0x1p-52}, {1, 1 + 0x1p-52}}).value();
  for (const double lean : {0x1p-54, 0x1p-53, 0x1p-52}) {
    certificate.direction = doubles({lean, 1});
    EXPECT_EQ(verify(Posed2{low}, Posed2{high}, certificate).accepted, lean < 0x1p-53) << lean;
    certificate.direction = doubles({std::nextafter(0x1p-53, 0.0), 1});
    EXPECT_TRUE(verify(Posed2{low}, Posed2{high}, certificate));
  }
}

TEST(Verdict, BothEndsOfTheExponentRangeTogether) {
  const Polytope2 a = Polytope2::from_points({{-1e300, 0}, {1e300, 0}, {0, -1e-300}}).value();
  const Polytope2 b = Polytope2::from_points({{-1e300, 5e-324}, {1e300, 5e-324}}).value();
  const Polytope2 c = Polytope2::from_points({{-1e-300, 0}, {5e-324, 0}, {0, 1e300}}).value();
  const Pose2 swap = Pose2::from_matrix(std::vector<double>{0, 5e-324, 0, 1e300, 0, 0}).value();
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::separated;
  certificate.direction = doubles({0, 1e-310});
  EXPECT_TRUE(verify(Posed2{a}, Posed2{b}, certificate));
  EXPECT_FALSE(verify(Posed2{b}, Posed2{a}, certificate));
  certificate.verdict = Verdict::touching;
  certificate.pairs = {{0, 0}, {1, 0}};
  EXPECT_FALSE(verify(Posed2{a}, Posed2{b}, certificate));
  EXPECT_TRUE(verify(Posed2{a}, Posed2{c}, certificate));
  certificate.pairs = {{0, 0}, {2, 0}, {0, 1}};
  EXPECT_FALSE(verify(Posed2{a}, Posed2{c}, certificate));
  // The pose maps a to x = 5e-324 y, y = 1e300 x: a sliver along the y axis.
  certificate.verdict = Verdict::overlapping;
  certificate.direction.clear();
  certificate.pairs = {{0, 0}, {1, 0}, {2, 1}, {1, 2}, {2, 0}, {0, 1}};
  const Check check = verify(Posed2{a, swap}, Posed2{c}, certificate);
  EXPECT_FALSE(verify(Posed2{a}, Posed2{c}, certificate));
  EXPECT_TRUE(check) << check.reason;
}

}  // namespace
}  // namespace sunder::test
