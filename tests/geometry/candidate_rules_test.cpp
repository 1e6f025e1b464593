// SPDX-License-Identifier: Apache-2.0
//
// The rules of the tables of candidates, one by one: resolution, largest size, the effect of
// rounding, and the vertices that a cell keeps.
#include "geometry/candidate_rules.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;

TEST(CandidateRules, ATableIsAsFineAsItsVerticesAreMany) {
  EXPECT_EQ(finest_level(1), 1);
  EXPECT_EQ(finest_level(8), 1);
  std::int64_t most = 8;  // 2 * 4^level
  for (int level = 1; level < 8; ++level, most *= 4) {
    EXPECT_EQ(finest_level(most), level);
    EXPECT_EQ(finest_level(most + 1), level + 1);
  }
  EXPECT_EQ(finest_level(most + 1), 8);
  EXPECT_EQ(finest_level(std::int64_t{1} << 31), 8);
}

TEST(CandidateRules, ACellHoldsHalfOfTheVerticesAtMost) {
  EXPECT_EQ(blocks_of_cell(1, 96), 1U);
  EXPECT_EQ(blocks_of_cell(8, 96), 1U);
  EXPECT_EQ(blocks_of_cell(9, 96), 2U);
  EXPECT_EQ(blocks_of_cell(48, 96), 6U);
  EXPECT_EQ(blocks_of_cell(49, 97), 0U);
  EXPECT_EQ(blocks_of_cell(1, 2), 1U);
  EXPECT_EQ(blocks_of_cell(2, 2), 0U);
}

TEST(CandidateRules, ACellHoldsAsManyBlocksAsAnEntryCounts) {
  EXPECT_EQ(blocks_of_cell(8 * 1022 + 1, 100000), 1023U);
  EXPECT_EQ(blocks_of_cell(8 * 1023, 100000), 1023U);
  EXPECT_EQ(blocks_of_cell(8 * 1023 + 1, 100000), 0U);
}

TEST(CandidateRules, ATableHoldsTwoBlocksAVertexAndNoMoreThanEntriesNumber) {
  constexpr std::size_t kNumbered = std::size_t{1} << 22;
  EXPECT_EQ(most_blocks(96), 192U);
  EXPECT_EQ(most_blocks(kNumbered / 2 - 1), kNumbered - 2);
  EXPECT_EQ(most_blocks(kNumbered / 2), kNumbered);
  EXPECT_EQ(most_blocks(kNumbered / 2 + 1), kNumbered);
}

/// 16 * 2^-52 of the sum of absolute values, and 2^-900.
Rational margin(const std::array<double, 3>& corner, const std::array<double, 3>& reach) {
  Rational size = 0;
  for (std::size_t k = 0; k < 3; ++k) size += abs(Rational(corner[k])) * Rational(reach[k]);
  return Rational(0x1p-48) * size + Rational(0x1p-900);
}

void expect_margins(const CellCorners& corners, const std::array<double, 3>& reach) {
  const CornerRows rows = corner_rows(corners, reach);
  for (std::size_t c = 0; c < 4; ++c) {
    const auto& corner =
        corners.directions[std::min(c, static_cast<std::size_t>(corners.count - 1))];
    const Rational expected = margin(corner, reach);
    ASSERT_LE(abs(Rational(rows.margins[c]) - expected), expected * Rational(0x1p-48));
    for (std::size_t k = 0; k < 3; ++k) ASSERT_EQ(rows.rows[k][c], corner[k]);
  }
}

TEST(CandidateRules, AMarginIsSixteenRoundingsOfTheSumOfAbsoluteValues) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 0x1p36);
  for (std::int32_t octant = 0; octant < 8; ++octant) {
    for (const DirectionCell cell : {DirectionCell{4, 1, 2}, {4, 1, 1}, {1, 0, 0}}) {
      const CellCorners corners = corners_of(cell, octant);
      std::array<double, 3> reach{};
      expect_margins(corners, reach);
      for (double& entry : reach) entry = uniform(random);
      expect_margins(corners, reach);
      for (std::size_t k = 0; k < 3; ++k) {
        reach.fill(0);
        reach[k] = 0x1p-860;  // both terms matter
        expect_margins(corners, reach);
        reach[k] = 1;
        expect_margins(corners, reach);
      }
    }
  }
}

