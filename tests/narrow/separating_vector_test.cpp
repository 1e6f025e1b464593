// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "algorithms/separating_vector/region.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

using detail::dot;
using detail::FilteredPair;
using detail::Request;
using detail::separating_vector::Cut;
using detail::separating_vector::Region;

const auto propose = []<int D>(const FilteredPair<D>& filtered, const Request<D>& search) {
  return detail::separating_vector::propose<D>(filtered, search);
};

TEST(SeparatingVector, IsHonestOnHardPairs) {
  expect_most_proven(try_hard_pairs<2>(1000, 61, propose), 100, 30);
  expect_most_proven(try_hard_pairs<3>(1000, 62, propose), 100, 30);
}

TEST(SeparatingVector, ProvesClearPairsAlone) {
  expect_clear_pairs_proven<2>(63, propose);
  expect_clear_pairs_proven<3>(64, propose);
}

TEST(SeparatingVector, AnyStartWillDo) { try_odd_starts(65, propose); }

// S = (0, 1/2) meets the vertex (1, -1) of b, the vertex of C at (-1, 1). The plane between the two
// is the diagonal, and the mirror image of S is (1/2, 0).
TEST(SeparatingVector, ReflectsAsChungAndWangDo) {
  const Vector2 start{0, 0.5};
  const Bodies<2> plane({{{0, 0}}, {}}, {{{1, -1}, {4, 2}, {4, 3}}, {}}, 2);
  Trace trace;
  const auto found = propose(FilteredPair<2>(pair_of(plane)), Request<2>{&start, &trace});
  EXPECT_EQ(found.verdict, Verdict::separated);
  ASSERT_EQ(trace.size(), 2u);
  EXPECT_EQ(trace[0].direction, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(trace[0].value, -0.5);
  EXPECT_EQ(trace[0].pairs, (std::vector<IndexPair>{{0, 0}}));
  EXPECT_EQ(trace[1].direction, (std::vector<double>{0.5, 0}));
  EXPECT_EQ(trace[1].value, 0.5);

  const Vector3 start3{0, 0.5, 0};
  const Bodies<3> space({{{0, 0, 0}}, {}}, {{{1, -1, 0}, {4, 2, 0}, {4, 2, 2}, {5, 3, -1}}, {}}, 3);
  trace.clear();
  const auto found3 = propose(FilteredPair<3>(pair_of(space)), Request<3>{&start3, &trace});
  EXPECT_EQ(found3.verdict, Verdict::separated);
  ASSERT_EQ(trace.size(), 2u);
  EXPECT_EQ(trace[1].direction, (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(trace[1].value, 0.5);
}

// A point in a triangle: each of the three vertices leaves a half circle, and no direction remains.
TEST(SeparatingVector, EndsWhereNoDirectionIsLeft) {
  const Vector2 start{0.5, 0};
  const Bodies<2> bodies({{{4, -1}, {-1, 4}, {-2, -3}}, {}}, {{{0, 0}}, {}}, 2);
  Trace trace;
  const auto found = propose(FilteredPair<2>(pair_of(bodies)), Request<2>{&start, &trace});
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  ASSERT_EQ(trace.size(), 4u);
  for (std::int32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(trace[static_cast<std::size_t>(i)].pairs, (std::vector<IndexPair>{{i, 0}}));
  }
  EXPECT_EQ(trace[0].value, -2);
  EXPECT_EQ(trace[3].event, TraceEvent::simplex);
  EXPECT_EQ(trace[3].pairs.size(), 3u);
  EXPECT_EQ(found.pairs.size(), 3u);
}

TEST(SeparatingVector, LeavesContactWithItsNormal) {
  EXPECT_FALSE(expect_contact_left_with_normal(propose).pairs.empty());
}

TEST(SeparatingVector, RegionOfAnOctant) {
  Region<3> region;
  region.start({0.5, 0, 0});
  EXPECT_EQ(region.corners().size, 4u);
  EXPECT_GT(region.centre()[0], 0.99);
  EXPECT_EQ(region.cut({0, 0.5, 0}), Cut::smaller);
  EXPECT_TRUE(region.contains({1, 1, -5}));
  EXPECT_FALSE(region.contains({1, -1, 0}));
  EXPECT_EQ(region.cut({0, 0, 0.5}), Cut::smaller);
  EXPECT_EQ(region.cut({0.5, 0.5, 0.5}), Cut::none);
  Vector3 centre = region.centre();
  ASSERT_TRUE(detail::separating_vector::make_unit<3>(centre));
  for (const double entry : centre) EXPECT_NEAR(entry, std::sqrt(1.0 / 3), 1e-12);
  EXPECT_EQ(region.cut({-0.5, -0.5, -0.5}), Cut::empty);
}

TEST(SeparatingVector, RegionOfAnArc) {
  Region<2> region;
  region.start({0.5, 0});
  EXPECT_GT(region.centre()[0], 0);
  EXPECT_EQ(region.centre()[1], 0);
  EXPECT_EQ(region.cut({0.5, 0}), Cut::empty) << "both ends are on the rim";
  EXPECT_EQ(region.cut({0, 0.5}), Cut::smaller);
  EXPECT_EQ(region.centre()[0], region.centre()[1]);
  EXPECT_EQ(region.cut({0.5, 0.25}), Cut::none);
  EXPECT_EQ(region.cut({-0.5, -0.25}), Cut::empty);
}

// The borders of a region are equivalent to all its half-spaces.
template <int D>
void expect_region_is_what_all_half_spaces_leave(std::uint64_t seed) {
  Random random(seed);
  const auto draw = [&] { return suite::to_vector<D>(random_unit_vector(random, D)); };
  int emptied = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<Vector<D>> all;
    Region<D> region;
    bool empty = false;
    for (int i = 0; i < 12 && !empty; ++i) {
      const Vector<D> n = draw();
      all.push_back(n);
      if (i == 0) {
        region.start(n);
      } else {
        empty = region.cut(n) == Cut::empty;
      }
      if (!empty) {
        EXPECT_TRUE(region.contains(region.centre()));
      }
      for (int sample = 0; sample < 100; ++sample) {
        const Vector<D> u = draw();
        double least = 1;
        for (const Vector<D>& half_space : all) least = std::min(least, dot<D>(half_space, u));
        if (std::fabs(least) < 1e-9) continue;
        EXPECT_EQ(!empty && region.contains(u), least > 0) << round << ' ' << i;
      }
    }
    if (empty) ++emptied;
  }
  EXPECT_GT(emptied, 150);
}

TEST(SeparatingVector, RegionIsWhatAllHalfSpacesLeave) {
  expect_region_is_what_all_half_spaces_leave<2>(66);
  expect_region_is_what_all_half_spaces_leave<3>(67);
}

}  // namespace
}  // namespace sunder::test
