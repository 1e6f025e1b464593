// SPDX-License-Identifier: Apache-2.0
//
// Tests the tables of candidates. In 128-bit integers, no cell lacks a vertex that is highest for
// some direction of the cell. A query finds the highest vertex, on every instruction set.
#include "geometry/candidates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "exact/int128.hpp"
#include "geometry/candidate_bodies.hpp"
#include "geometry/direction_cell.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail {
namespace {

using test::candidate_bodies;
using test::CandidateBody;
using test::Rational;

const HullBlock& block_of(const CandidateBody& body) { return BlockAccess::block(body.polytope); }

/// Returns the vertices that an entry of the table lists; empty if it requires a scan of all.
std::set<std::int32_t> listed(const CandidateTable& table, std::int32_t at) {
  const std::uint32_t entry = table.cells[static_cast<std::size_t>(at)];
  const std::uint32_t count = entry & CandidateTable::kMostBlocks;
  const std::uint32_t first = entry >> CandidateTable::kCountBits;
  std::set<std::int32_t> vertices;
  for (std::uint32_t k = first; k < first + count; ++k) {
    const CandidateBlock::Names& names = table.names.at(k);
    vertices.insert(names.begin(), names.end());
  }
  return vertices;
}

template <class Visit>
void for_each_cell(const CandidateTable& table, const Visit& visit) {
  const std::int32_t n = table.resolution;
  for (std::int32_t octant = 0; octant < 8; ++octant) {
    for (std::int32_t i = 0; i < n; ++i) {
      for (std::int32_t j = 0; i + j < n; ++j) visit(octant, DirectionCell{n, i, j});
    }
  }
}

/// Returns the vertices in weighted coordinates, as integers: one power of two scales them all.
std::vector<std::array<Int128, 3>> weighted_integers(const HullBlock& block) {
  const auto entry = [&](std::int32_t i, std::size_t k) {
    const Dyadic x = decode(block.coordinate(i, static_cast<int>(k)));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(x.mantissa));
    const int weight = std::ilogb(block.candidates->weights[k]);
    if (x.mantissa == 0) return Dyadic{0, std::numeric_limits<int>::max()};
    return Dyadic{x.mantissa >> zeros, x.exponent + zeros - weight};
  };
  int least = std::numeric_limits<int>::max();
  for (std::int32_t i = 0; i < block.count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) least = std::min(least, entry(i, k).exponent);
  }
  std::vector<std::array<Int128, 3>> integers(static_cast<std::size_t>(block.count));
  for (std::int32_t i = 0; i < block.count; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Dyadic x = entry(i, k);
      integers[static_cast<std::size_t>(i)][k] =
          x.mantissa == 0 ? Int128{0} : x.mantissa * (Int128{1} << (x.exponent - least));
    }
  }
  return integers;
}

Int128 height(const std::array<double, 3>& corner, const std::array<Int128, 3>& vertex) {
  Int128 sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += static_cast<Int128>(corner[k] * 0x1p40) * vertex[k];
  return sum;
}

using HeightsAtCorners = std::vector<std::array<Int128, 4>>;

bool is_beaten(const HeightsAtCorners& heights, std::size_t vertex,
               const std::set<std::int32_t>& by) {
  return std::any_of(by.begin(), by.end(), [&](std::int32_t other) {
    for (std::size_t c = 0; c < 4; ++c) {
      if (heights[static_cast<std::size_t>(other)][c] <= heights[vertex][c]) return false;
    }
    return true;
  });
}

// DirectionCell of tests/oracle proves that this suffices: the corners' cone holds every direction
// that a query may put into the cell.
TEST(Candidates, WhatACellLeavesOutIsBeatenAtAllItsCorners) {
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const HullBlock& block = block_of(body);
    ASSERT_NE(block.candidates, nullptr);
    const auto vertices = weighted_integers(block);
    std::int64_t left_out = 0;
    for_each_cell(*block.candidates, [&](std::int32_t octant, const DirectionCell& cell) {
      const auto kept =
          listed(*block.candidates, cell_index(cell.resolution, octant, cell.i, cell.j));
      if (kept.empty()) return;
      const CellCorners corners = corners_of(cell, octant);
      HeightsAtCorners heights(vertices.size());
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        for (std::size_t c = 0; c < 4; ++c) {
          const auto corner = std::min(c, static_cast<std::size_t>(corners.count - 1));
          heights[i][c] = height(corners.directions[corner], vertices[i]);
        }
      }
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (kept.contains(static_cast<std::int32_t>(i))) continue;
        ++left_out;
        ASSERT_TRUE(is_beaten(heights, i, kept))
            << "vertex " << i << " octant " << octant << " cell " << cell.i << " " << cell.j;
      }
    });
    EXPECT_GT(left_out, 50 * block.count);
  }
}

