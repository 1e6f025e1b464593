// SPDX-License-Identifier: Apache-2.0
//
// The last proofs begin at the limits of last_proof.cpp, to the ulp: exact heights and minors
// against the errors of reach.hpp. All vertices are read, and nothing beyond them.
#include <array>
#include <cmath>
#include <vector>

#include "filter/bare_hull.hpp"
#include "filter/last_proof.hpp"
#include "filter/reach.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail {
namespace {

using test::BareHull;
using test::scaling;

class LastProofEdges : public testing::Test {
 protected:
  LastProofEdges() : a_(3), b_(3) {
    a_.max_abs = b_.max_abs = {1, 1, 1};  // a bound: the real sizes may be smaller
  }
  Pair<3> pair() const { return {{&a_.block, &pose_a_}, {&b_.block, &pose_b_}}; }
  Reach reach() const { return reach_of(pair(), offset_of(pair())); }
  void put_b_at(const std::vector<double>& offset) { pose_b_ = scaling<3>(1, offset); }
  void put(BareHull& hull, std::size_t vertex, const Vector3& x) {
    for (std::size_t k = 0; k < 3; ++k) hull.points[k * BareHull::kStride + vertex] = x[k];
  }

  BareHull a_;
  BareHull b_;
  Pose<3> pose_a_ = scaling<3>(1, {0, 0, 0});
  Pose<3> pose_b_ = scaling<3>(1, {0, 0, 0});
};

// The reach hardly depends on so short an offset, which can thus equal the error.
TEST_F(LastProofEdges, AGapIsProvenBeyondItsErrorAlone) {
  double error = 0;
  for (int step = 0; step < 4; ++step) {
    error = reach().gap_error() * kRoundUp + kLeastGapError;
    put_b_at({error, 0, 0});
  }
  ASSERT_EQ(offset_of(pair())[0], reach().gap_error() * kRoundUp + kLeastGapError);
  on_every_target([&] {
    put_b_at({error, 0, 0});
    EXPECT_FALSE(still_separated(pair(), {1, 0, 0}));
    put_b_at({std::nextafter(error, 1.0), 0, 0});
    EXPECT_TRUE(still_separated(pair(), {1, 0, 0}));
  });
}

// Along 2^-600 all roundings together are 2^-46 of the least error, which is 2^-600.
TEST_F(LastProofEdges, ATinyDirectionCountsTheLeastError) {
  on_every_target([&] {
    put_b_at({0, 1 + 0x1p-40, 0});
    EXPECT_TRUE(still_separated(pair(), {0, 0x1p-600, 0}));
    put_b_at({0, 1 - 0x1p-40, 0});
    EXPECT_FALSE(still_separated(pair(), {0, 0x1p-600, 0}));
  });
}

TEST_F(LastProofEdges, DirectionsAreShorterThanTheGreatest) {
  put_b_at({8, 8, 8});
  on_every_target([&] {
    EXPECT_TRUE(still_separated(pair(), {0, 0, std::nextafter(0x1p200, 1.0)}));
    EXPECT_FALSE(still_separated(pair(), {0, 0, 0x1p200}));
    EXPECT_TRUE(still_separated(pair(), {0x1p198, 0x1p198, 0x1.fp198}));
    EXPECT_FALSE(still_separated(pair(), {0x1p199, 0x1p198, 0x1p198}));
  });
}

TEST_F(LastProofEdges, ReachesOutOfRangeProveNothing) {
  on_every_target([&] {
    put_b_at({0x1.8p60, 0, 0});
    EXPECT_FALSE(still_separated(pair(), {1, 0, 0}));
    put_b_at({0x1p59, 0, 0});
    EXPECT_TRUE(still_separated(pair(), {1, 0, 0}));
  });
}

// Behind a full row comes the next one, and behind the last row no coordinate.
TEST_F(LastProofEdges, FullRowsAreReadToTheirEnd) {
  put_b_at({8, 0, 0});
  a_.block.count = BareHull::kStride;
  on_every_target([&] {
    for (std::size_t k = 0; k < BareHull::kStride; ++k) {
      put(a_, k, {9, 0, 0});
      EXPECT_FALSE(still_separated(pair(), {1, 0, 0})) << k;
      put(a_, k, {0, 0, 0});
    }
    a_.points[3 * BareHull::kStride] = 1000;
    EXPECT_TRUE(still_separated(pair(), {1, 0, 1}));
    a_.points[3 * BareHull::kStride] = 0;
  });
}

// The table has one cell an octant, with one block that holds fewer vertices than the rows: the
// table must be used.
TEST_F(LastProofEdges, AHullWithATableIsAskedByItsTable) {
  put_b_at({8, 4, 4});
  auto* const made = new CandidateTable;
  a_.block.candidates.reset(made);
  CandidateTable& table = *made;
  table.weights = {1, 1, 1};
  table.resolution = 1;
  table.cells.assign(8, 1);
  CandidateBlock block{};
  for (double& x : block.coordinates[0]) x = 3;
  table.blocks.push_back(block);
  table.names.push_back({});
  on_every_target([&] {
    put(a_, 0, {1000, 0, 0});
    EXPECT_TRUE(still_separated(pair(), {1, 0, 0}));
    EXPECT_TRUE(still_separated(pair(), {1, 0.5, 0.25}));
    table.blocks[0].coordinates[0][5] = 9;
    put(a_, 0, {0, 0, 0});
    EXPECT_FALSE(still_separated(pair(), {1, 0, 0}));
    table.blocks[0].coordinates[0][5] = 3;
  });
}

/// The minors of e_1, e_2, e_3 and -(p, q, r), in this order, are -p, -q, -r and -1.
class MinorEdges : public LastProofEdges {
 protected:
  MinorEdges() {
    put(a_, 0, {1, 0, 0});
    put(a_, 1, {0, 1, 0});
    put(a_, 2, {0, 0, 1});
    a_.block.count = 4;
  }
  static IndexPair of(int vertex) { return {vertex, 0}; }
  /// Tests four pairs, and three pairs and a point: both always agree here.
  bool overlap(const std::array<int, 3>& order, const Vector3& last) {
    put(a_, 3, last);
    const IndexPair i = of(order[0]);
    const IndexPair j = of(order[1]);
    const IndexPair k = of(order[2]);
    const bool by_pairs = still_overlapping(pair(), {i, j, k, of(3)});
    EXPECT_EQ(encloses_zero(pair(), {i, j, k}, last), by_pairs);
    return by_pairs;
  }
};

TEST_F(MinorEdges, AnInteriorIsProvenBeyondItsErrorAlone) {
  const double error = reach().minor_error();
  const double beyond = std::nextafter(error, 1.0);
  constexpr std::array<int, 3> kBelow{0, 1, 2};
  constexpr std::array<int, 3> kAbove{1, 0, 2};
  on_every_target([&] {
    for (const std::array<int, 3>& order : {kBelow, kAbove}) {
      EXPECT_TRUE(overlap(order, {-1, -1, -1}));
      for (std::size_t l = 0; l < 3; ++l) {
        Vector3 last{-1, -1, -1};
        last[l] = -error;
        EXPECT_FALSE(overlap(order, last)) << l;
        last[l] = -beyond;
        EXPECT_TRUE(overlap(order, last)) << l;
        last[l] = 1;
        EXPECT_FALSE(overlap(order, last)) << l;
      }
    }
  });
}

}  // namespace
}  // namespace sunder::detail
