// SPDX-License-Identifier: Apache-2.0
//
// Tests the structure of a table of candidates: the weights of its axes, the order of its cells,
// and the bodies that it refuses. It stores only what its cells read.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <set>
#include <vector>

#include "geometry/candidate_bodies.hpp"
#include "geometry/candidates.hpp"

namespace sunder::detail {
namespace {

using test::candidate_bodies;
using test::CandidateBody;

const CandidateTable& table_of(const Polytope3& polytope) {
  return *BlockAccess::block(polytope).candidates;
}

std::uint32_t blocks_of(std::uint32_t entry) { return entry & CandidateTable::kMostBlocks; }

// Each block belongs to one entry. Several cells share only lists that fit one block: a longer list
// belongs to one finest cell.
TEST(CandidateCells, StoreNothingTwice) {
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const CandidateTable& table = table_of(body.polytope);
    const std::int32_t n = table.resolution;
    ASSERT_EQ(table.cells.size(), static_cast<std::size_t>(4 * n * (n + 1)));
    std::map<std::uint32_t, int> readers;
    for (const std::uint32_t entry : table.cells) ++readers[entry];
    std::size_t next = 0;
    for (const auto& [entry, cells] : readers) {
      if (blocks_of(entry) == 0) {
        EXPECT_EQ(entry, 0U);
        continue;
      }
      EXPECT_EQ(entry >> CandidateTable::kCountBits, next);
      next += blocks_of(entry);
      EXPECT_TRUE(cells == 1 || blocks_of(entry) == 1) << cells << " cells " << entry;
    }
    EXPECT_EQ(table.blocks.size(), next);
  }
}

// The vertices of a list are all different; its last block repeats its own first.
TEST(CandidateCells, ListEachVertexOnce) {
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const HullBlock& hull = BlockAccess::block(body.polytope);
    for (const std::uint32_t entry : hull.candidates->cells) {
      const std::uint32_t first = entry >> CandidateTable::kCountBits;
      std::set<std::int32_t> seen;
      for (std::uint32_t b = 0; b < blocks_of(entry); ++b) {
        const CandidateBlock& block = hull.candidates->blocks.at(first + b);
        const CandidateBlock::Names& names = hull.candidates->names.at(first + b);
        bool full = true;
        for (std::size_t i = 0; i < CandidateBlock::kVertices; ++i) {
          const std::int32_t vertex = names[i];
          for (int k = 0; k < 3; ++k) {
            ASSERT_EQ(block.coordinates[k][i], hull.coordinate(vertex, k));
          }
          full = full && seen.insert(vertex).second;
          ASSERT_TRUE(full || vertex == names[0]);
        }
        ASSERT_TRUE(full || b + 1 == blocks_of(entry));
      }
      ASSERT_LE(2 * seen.size(), static_cast<std::size_t>(hull.count));
    }
  }
}

TEST(CandidateCells, AreAsFineAsTwoBlocksAVertexAllow) {
  const Polytope3 full = test::integer_prism(119);
  EXPECT_EQ(table_of(full).blocks.size(), 476U);
  EXPECT_EQ(table_of(full).resolution, 16);
  EXPECT_EQ(table_of(test::integer_prism(120)).resolution, 8);
}

/// A quarter of a disc under a peak: along the peak's axis, downwards, its whole arc is nearly
/// level.
Polytope3 quarter_cone() {
  std::vector<Vector3> points{{0, 0, 0}, {0, 0, 1e6}};
  for (int i = 0; i <= 100; ++i) {
    const double angle = std::numbers::pi / 2 * i / 100;
    points.push_back({std::round(1e6 * std::cos(angle)), std::round(1e6 * std::sin(angle)), 0});
  }
  return Polytope3::from_points(points).value();
}

TEST(CandidateCells, OfMoreThanHalfOfTheVerticesSayToAskAll) {
  const Polytope3 cone = quarter_cone();
  ASSERT_NE(BlockAccess::block(cone).candidates, nullptr);
  const CandidateTable& table = table_of(cone);
  const std::int32_t downwards = cell_index(table.resolution, 4, 0, 0);
  EXPECT_EQ(table.cells[static_cast<std::size_t>(downwards)], 0U);
}

/// Returns a round body of integers, whose extent along each axis is at least 2^16 and less than
/// 2^17. Each axis is then multiplied by `scale`, and the body is translated.
Owned<CandidateTable> table_of_moved(const Vector3& scale, const Vector3& by) {
  const Polytope3 body = test::integer_ellipsoid(100, {0x1p16, 0x1p16, 0x1p16});
  std::vector<double> points;
  for (std::int32_t i = 0; i < body.vertex_count(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) points.push_back(body.vertex(i)[k] * scale[k] + by[k]);
  }
  const std::vector<std::int32_t> caller(static_cast<std::size_t>(body.vertex_count()));
  return make_candidate_table(*make_block(points.data(), caller.data(), body.vertex_count(), 3, {}),
                              false);
}

TEST(CandidateCells, WeighEachAxisByItsWidth) {
  using Weights = std::array<double, 3>;
  EXPECT_EQ(table_of_moved({1, 1, 1}, {})->weights, (Weights{1, 1, 1}));
  EXPECT_EQ(table_of_moved({0x1p20, 1, 0x1p-9}, {})->weights, (Weights{1, 0x1p-20, 0x1p-29}));
  // No axis is thinner than 2^-200 of the widest.
  EXPECT_EQ(table_of_moved({1, 0x1p-199, 0x1p-200}, {})->weights, (Weights{1, 0x1p-199, 0x1p-200}));
  EXPECT_EQ(table_of_moved({0x1p-201, 1, 0x1p-300}, {})->weights, (Weights{0x1p-200, 1, 0x1p-200}));
}

// Coordinates of 2^36 times the width hide by rounding which vertex is higher.
TEST(CandidateCells, AreRefusedFarFromTheOrigin) {
  const Polytope3 polytope = test::integer_ellipsoid(100, {0x1p16, 0x1p16, 0x1p16});
  const HullBlock& body = BlockAccess::block(polytope);
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double side : {1.0, -1.0}) {
      Vector3 by{};
      by[k] = side > 0 ? 0x1p53 - body.upper[k] : -0x1p53 - body.lower[k];
      EXPECT_EQ(table_of_moved({1, 1, 1}, by), nullptr);
      by[k] -= side;
      EXPECT_NE(table_of_moved({1, 1, 1}, by), nullptr);
    }
  }
}

/// Returns the cell of a direction in a table of resolution 4; -1 for none.
std::int32_t cell_in_quarters(const Vector3& direction) {
  CandidateTable table;
  table.weights = {1, 1, 1};
  table.resolution = 4;
  return cell_of(table, direction.data());
}

TEST(CandidateCells, AreFoundForSumsBetweenTwoPowersOfTwo) {
  const std::int32_t last = cell_index(4, 0, 3, 0);
  EXPECT_EQ(cell_in_quarters({0x1p-500, 0, 0}), -1);
  EXPECT_EQ(cell_in_quarters({std::nextafter(0x1p-500, 1), 0, 0}), last);
  EXPECT_EQ(cell_in_quarters({0x1p500, 0, 0}), -1);
  EXPECT_EQ(cell_in_quarters({std::nextafter(0x1p500, 0), 0, 0}), last);
  EXPECT_EQ(cell_in_quarters({0x1p-501, 0x1p-502, 0x1p-502}), -1);
  EXPECT_EQ(cell_in_quarters({0, 0, 0x1p-499}), 0);
}

}  // namespace
}  // namespace sunder::detail