/// Directions that are hard for folding and rounding.
std::vector<Vector3> hard_directions(const CandidateTable& table, std::uint64_t seed, int count) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Vector3> directions;
  const auto n = static_cast<std::uint64_t>(table.resolution);
  for (int trial = 0; trial < count; ++trial) {
    Vector3 p{};
    const std::uint64_t kind = random() % 4;
    if (kind == 0) {
      for (double& entry : p) entry = normal(random);
    } else {
      // A corner of a cell, or a point of its sides.
      const std::uint64_t i = random() % (n + 1);
      const std::uint64_t j = random() % (n + 1 - i);
      const double on_side = kind == 3 ? static_cast<double>(random() % 64) / 64 : 0;
      p = {static_cast<double>(i) + on_side, static_cast<double>(j),
           static_cast<double>(n - i - j) - (kind == 3 && n > i + j ? on_side : 0)};
      for (std::size_t k = 0; k < 3; ++k) p[k] /= table.weights[k];
    }
    const double scale = std::ldexp(1.0 + 0.37 * static_cast<double>(random() % 3),
                                    static_cast<int>(random() % 401) - 200);
    for (double& entry : p) {
      const std::uint64_t change = random() % 8;
      entry *= scale;
      if (change == 0) entry = std::nextafter(entry, 1e300);
      if (change == 1) entry = std::nextafter(entry, -1e300);
      if (change == 2 && random() % 4 == 0) entry = 0;
      if (change == 3 && random() % 4 == 0) entry = 0x1p-1074;
      if (change == 4 && random() % 4 == 0) entry *= 1e-9;
      if (random() % 2 == 0) entry = -entry;
    }
    directions.push_back(p);
  }
  return directions;
}

bool is_zero(const Vector3& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }

// In all modes that a host may have set, the cell found holds the direction to within 2^-48.
TEST(Candidates, TheCellFoundHoldsTheDirection) {
  for (const CandidateBody& body : candidate_bodies()) {
    const CandidateTable& table = *block_of(body).candidates;
    const auto directions = hard_directions(table, 1, 500);
    std::vector<DirectionCell> cells(table.cells.size());
    std::vector<std::int32_t> octants(table.cells.size());
    for_each_cell(table, [&](std::int32_t octant, const DirectionCell& cell) {
      const auto at = static_cast<std::size_t>(cell_index(cell.resolution, octant, cell.i, cell.j));
      cells.at(at) = cell;
      octants.at(at) = octant;
    });
    for (const test::FloatMode& mode : test::float_modes()) {
      for (const Vector3& p : directions) {
        const std::int32_t at = test::in_mode(mode, [&] { return cell_of(table, p.data()); });
        if (at < 0) {
          ASSERT_TRUE(is_zero(p) || std::fabs(p[0]) + std::fabs(p[1]) + std::fabs(p[2]) < 1e-150);
          continue;
        }
        const DirectionCell& cell = cells.at(static_cast<std::size_t>(at));
        std::array<Rational, 3> x;
        for (std::size_t k = 0; k < 3; ++k) {
          const bool minus = (octants[static_cast<std::size_t>(at)] >> k & 1) != 0;
          x[k] = Rational(p[k]) * Rational(table.weights[k]) * (minus ? -1 : 1);
          ASSERT_GE(x[k], 0);
        }
        const Rational sum = x[0] + x[1] + x[2];
        const Rational reach = sum * Rational(0x1p-48) * cell.resolution;
        const Rational s = x[0] * cell.resolution;
        const Rational t = x[1] * cell.resolution;
        ASSERT_GE(s, cell.i * sum - reach);
        ASSERT_LE(s, (cell.i + 1) * sum + reach);
        ASSERT_GE(t, cell.j * sum - reach);
        ASSERT_LE(t, (cell.j + 1) * sum + reach);
      }
    }
  }
}

Rational exact_height(const HullBlock& block, std::int32_t vertex, const Vector3& p) {
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    sum += Rational(p[k]) * Rational(block.coordinate(vertex, static_cast<int>(k)));
  }
  return sum;
}

