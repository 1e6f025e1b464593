// SPDX-License-Identifier: Apache-2.0
//
// penetration() against the exact depth: the interval contains it and has the requested width;
// normal, points and certificate agree. The oracle is tested against known depths.
#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>

#include "oracle/brute_force.hpp"
#include "oracle/depth_promises.hpp"
#include "oracle/expect.hpp"
#include "oracle/overlapping_pairs.hpp"
#include "oracle/range.hpp"
#include "suite/effort.hpp"

namespace sunder::oracle {
namespace {

using suite::Bodies;

constexpr std::size_t kMostEnumerated = 12;

template <int D>
Skeleton skeleton_of(const suite::BodyData& body, const Polytope<D>& polytope) {
  const bool few = body.vertices.size() <= kMostEnumerated;
  return few ? every_pair_and_triple(body) : offered_skeleton(polytope);
}

template <int D>
ExactDepthOfPair exact_depth(const RandomPair& pair, const Bodies<D>& bodies,
                             const ExactPair& exact) {
  return exact.depth(skeleton_of(pair.a, bodies.polytope_a),
                     skeleton_of(pair.b, bodies.polytope_b));
}

template <class Ask>
void with_solid_bodies(const RandomPair& pair, Ask&& ask) {
  if (pair.dimension == 2) {
    ask(Bodies<2>(pair.a, pair.b, 2));
  } else {
    ask(Bodies<3>(pair.a, pair.b, 3));
  }
}

/// Broken promises by promise and family; the first few of each are printed in full.
class Tally {
 public:
  void add(const RandomPair& pair, std::uint64_t index, const BrokenPromise& broken) {
    ++counts_[{broken.promise, pair.family}];
    if (++told_[broken.promise] > kTold) return;
    ADD_FAILURE() << broken.promise << ": pair " << index << ", " << pair.dimension << "-D, "
                  << pair.family << ", " << broken.how;
  }
  void print() const {
    for (const auto& [key, count] : counts_)
      std::printf("broken: %-12s %-20s %6d\n", key.first.c_str(), key.second.c_str(), count);
  }

 private:
  static constexpr int kTold = 5;
  std::map<std::pair<std::string, std::string>, int> counts_;
  std::map<std::string, int> told_;
};

TEST(Depth, KeepsItsPromisesOnOverlappingPairs) {
  const Range range = chosen_range(suite::kSanitized ? 400 : 2000);
  Tally tally;
  std::uint64_t overlapping = 0;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    const RandomPair pair = make_overlapping_pair(index);
    with_solid_bodies(pair, [&]<int D>(const Bodies<D>& bodies) {
      const ExactPair exact(pair.a, pair.b);
      const ExactDepthOfPair truth = exact_depth(pair, bodies, exact);
      if (truth.overlapping) ++overlapping;
      for (const double width : {0.0, index % 2 == 0 ? 1e-9 : 1e-14}) {
        for (const auto& broken : broken_promises(bodies, exact, truth, width))
          tally.add(pair, index, broken);
      }
    });
  }
  tally.print();
  std::printf("%lu of %lu pairs overlap\n", static_cast<unsigned long>(overlapping),
              static_cast<unsigned long>(range.count));
  EXPECT_GE(overlapping, range.count * 9 / 10);
}

// Several minimum translations, with a normal and points of different ones. Facets so slender that
// the points were off, and an interval too wide for the largest coordinate.
TEST(Depth, KeepsItsPromisesOnPairsThatOnceWentWrong) {
  Tally tally;
  for (const std::uint64_t index :
       {1140u, 2268u, 4132u, 18113u, 20361u, 20162u, 7506u, 6674u, 92218u}) {
    const RandomPair pair = make_overlapping_pair(index);
    with_solid_bodies(pair, [&]<int D>(const Bodies<D>& bodies) {
      const ExactPair exact(pair.a, pair.b);
      const ExactDepthOfPair truth = exact_depth(pair, bodies, exact);
      for (const double width : {0.0, 1e-9, 1e-14}) {
        for (const auto& broken : broken_promises(bodies, exact, truth, width))
          tally.add(pair, index, broken);
      }
    });
  }
}

// The small sets of the verdicts' oracle, with touching, flat and single points among them.
TEST(Depth, KeepsItsPromisesOnSmallSets) {
  Tally tally;
  std::map<Verdict, int> verdicts;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    const RandomPair pair = make_random_pair(index);
    if (pair.dimension > 3) continue;
    with_solid_bodies(pair, [&]<int D>(const Bodies<D>& bodies) {
      const ExactPair exact(pair.a, pair.b);
      const ExactDepthOfPair truth = exact_depth(pair, bodies, exact);
      const Verdict verdict = intersects(bodies.a(), bodies.b()).verdict;
      ++verdicts[verdict];
      EXPECT_EQ(truth.overlapping, verdict == Verdict::overlapping) << "pair " << index;
      for (const auto& broken : broken_promises(bodies, exact, truth, 0))
        tally.add(pair, index, broken);
    });
  }
  tally.print();
  EXPECT_GE(verdicts[Verdict::touching], 50);
  EXPECT_GE(verdicts[Verdict::overlapping], 150);
}

