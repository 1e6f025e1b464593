// SPDX-License-Identifier: Apache-2.0
//
// The cone rule of the tables of candidates: the corners at which vertices are compared span the
// cell and its surroundings. Exact linear programs check cell by cell; the long test runs all of
// them. Exact half planes check all cells in any run.
#include "geometry/direction_cell.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "exact/int128.hpp"
#include "oracle/exact_lp.hpp"
#include "oracle/range.hpp"

namespace sunder::detail {
namespace {

using oracle::chosen_range;
using oracle::Range;

/// The greatest error of cell_of(), in s and in t.
constexpr double kReach = 0x1p-48;
constexpr int kFinest = 256;

struct Point {
  double s;
  double t;
};

/// All directions that cell_of() may assign to the cell lie in the hull of these points. They are
/// the cell's corners, moved by kReach in either sense in s and in t.
std::vector<Point> reached(const DirectionCell& cell) {
  const double side = 1.0 / cell.resolution;
  const Point low{cell.i * side, cell.j * side};
  const Point high{low.s + side, low.t + side};
  std::vector<Point> points{{low.s - kReach, low.t - kReach},
                            {high.s + kReach, low.t - kReach},
                            {low.s - kReach, high.t + kReach}};
  if (cell.is_triangle()) {
    points.push_back({high.s + kReach, low.t + kReach});
    points.push_back({low.s + kReach, high.t + kReach});
  } else {
    points.push_back({high.s + kReach, high.t + kReach});
  }
  return points;
}

template <class Visit>
void for_each_cell(std::int32_t resolution, const Visit& visit) {
  for (std::int32_t i = 0; i < resolution; ++i) {
    for (std::int32_t j = 0; i + j < resolution; ++j) visit(DirectionCell{resolution, i, j});
  }
}

std::vector<double> direction_of(const Point& point, std::int32_t octant) {
  std::vector<double> direction{point.s, point.t, 1 - point.s - point.t};
  for (std::size_t k = 0; k < 3; ++k) {
    if ((octant >> k & 1) != 0) direction[k] = -direction[k];
  }
  return direction;
}

/// True if the direction is a combination of the corners with nonnegative weights. All lie in one
/// plane that misses 0, so that the point must meet their hull.
bool in_cone(const std::vector<double>& direction, const CellCorners& corners) {
  suite::BodyData point;
  point.vertices = {direction};
  suite::BodyData hull;
  for (int c = 0; c < corners.count; ++c) {
    const auto& corner = corners.directions[static_cast<std::size_t>(c)];
    hull.vertices.emplace_back(corner.begin(), corner.end());
  }
  return oracle::exact_lp_verdict(point, hull) != Verdict::separated;
}

/// In units of 2^-50: every number here is a multiple of that.
Int128 exact(double x) { return static_cast<Int128>(x * 0x1p50); }

/// In one octant, by the sides of the corners' polygon, counter-clockwise in (s, t).
bool in_polygon(const Point& point, const CellCorners& corners) {
  std::vector<std::size_t> around{0, 1, 2};
  if (corners.count == 4) around = {0, 1, 3, 2};
  for (std::size_t k = 0; k < around.size(); ++k) {
    const auto& from = corners.directions[around[k]];
    const auto& to = corners.directions[around[(k + 1) % around.size()]];
    const Int128 turn = (exact(to[0]) - exact(from[0])) * (exact(point.t) - exact(from[1])) -
                        (exact(to[1]) - exact(from[1])) * (exact(point.s) - exact(from[0]));
    if (turn < 0) return false;
  }
  return true;
}

void expect_spanned_by_programs(const DirectionCell& cell, std::int32_t octant) {
  const CellCorners corners = corners_of(cell, octant);
  for (const Point& point : reached(cell)) {
    ASSERT_TRUE(in_cone(direction_of(point, octant), corners))
        << cell.resolution << " " << cell.i << " " << cell.j << " octant " << octant;
  }
}

TEST(DirectionCell, ItsCornersSpanItAndItsSurroundings) {
  for (std::int32_t octant = 0; octant < 8; ++octant) {
    for_each_cell(2, [&](const DirectionCell& cell) { expect_spanned_by_programs(cell, octant); });
  }
}

// All 43,946 cells of an octant in the long test; the other octants differ in signs alone, as the
// test of every resolution below shows. The sample is the cells down to resolution 8.
TEST(DirectionCell, IsSpannedByExactPrograms) {
  const Range range = chosen_range(50);
  std::uint64_t at = 0;
  for (std::int32_t resolution = 1; resolution <= kFinest; resolution *= 2) {
    for_each_cell(resolution, [&](const DirectionCell& cell) {
      if (at >= range.first && at < range.first + range.count) expect_spanned_by_programs(cell, 0);
      ++at;
    });
  }
  EXPECT_EQ(at, 43946U);
}

// The programs can fail: just beyond the surroundings there are directions outside the cone.
TEST(DirectionCell, ItsConeEnds) {
  for_each_cell(4, [&](const DirectionCell& cell) {
    const CellCorners corners = corners_of(cell, 0);
    const double outside = cell.i * 0.25 - kDilation - 0x1p-50;
    EXPECT_FALSE(in_cone(direction_of({outside, cell.j * 0.25}, 0), corners));
    EXPECT_FALSE(in_polygon({outside, cell.j * 0.25}, corners));
  });
}

TEST(DirectionCell, ItsCornersSpanItAtEveryResolution) {
  for (std::int32_t resolution = 1; resolution <= kFinest; resolution *= 2) {
    for_each_cell(resolution, [&](const DirectionCell& cell) {
      const CellCorners corners = corners_of(cell, 0);
      for (const Point& point : reached(cell)) {
        ASSERT_TRUE(in_polygon(point, corners)) << resolution << " " << cell.i << " " << cell.j;
      }
      for (std::int32_t octant = 0; octant < 8; ++octant) {
        const CellCorners turned = corners_of(cell, octant);
        ASSERT_EQ(turned.count, corners.count);
        for (std::size_t c = 0; c < 4; ++c) {
          for (std::size_t k = 0; k < 3; ++k) {
            const double sign = (octant >> k & 1) != 0 ? -1 : 1;
            ASSERT_EQ(turned.directions[c][k], sign * corners.directions[c][k]);
          }
        }
      }
    });
  }
}

// A vertex dropped from a cell stays out of its parts.
TEST(DirectionCell, HoldsTheSurroundingsOfItsParts) {
  for (std::int32_t resolution = 1; resolution < kFinest; resolution *= 2) {
    for_each_cell(resolution, [&](const DirectionCell& cell) {
      const CellCorners corners = corners_of(cell, 0);
      for (const std::int32_t di : {0, 1}) {
        for (const std::int32_t dj : {0, 1}) {
          const DirectionCell part{2 * resolution, 2 * cell.i + di, 2 * cell.j + dj};
          if (part.i + part.j >= part.resolution) continue;
          const CellCorners inner = corners_of(part, 0);
          for (int c = 0; c < inner.count; ++c) {
            const auto& corner = inner.directions[static_cast<std::size_t>(c)];
            ASSERT_TRUE(in_polygon({corner[0], corner[1]}, corners))
                << resolution << " " << cell.i << " " << cell.j << " part " << di << dj;
          }
        }
      }
    });
  }
}

}  // namespace
}  // namespace sunder::detail