// The listed vertex has the largest exact height, not only the largest rounded one.
TEST(Candidates, TheCellFoundListsTheHighestVertexExactly) {
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const HullBlock& block = block_of(body);
    for (const Vector3& p : hard_directions(*block.candidates, 2, 60)) {
      const std::int32_t at = cell_of(*block.candidates, p.data());
      if (at < 0) continue;
      const auto kept = listed(*block.candidates, at);
      if (kept.empty()) continue;
      Rational most_listed = exact_height(block, *kept.begin(), p);
      for (const std::int32_t i : kept)
        most_listed = std::max(most_listed, exact_height(block, i, p));
      for (std::int32_t i = 0; i < block.count; ++i) {
        ASSERT_LE(exact_height(block, i, p), most_listed) << "vertex " << i;
      }
    }
  }
}

/// Returns the most that rounding changes a height.
double height_error(const HullBlock& block, const Vector3& p) {
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) size += std::fabs(p[k]) * block.max_abs[k];
  return 4 * 0x1p-52 * size + 0x1p-900;
}

void expect_as_a_scan(const HullBlock& block, const Vector3& p) {
  const Extreme by_table =
      support3(*block.candidates, block.points, block.stride, block.count, p.data());
  const Extreme by_scan = support3(block.points, block.stride, block.count, p.data());
  ASSERT_GE(by_table.vertex, 0);
  ASSERT_LT(by_table.vertex, block.count);
  ASSERT_LE(by_table.value, by_scan.value);
  ASSERT_GE(by_table.value, by_scan.value - height_error(block, p))
      << p[0] << " " << p[1] << " " << p[2];
  double at = 0;
  for (int k = 0; k < 3; ++k) {
    at += p[static_cast<std::size_t>(k)] * block.coordinate(by_table.vertex, k);
  }
  ASSERT_NEAR(at, by_table.value, height_error(block, p));
}

TEST(Candidates, AQueryIsAsHighAsAScan) {
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const HullBlock& block = block_of(body);
    const auto directions = hard_directions(*block.candidates, 3, 40000);
    on_every_target([&] {
      for (const Vector3& p : directions) expect_as_a_scan(block, p);
    });
  }
}

// The coordinates are integers: heights are exact, so that values are equal whichever vertex of a
// tie is returned.
TEST(Candidates, AQueryEqualsAScanWhereHeightsAreExact) {
  for (const CandidateBody& body : candidate_bodies()) {
    if (body.name != "round" && body.name != "grid" && body.name != "prism") continue;
    const HullBlock& block = block_of(body);
    std::mt19937_64 random(4);
    on_every_target([&] {
      for (int trial = 0; trial < 20000; ++trial) {
        Vector3 p{};
        for (double& entry : p) entry = static_cast<double>(random() % 129) - 64;
        ASSERT_EQ(
            support3(*block.candidates, block.points, block.stride, block.count, p.data()).value,
            support3(block.points, block.stride, block.count, p.data()).value);
      }
    });
  }
}

// The points and additional ones that are no corners, kept without reduction, in some order.
Polytope3 as_written(const CandidateBody& body, std::mt19937_64& random) {
  std::vector<Vector3> points;
  for (std::int32_t i = 0; i < body.polytope.vertex_count(); ++i) {
    points.push_back(body.polytope.vertex(i));
    points.push_back(body.polytope.vertex(i));
    if (i == 0) continue;
    for (std::size_t k = 0; k < 3; ++k) points.back()[k] = (points[0][k] + points.back()[k]) / 2;
  }
  std::shuffle(points.begin(), points.end(), random);
  return Polytope3::from_points(points, {.reduce = false}).value();
}