// ---- the oracle itself ------------------------------------------------------------------------

suite::BodyData cube(double half, const std::vector<double>& centre) {
  suite::BodyData body;
  for (int corner = 0; corner < 8; ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (int k = 0; k < 3; ++k)
      vertex.push_back(centre[static_cast<std::size_t>(k)] + ((corner >> k) % 2 ? half : -half));
  }
  return body;
}

ExactDepthOfPair enumerated(const suite::BodyData& a, const suite::BodyData& b) {
  return ExactPair(a, b).depth(every_pair_and_triple(a), every_pair_and_triple(b));
}

TEST(DepthOracle, KnowsCubes) {
  const auto beside = enumerated(cube(1, {0, 0, 0}), cube(1, {0, 1.5, 0.25}));
  EXPECT_TRUE(beside.overlapping);
  EXPECT_EQ(beside.squared, Rational(1, 4));
  EXPECT_EQ(beside.directions, (Points<BigInt>{{0, 1, 0}}));
  EXPECT_TRUE(beside.clearly_unique);

  const auto same = enumerated(cube(1, {0, 0, 0}), cube(1, {0, 0, 0}));
  EXPECT_EQ(same.squared, Rational(4));
  EXPECT_EQ(same.directions.size(), 6u);
  EXPECT_FALSE(same.clearly_unique);

  EXPECT_FALSE(enumerated(cube(1, {0, 0, 0}), cube(1, {2, 0, 0})).overlapping);
  EXPECT_FALSE(enumerated(cube(1, {0, 0, 0}), cube(1, {3, 3, 3})).overlapping);
}

// Two crossing rods: the minimum translation is along the cross product of their edges, and of no
// face.
TEST(DepthOracle, KnowsCrossedEdges) {
  const suite::BodyData a{{{-9, 0, 0}, {9, 0, 0}, {0, 1, -2}, {0, -1, -2}}, {}};
  const suite::BodyData b{{{0, -9, -1}, {0, 9, -1}, {1, 0, 2}, {-1, 0, 2}}, {}};
  const auto truth = enumerated(a, b);
  EXPECT_EQ(truth.squared, Rational(1));
  EXPECT_EQ(truth.directions, (Points<BigInt>{{0, 0, 1}}));
}

// The library's edges and faces, which judge large bodies, omit no facet.
TEST(DepthOracle, AgreesWithItselfOnOfferedEdges) {
  int compared = 0;
  for (std::uint64_t index = 0; index < 600; ++index) {
    const RandomPair pair = make_overlapping_pair(index);
    if (std::max(pair.a.vertices.size(), pair.b.vertices.size()) > 20) continue;
    with_solid_bodies(pair, [&]<int D>(const Bodies<D>& bodies) {
      if (bodies.polytope_a.edges().empty() || bodies.polytope_b.edges().empty()) return;
      const ExactPair exact(pair.a, pair.b);
      const auto all = exact.depth(every_pair_and_triple(pair.a), every_pair_and_triple(pair.b));
      const auto offered =
          exact.depth(offered_skeleton(bodies.polytope_a), offered_skeleton(bodies.polytope_b));
      ++compared;
      EXPECT_EQ(all.overlapping, offered.overlapping) << "pair " << index;
      EXPECT_EQ(all.squared, offered.squared) << "pair " << index;
      if (all.overlapping) {
        EXPECT_EQ(all.directions, offered.directions) << "pair " << index;
      }
    });
  }
  EXPECT_GE(compared, 300);
}

}  // namespace
}  // namespace sunder::oracle