/// The rules read heights only, not positions.
Candidate vertex_of(const Heights& heights) { return {{0, 0, 0}, 0, heights}; }

/// The positions in `among` of the kept candidates.
std::set<std::int32_t> kept_of(std::vector<Candidate> among, const Heights& margins) {
  for (std::size_t i = 0; i < among.size(); ++i) among[i].vertex = static_cast<std::int32_t>(i);
  std::vector<Candidate> kept;
  std::vector<Candidate> unbeaten;
  keep_candidates(among, margins, kept, unbeaten);
  std::set<std::int32_t> vertices;
  for (const Candidate& candidate : kept) vertices.insert(candidate.vertex);
  EXPECT_EQ(vertices.size(), kept.size());
  return vertices;
}

std::set<std::int32_t> numbers(std::int32_t count) {
  std::set<std::int32_t> all;
  for (std::int32_t i = 0; i < count; ++i) all.insert(all.end(), i);
  return all;
}

TEST(CandidateRules, BeatenIsLowerByMoreThanTheMarginAtEveryCorner) {
  const Heights margins{1, 2, 3, 4};
  const Heights highest{10, 10, 10, 10};
  EXPECT_EQ(kept_of({vertex_of(highest), vertex_of({8.5, 7.5, 6.5, 5.5})}, margins), numbers(1));
  for (std::size_t c = 0; c < 4; ++c) {
    Heights level{8.5, 7.5, 6.5, 5.5};
    level[c] = highest[c] - margins[c];
    EXPECT_EQ(kept_of({vertex_of(highest), vertex_of(level)}, margins), numbers(2)) << c;
    level[c] += 0.25;
    EXPECT_EQ(kept_of({vertex_of(level), vertex_of(highest)}, margins), numbers(2)) << c;
  }
}

/// It is high at two corners, so that nothing below beats it, and is not the highest.
const Heights kFiller{450, 450, -1, -1};
const Heights kHighestOnTheMean{400, 400, 400, 400};

/// It is the highest at one corner, and low at the others.
Heights highest_at(std::size_t corner) {
  Heights heights{10, 10, 10, 10};
  heights[corner] = 1000;
  return heights;
}

// With too many vertices for pairwise comparison, each of the five bars alone beats some of them.
TEST(CandidateRules, TheHighestAtACornerAndOnTheMeanBeatTheOthers) {
  std::vector<Candidate> among(50, vertex_of(kFiller));
  for (std::size_t c = 0; c < 4; ++c) among.push_back(vertex_of(highest_at(c)));
  among.push_back(vertex_of(kHighestOnTheMean));
  const auto expected = numbers(static_cast<std::int32_t>(among.size()));
  for (std::size_t c = 0; c < 4; ++c) {
    Heights beaten{0, 0, 0, 0};
    beaten[c] = 500;
    among.push_back(vertex_of(beaten));
  }
  among.push_back(vertex_of({390, 390, 390, 390}));
  EXPECT_EQ(kept_of(among, {}), expected);
}

// The vertex before the last beats the last, and is no bar: only the pairwise comparison detects
// that.
TEST(CandidateRules, NineToFortyAreComparedPairByPair) {
  const auto kept_among = [](std::size_t count) {
    std::vector<Candidate> among;
    for (std::size_t c = 0; c < 4; ++c) among.push_back(vertex_of(highest_at(c)));
    among.push_back(vertex_of(kHighestOnTheMean));
    while (among.size() < count - 1) among.push_back(vertex_of(kFiller));
    among.push_back(vertex_of({449, 449, -2, -2}));
    return static_cast<std::size_t>(kept_of(among, {}).size());
  };
  for (const std::size_t count : {7U, 8U, 41U, 42U}) EXPECT_EQ(kept_among(count), count);
  for (const std::size_t count : {9U, 10U, 39U, 40U}) EXPECT_EQ(kept_among(count), count - 1);
}

}  // namespace
}  // namespace sunder::detail
