// SPDX-License-Identifier: Apache-2.0
//
// Tests depth intervals: exact to the last place, and every kind of forgery is refused.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Boxes [-1, 1]^d about 0 and [-3, 3]^d about e_1: C is [-5, 3] x [-4, 4]^(d - 1), and the depth
/// is 3 along e_1. The hull is C itself, written out here. All is times a power of two.
KnownPair nested_boxes(int d, double unit = 1) {
  KnownPair pair{"nested boxes", {}, {}, PoseN::identity(d), PoseN::identity(d), {}};
  std::vector<double> small;
  std::vector<double> large;
  const int corners = 1 << d;
  Certificate& certificate = pair.certificate;
  DepthProof& proof = certificate.depth.emplace();
  for (int corner = 0; corner < corners; ++corner) {
    for (int k = 0; k < d; ++k) {
      const double sign = (corner >> k) % 2 == 0 ? -1 : 1;
      small.push_back(unit * sign);
      large.push_back(unit * (3 * sign + (k == 0 ? 1 : 0)));
    }
    proof.pairs.push_back({corner, corners - 1 - corner});
  }
  pair.a = body(d, small);
  pair.b = body(d, large);
  if (d == 2) {
    proof.facets = {0, 1, 1, 3, 3, 2, 2, 0};
  } else if (d == 3) {
    // Corner x + 2 y + 4 z; each face is two triangles, counter-clockwise from outside.
    const int quads[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                             {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
    for (const auto& quad : quads) {
      for (const int k : {0, 1, 2, 0, 2, 3}) proof.facets.push_back(quad[k]);
    }
  }
  certificate.dimension = d;
  certificate.verdict = Verdict::overlapping;
  certificate.stage = Stage::integer;
  certificate.pairs = proof.pairs;
  proof.lower = proof.upper = 3 * unit;
  proof.direction.assign(static_cast<std::size_t>(d), {0, {}});
  proof.direction[0] = {0, "7000000000000000000000000"};
  return pair;
}

class DepthIn : public testing::TestWithParam<int> {
 protected:
  bool holds(double lower, double upper) {
    pair_.certificate.depth->lower = lower;
    pair_.certificate.depth->upper = upper;
    const Check check = pair_.verify();
    EXPECT_EQ(check.accepted, check.reason.empty());
    return check.accepted;
  }
  void refuse(const char* what, const std::function<void(DepthProof&)>& forge) {
    pair_ = nested_boxes(GetParam());
    ASSERT_TRUE(pair_.verify());
    forge(proof());
    EXPECT_FALSE(pair_.verify()) << what;
    EXPECT_NE(pair_.verify().reason, "") << what;
  }
  void accept(const char* what, const std::function<void(DepthProof&)>& change) {
    pair_ = nested_boxes(GetParam());
    change(proof());
    EXPECT_TRUE(pair_.verify()) << what << ": " << pair_.verify().reason;
  }
  DepthProof& proof() { return *pair_.certificate.depth; }
  std::size_t d() const { return static_cast<std::size_t>(GetParam()); }

  KnownPair pair_ = nested_boxes(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Dimensions, DepthIn, testing::Values(2, 3));

TEST_P(DepthIn, IsExactToTheLastPlace) {
  const double below = std::nextafter(3.0, 0.0);
  const double above = std::nextafter(3.0, 4.0);
  EXPECT_TRUE(holds(3, 3)) << pair_.verify().reason;
  EXPECT_TRUE(holds(below, above));
  EXPECT_TRUE(holds(0, 3));
  EXPECT_TRUE(holds(-0.0, 3));
  EXPECT_TRUE(holds(5e-324, 3));
  EXPECT_TRUE(holds(3, kInfinity));
  EXPECT_TRUE(holds(3, std::numeric_limits<double>::max()));
  EXPECT_FALSE(holds(above, above));
  EXPECT_FALSE(holds(above, kInfinity));
  EXPECT_FALSE(holds(below, below));
  EXPECT_FALSE(holds(0, below));
  EXPECT_FALSE(holds(0, 0));
}

TEST_P(DepthIn, IsExactAtEverySize) {
  for (const double unit : {0x1p-1000, 0x1p-60, 0x1p-1, 0x1p1, 0x1p40, 0x1p1000}) {
    pair_ = nested_boxes(GetParam(), unit);
    const double depth = 3 * unit;
    EXPECT_TRUE(holds(depth, depth)) << pair_.verify().reason;
    EXPECT_FALSE(holds(std::nextafter(depth, kInfinity), kInfinity));
    EXPECT_FALSE(holds(0, std::nextafter(depth, 0)));
  }
}

TEST_P(DepthIn, RefusesIntervalsThatAreNone) {
  EXPECT_FALSE(holds(3, 2));
  EXPECT_FALSE(holds(-1, 3));
  EXPECT_FALSE(holds(-5e-324, 3));
  EXPECT_FALSE(holds(0, -3));
  for (const double wrong : {kNaN, -kNaN, kInfinity, -kInfinity}) EXPECT_FALSE(holds(wrong, 3));
  for (const double wrong : {kNaN, -kNaN, -kInfinity}) EXPECT_FALSE(holds(3, wrong));
}

TEST_P(DepthIn, RefusesForgedDirections) {
  refuse("none", [](auto& proof) { proof.direction.clear(); });
  refuse("too long", [](auto& proof) { proof.direction.push_back({0, {}}); });
  refuse("too short", [](auto& proof) { proof.direction.pop_back(); });
  refuse("zero", [](auto& proof) { proof.direction[0] = {0, {}}; });
  refuse("zero in decimals", [](auto& proof) { proof.direction[0] = {1, "-0"}; });
  refuse("zero, unbounded", [](auto& proof) {
    proof.direction[0] = {0, {}};
    proof.upper = kInfinity;
  });
  refuse("inward", [](auto& proof) { proof.direction[0] = {0, "-1"}; });
  refuse("another axis", [](auto& proof) { std::swap(proof.direction[0], proof.direction[1]); });
  refuse("NaN", [](auto& proof) { proof.direction[0] = {kNaN, {}}; });
  refuse("infinite", [](auto& proof) { proof.direction[0] = {kInfinity, {}}; });
  refuse("no integer", [](auto& proof) { proof.direction[0] = {1, "1e9"}; });
  refuse("tilted", [](auto& proof) {
    proof.direction[0] = {1, {}};
    proof.direction[1] = {0x1p-30, {}};
  });
  accept("tiny", [](auto& proof) { proof.direction[0] = {5e-324, {}}; });
  accept("an unbounded depth needs none", [](auto& proof) {
    proof.direction.clear();
    proof.upper = kInfinity;
  });
}

TEST_P(DepthIn, RefusesForgedFacets) {
  const auto at = [this](DepthProof& proof, std::size_t facet) {
    return proof.facets.begin() + static_cast<std::ptrdiff_t>(facet * d());
  };
  const std::size_t count = proof().facets.size() / d();
  for (std::size_t facet = 0; facet < count; ++facet) {
    refuse("flipped", [&](auto& proof) { std::swap(*at(proof, facet), *(at(proof, facet) + 1)); });
    refuse("missing",
           [&](auto& proof) { proof.facets.erase(at(proof, facet), at(proof, facet + 1)); });
    refuse("twice", [&](auto& proof) {
      const std::vector<std::int32_t> copy(at(proof, facet), at(proof, facet + 1));
      proof.facets.insert(proof.facets.end(), copy.begin(), copy.end());
    });
    refuse("a corner of it", [&](auto& proof) { *at(proof, facet) = *(at(proof, facet) + 1); });
  }
  refuse("none", [](auto& proof) { proof.facets.clear(); });
  refuse("neither pairs nor facets", [](auto& proof) {
    proof.facets.clear();
    proof.pairs.clear();
  });
  refuse("a position more", [](auto& proof) { proof.facets.push_back(0); });
  refuse("a position less", [](auto& proof) { proof.facets.pop_back(); });
  refuse("all inside out", [&](auto& proof) {
    for (std::size_t facet = 0; facet < count; ++facet) {
      std::swap(*at(proof, facet), *(at(proof, facet) + 1));
    }
  });
  refuse("all of one corner", [](auto& proof) { proof.facets.assign(proof.facets.size(), 0); });
  for (const std::int32_t wrong : {-1, -2147483647 - 1, 2147483647, 1 << 30}) {
    refuse("out of range", [&](auto& proof) { proof.facets[3] = wrong; });
    refuse("all out of range",
           [&](auto& proof) { proof.facets.assign(proof.facets.size(), wrong); });
  }
  accept("a depth of nothing needs none", [](auto& proof) {
    proof.lower = 0;
    proof.facets.clear();
    proof.pairs.clear();
  });
  refuse("pairs of nothing must hold", [](auto& proof) {
    proof.lower = 0;
    proof.facets.clear();
  });
  refuse("a list that is given must hold", [](auto& proof) {
    proof.lower = 0;
    proof.facets.pop_back();
  });
}

TEST_P(DepthIn, RefusesForgedPairs) {
  const std::size_t count = proof().pairs.size();
  // The odd corners are those of the nearest face: each of them is needed.
  for (std::size_t i = 1; i < count; i += 2) {
    refuse("an inner point", [&](auto& proof) { proof.pairs[i].a = proof.pairs[i].b; });
    refuse("another corner", [&](auto& proof) { proof.pairs[i] = proof.pairs[count - 1 - i]; });
    for (const std::int32_t wrong : {-1, 8, 100000, -2147483647 - 1, 2147483647}) {
      refuse("out of range", [&](auto& proof) { proof.pairs[i].a = wrong; });
      refuse("out of range", [&](auto& proof) { proof.pairs[i].b = wrong; });
    }
  }
  refuse("none", [](auto& proof) { proof.pairs.clear(); });
  refuse("one less", [](auto& proof) { proof.pairs.pop_back(); });
  accept("one that no facet uses", [](auto& proof) { proof.pairs.push_back({0, 0}); });
  refuse("one that is wrong though no facet uses it", [](auto& proof) {
    proof.pairs.push_back({0, -7});
  });
}

TEST_P(DepthIn, NamesTheVertexThatIsNone) {
  const auto named = [this](std::size_t at, std::int32_t vertex, const char* body) {
    EXPECT_EQ(pair_.verify().reason,
              "depth.pairs[" + std::to_string(at) + "] names vertex " + std::to_string(vertex) +
                  " of " + body +
                  ", which is out of range or was removed as a duplicate or interior point");
    pair_ = nested_boxes(GetParam());
  };
  proof().pairs[0] = {0, -7};  // a's first vertex is one
  named(0, -7, "b");
  proof().pairs[1].a = 100;
  named(1, 100, "a");
  proof().pairs[2] = {-1, -2};
  named(2, -1, "a");
}

TEST_P(DepthIn, ReadsLongListsToTheEnd) {
  refuse("a million facets", [](auto& proof) { proof.facets.assign(3000000, 1); });
  refuse("copies of one hull", [](auto& proof) {
    const auto once = proof.facets;
    for (int k = 0; k < 1000; ++k) {
      proof.facets.insert(proof.facets.end(), once.begin(), once.end());
    }
  });
  // Two hulls, each with its own pairs: more than one cover of every direction is valid too.
  accept("two hulls", [](auto& proof) {
    const auto shift = static_cast<std::int32_t>(proof.pairs.size());
    const auto pairs = proof.pairs;
    const auto facets = proof.facets;
    proof.pairs.insert(proof.pairs.end(), pairs.begin(), pairs.end());
    for (const std::int32_t at : facets) proof.facets.push_back(at + shift);
  });
}

/// If the claim is true, some damage does no harm: most corners are farther out than needed. If it
/// is false by an ulp, nothing can repair it.
TEST_P(DepthIn, NoDamageProvesWhatIsFalse) {
  std::mt19937_64 random(9);
  int accepted = 0;
  for (int n = 0; n < 3000; ++n) {
    pair_ = nested_boxes(GetParam());
    for (int k = 0; k < 2; ++k) {
      const std::uint64_t what = random();
      const std::uint64_t place = random();
      const auto value = static_cast<std::int32_t>(random() % 10) - 1;
      if (what % 3 == 0) proof().facets[place % proof().facets.size()] = value;
      if (what % 3 == 1) proof().pairs[place % proof().pairs.size()].a = value;
      if (what % 3 == 2) proof().pairs[place % proof().pairs.size()].b = value;
    }
    accepted += pair_.verify() ? 1 : 0;
    EXPECT_FALSE(holds(std::nextafter(3.0, 4.0), kInfinity));
  }
  EXPECT_GT(accepted, 10);
  EXPECT_LT(accepted, 1500);
}

TEST_P(DepthIn, OfAnotherVerdictIsNothing) {
  for (KnownPair pair : {touching_facets(GetParam()), separated_facets(GetParam())}) {
    pair.certificate.depth.emplace();
    EXPECT_TRUE(pair.verify()) << pair.verify().reason;
    for (const double wrong : {5e-324, 1.0, -1.0, kNaN, kInfinity}) {
      pair.certificate.depth = DepthProof{0, wrong, {}, {}, {}};
      EXPECT_FALSE(pair.verify());
      pair.certificate.depth = DepthProof{wrong, wrong, {}, {}, {}};
      EXPECT_FALSE(pair.verify());
    }
    pair.certificate.depth = DepthProof{0, 0, pair.certificate.direction, {}, {}};
    EXPECT_FALSE(pair.verify());
    pair.certificate.depth = DepthProof{0, 0, {}, {{0, 0}}, {}};
    EXPECT_FALSE(pair.verify());
    pair.certificate.depth = DepthProof{0, 0, {}, {}, {0}};
    EXPECT_FALSE(pair.verify());
  }
}

TEST_P(DepthIn, DoesNotMakeUpForAWrongVerdict) {
  pair_.certificate.pairs.pop_back();
  pair_.certificate.pairs.resize(d());
  EXPECT_FALSE(pair_.verify());
  pair_ = nested_boxes(GetParam());
  pair_.certificate.verdict = Verdict::touching;
  EXPECT_FALSE(pair_.verify());
  // The bodies are exchanged: C is reflected in 0, so that the minimum translation differs.
  EXPECT_FALSE(nested_boxes(GetParam()).verify_swapped());
}

TEST_P(DepthIn, OfAnEmptyBodyIsNothing) {
  const PolytopeN nothing = PolytopeN::from_points(nullptr, 0, GetParam(), 0).value();
  const PoseN identity = PoseN::identity(GetParam());
  Certificate certificate;
  certificate.dimension = GetParam();
  certificate.verdict = Verdict::separated;
  certificate.depth.emplace();
  const auto check = [&] {
    return verify(PosedN{nothing, identity}, PosedN{pair_.b, identity}, certificate);
  };
  EXPECT_TRUE(check()) << check().reason;
  certificate.depth->upper = 1;
  EXPECT_FALSE(check());
  certificate.depth->upper = 0;
  certificate.depth->facets = {0};
  EXPECT_FALSE(check());
}

TEST(Depth, IsForTwoAndThreeDimensions) {
  for (const int d : {1, 4, 5}) {
    KnownPair pair = overlapping_simplices(d);
    ASSERT_TRUE(pair.verify());
    pair.certificate.depth.emplace().upper = kInfinity;
    EXPECT_FALSE(pair.verify());
    KnownPair apart = separated_facets(d);
    apart.certificate.depth.emplace();
    EXPECT_FALSE(apart.verify());
  }
}

TEST(Depth, NamesTheFacetThatIsTooNear) {
  KnownPair pair = nested_boxes(2);
  pair.certificate.depth->lower = 3.5;
  pair.certificate.depth->upper = 4;
  EXPECT_EQ(pair.verify().reason, "depth.facets: facet 1 is too near to 0");
  pair = nested_boxes(2);
  auto& facets = pair.certificate.depth->facets;
  std::rotate(facets.begin(), facets.begin() + 4, facets.end());
  pair.certificate.depth->lower = 3.5;
  pair.certificate.depth->upper = 4;
  EXPECT_EQ(pair.verify().reason, "depth.facets: facet 3 is too near to 0");
}

/// Any surface around 0 that closes and faces outward suffices.
TEST(Depth, ASurfaceNeedNotBeConvex) {
  KnownPair pair = nested_boxes(2);
  DepthProof& proof = *pair.certificate.depth;
  // The edge from (-5, -4) to (3, -4) goes by way of (1, -2), the difference of corners (-1, 1) and
  // (-2, 3). This is a dent, whose nearer edge is at 1 / sqrt(2).
  proof.pairs.push_back({2, 2});
  proof.facets = {0, 4, 4, 1, 1, 3, 3, 2, 2, 0};
  EXPECT_FALSE(pair.verify());
  proof.lower = 0.75;
  EXPECT_FALSE(pair.verify());
  proof.lower = 0.7;
  EXPECT_TRUE(pair.verify()) << pair.verify().reason;
}

}  // namespace
}  // namespace sunder::test
