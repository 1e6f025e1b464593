// SPDX-License-Identifier: Apache-2.0
//
// Idea: A line has four numbers: its slopes against its steepest axis, and the place where it crosses that axis' plane
// through 0. Segments are sorted by one number after the other, and divided where it jumps.
// Bound: Points are taken from the lower corner of all, in units of their extent: they lie within [0, 1], and each loses
// less than 2^-52. A difference is within 2^-53 of itself, so that a ratio is within 2^-51. A crossing is within 2^-49.
// Two segments of one line differ by less than 2^-47 in each. Entries within 2^-45 of the largest count as steepest too.
// Cost: O(n log n).
// Gives up: Where a segment is shorter than 2^-400 of the extent all are one group.
#include "mesh/build/collinear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kJump = 0x1p-47;

struct Line {
  std::array<double, 5> key;  ///< the axis, two ratios, two crossings
  std::int32_t segment;
};

/// Divides a range where the number jumps, and each part by the next number.
void divide(std::span<Line> lines, std::size_t number,
            std::vector<std::vector<std::int32_t>>& groups) {
  if (lines.size() < 2) return;
  if (number == lines.front().key.size()) {
    std::vector<std::int32_t>& group = groups.emplace_back();
    for (const Line& line : lines) group.push_back(line.segment);
    std::sort(group.begin(), group.end());
    return;
  }
  std::sort(lines.begin(), lines.end(),
            [&](const Line& p, const Line& q) { return p.key[number] < q.key[number]; });
  std::size_t first = 0;
  for (std::size_t i = 1; i <= lines.size(); ++i) {
    if (i < lines.size() && lines[i].key[number] - lines[i - 1].key[number] <= kJump) continue;
    divide(lines.subspan(first, i - first), number + 1, groups);
    first = i;
  }
}

}  // namespace

std::vector<std::vector<std::int32_t>> line_groups(const std::vector<Vector3>& points,
                                                   std::span<const Segment> segments) {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  const auto point = [&](std::int32_t i) -> const Vector3& {
    return points[static_cast<std::size_t>(i)];
  };
  Vector3 lower{kEverywhere, kEverywhere, kEverywhere};
  double half = 0;  // of the extent, which may overflow
  for (const Segment& segment : segments) {
    for (const std::int32_t end : segment) {
      for (std::size_t k = 0; k < 3; ++k) lower[k] = std::min(lower[k], point(end)[k]);
    }
  }
  for (const Segment& segment : segments) {
    for (const std::int32_t end : segment) {
      for (std::size_t k = 0; k < 3; ++k) half = std::max(half, point(end)[k] / 2 - lower[k] / 2);
    }
  }
  int exponent = 0;
  std::frexp(half, &exponent);
  // The difference of two numbers in units of twice the extent.
  const auto difference = [&](double p, double q) {
    return exponent > 1000 ? std::ldexp(p / 2 - q / 2, -exponent)
                           : std::ldexp(p - q, -exponent - 1);
  };
  std::vector<Line> lines;
  bool is_short = half < 0x1p-900;
  for (std::size_t i = 0; i < segments.size() && !is_short; ++i) {
    const auto& [first, second] = segments[i];
    Vector3 d, at;
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      d[k] = difference(point(second)[k], point(first)[k]);
      at[k] = difference(point(first)[k], lower[k]);
      most = std::max(most, std::fabs(d[k]));
    }
    is_short = most < 0x1p-400;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (std::fabs(d[axis]) < most * (1 - 0x1p-45)) continue;
      const std::size_t j = (axis + 1) % 3, k = (axis + 2) % 3;
      const double to_j = d[j] / d[axis], to_k = d[k] / d[axis];
      lines.push_back({{static_cast<double>(axis), to_j, to_k, at[j] - at[axis] * to_j,
                        at[k] - at[axis] * to_k},
                       static_cast<std::int32_t>(i)});
    }
  }
  std::vector<std::vector<std::int32_t>> groups;
  if (is_short) {
    groups.emplace_back(segments.size());
    std::iota(groups.front().begin(), groups.front().end(), 0);
  } else {
    divide(lines, 0, groups);
  }
  return groups;
}

}  // namespace sunder::detail::mesh