// Without faces, a query returns a scan's vertex, even among equally high ones. A search then takes
// the same steps with a table as without.
TEST(Candidates, OfABodyAsItIsWrittenAQueryNamesTheVertexOfAScan) {
  std::mt19937_64 random(20);
  std::size_t tables = 0;
  for (const CandidateBody& body : candidate_bodies()) {
    SCOPED_TRACE(body.name);
    const Polytope3 written = as_written(body, random);
    const HullBlock& block = BlockAccess::block(written);
    tables += block.candidates == nullptr ? 0 : 1;
    if (block.candidates == nullptr) continue;
    const std::vector<Vector3> directions = hard_directions(*block.candidates, 2, 60);
    on_every_target([&] {
      for (const Vector3& p : directions) {
        const Extreme by_table =
            support3(*block.candidates, block.points, block.stride, block.count, p.data());
        const Extreme by_scan = support3(block.points, block.stride, block.count, p.data());
        if (std::fabs(by_scan.value) < 0x1p-900) continue;  // not in searches: heights underflow
        ASSERT_EQ(by_table.value, by_scan.value) << p[0] << " " << p[1] << " " << p[2];
        ASSERT_EQ(by_table.vertex, by_scan.vertex) << p[0] << " " << p[1] << " " << p[2];
      }
    });
  }
  EXPECT_GT(tables, 3U);
}

// Zero, NaN and sizes out of range go to the scan.
TEST(Candidates, OddDirectionsGetAVertex) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<Vector3> odd{{0, 0, 0},         {-0.0, 0, -0.0},
                                 {kNan, 1, 0},      {1, kNan, kNan},
                                 {kInfinity, 1, 0}, {-kInfinity, kInfinity, 0},
                                 {1e300, 0, 0},     {1e300, 1e308, 1e308},
                                 {1e-320, 0, 0},    {1e-200, 0, 1e-310}};
  for (const CandidateBody& body : candidate_bodies()) {
    const HullBlock& block = block_of(body);
    on_every_target([&] {
      for (const Vector3& p : odd) {
        const Extreme found =
            support3(*block.candidates, block.points, block.stride, block.count, p.data());
        ASSERT_GE(found.vertex, 0);
        ASSERT_LT(found.vertex, block.count);
      }
    });
  }
}

// Bodies that profit get a table, and its size is proportional to theirs.
TEST(Candidates, BelongToLargeSolidBodies) {
  const auto table_of = [](const Polytope3& polytope) -> const CandidateTable* {
    return BlockAccess::block(polytope).candidates.get();
  };
  const Polytope3 large = test::integer_ellipsoid(2000, {1e6, 1e6, 1e6});
  ASSERT_NE(table_of(large), nullptr);
  EXPECT_LT(table_of(large)->blocks.size(), 2000U);
  EXPECT_LT(table_of(large)->cells.size(), 5000U);
  EXPECT_NE(table_of(test::integer_ellipsoid(kLeastTableCount, {1e6, 1e6, 1e6})), nullptr);
  EXPECT_EQ(table_of(test::integer_ellipsoid(kLeastTableCount - 1, {1e6, 1e6, 1e6})), nullptr);
  EXPECT_EQ(table_of(Polytope3::box({1, 2, 3})), nullptr);

  std::vector<Vector3> points;
  for (std::int32_t i = 0; i < large.vertex_count(); ++i) points.push_back(large.vertex(i));
  EXPECT_EQ(table_of(Polytope3::from_points(points, {.tables = false}).value()), nullptr);
  const Polytope3 written = Polytope3::from_points(points, {.reduce = false}).value();
  EXPECT_NE(table_of(written), nullptr);
  EXPECT_TRUE(table_of(written)->as_scanned);
  EXPECT_FALSE(table_of(large)->as_scanned);
  auto flat = points;
  for (Vector3& point : flat) point[2] = 7;
  EXPECT_EQ(table_of(Polytope3::from_points(flat).value()), nullptr);
  auto huge = points;
  for (Vector3& point : huge) point[0] *= 0x1p200;
  EXPECT_EQ(table_of(Polytope3::from_points(huge).value()), nullptr);
}

// Half of a prism's vertices are candidates beside its axis, and finer cells list more in all. The
// table is small all the same, and most cells list their candidates.
TEST(Candidates, APrismOfManySidesHasATableThatServes) {
  const Polytope3 prism = Polytope3::prism(3000, 1, 1);
  ASSERT_NE(BlockAccess::block(prism).candidates, nullptr);
  const CandidateTable& table = *BlockAccess::block(prism).candidates;
  EXPECT_LE(table.blocks.size(), 12000U);
  std::uint64_t blocks = 0;
  for (const std::uint32_t cell : table.cells) {
    EXPECT_NE(cell & CandidateTable::kMostBlocks, 0U);
    blocks += cell & CandidateTable::kMostBlocks;
  }
  EXPECT_LT(blocks, 50 * table.cells.size());
}

}  // namespace
}  // namespace sunder::detail
