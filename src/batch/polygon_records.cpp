// SPDX-License-Identifier: Apache-2.0
#include "batch/polygon_records.hpp"

#include <algorithm>
#include <limits>

#include "batch/bounds.hpp"
#include "geometry/polygon.hpp"

namespace sunder::detail::batch {
namespace {

using Coordinates = std::array<double, PolygonRecord::kMost>;

bool is_for_lanes(const HullBlock& hull) noexcept {
  return hull.polygon != nullptr && hull.polygon->count <= PolygonRecord::kMost &&
         hull.farthest > kLeastPolygonRecord && hull.farthest < kMostPolygonRecord;
}

/// Returns the corner at which the longest edge begins.
std::size_t longest_edge(const double* x, const double* y, std::size_t count) noexcept {
  std::size_t longest = 0;
  double most = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    const double dx = x[next] - x[i];
    const double dy = y[next] - y[i];
    const double squared = dx * dx + dy * dy;
    if (squared > most) longest = i;
    most = std::max(most, squared);
  }
  return longest;
}

/// Copies the corners and inserts points behind corner `at`, on its edge, for `corners` in all.
void spread(const double* from, std::size_t count, std::size_t at, std::size_t corners,
            Coordinates& to) noexcept {
  const std::size_t more = corners - count;
  const double next = from[at + 1 < count ? at + 1 : 0];
  const double step = (next - from[at]) / static_cast<double>(more + 1);
  for (std::size_t i = 0; i < corners; ++i) {
    const bool is_on_edge = i > at && i <= at + more;
    to[i] =
        is_on_edge ? from[at] + step * static_cast<double>(i - at) : from[i <= at ? i : i - more];
  }
}

}  // namespace

void PolygonRecord::write(const HullBlock& hull, std::int32_t corners) noexcept {
  if (!is_for_lanes(hull)) {
    farthest = std::numeric_limits<float>::quiet_NaN();
    return;
  }
  const Polygon& polygon = *hull.polygon;
  const double* const rows = polygon.rows();
  const auto count = static_cast<std::size_t>(polygon.count);
  const auto all = static_cast<std::size_t>(corners);
  const std::size_t longest = longest_edge(rows, rows + Polygon::kLanes, count);
  Coordinates all_x{};
  Coordinates all_y{};
  spread(rows, count, longest, all, all_x);
  spread(rows + Polygon::kLanes, count, longest, all, all_y);
  for (std::size_t i = 0; i < 4; ++i) {
    x[i] = static_cast<float>(all_x[i]);
    y[i] = static_cast<float>(all_y[i]);
    more_x[i] = static_cast<float>(all_x[i + 4]);
    more_y[i] = static_cast<float>(all_y[i + 4]);
  }
  farthest = static_cast<float>(hull.farthest * (1 + kRecordShare));
}

std::int32_t PolygonRecord::corners_of(const Column<Polytope2>& table) noexcept {
  std::int32_t most = 0;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(table.count); ++i) {
    const HullBlock& hull = block_of(table, i);
    if (is_for_lanes(hull)) most = std::max(most, hull.polygon->count);
  }
  return most <= 4 ? most : kMost;
}

}  // namespace sunder::detail::batch
