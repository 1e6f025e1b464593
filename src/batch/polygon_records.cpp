// SPDX-License-Identifier: Apache-2.0
#include "batch/polygon_records.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "batch/bounds.hpp"
#include "batch/columns.hpp"

namespace sunder::detail::batch {
namespace {

using Coordinates = std::array<double, PolygonRecord::kMost>;

bool is_for_lanes(const HullBlock& hull) noexcept {
  return hull.polygon != nullptr && hull.polygon->count <= PolygonRecord::kMost &&
         hull.farthest > kLeastPolygonRecord && hull.farthest < kMostPolygonRecord;
}

/// The corner at which the longest edge begins.
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

/// The corners, with points behind that of number `at` on the edge to the next: `corners` in all.
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

PolygonRecord make_polygon_record(const HullBlock& hull, std::int32_t corners) noexcept {
  PolygonRecord record;
  if (!is_for_lanes(hull)) {
    record.farthest = std::numeric_limits<float>::quiet_NaN();
    return record;
  }
  const Polygon& polygon = *hull.polygon;
  const double* const rows = polygon.few.data();
  const auto count = static_cast<std::size_t>(polygon.count);
  const auto all = static_cast<std::size_t>(corners);
  const std::size_t longest = longest_edge(rows, rows + Polygon::kLanes, count);
  Coordinates x{};
  Coordinates y{};
  spread(rows, count, longest, all, x);
  spread(rows + Polygon::kLanes, count, longest, all, y);
  for (std::size_t i = 0; i < 4; ++i) {
    record.x[i] = static_cast<float>(x[i]);
    record.y[i] = static_cast<float>(y[i]);
    record.more_x[i] = static_cast<float>(x[i + 4]);
    record.more_y[i] = static_cast<float>(y[i + 4]);
  }
  record.farthest = static_cast<float>(hull.farthest * (1 + kRecordShare));
  return record;
}

void PolygonColumns::set(std::size_t place, const PolygonRecord& record) noexcept {
  for (std::size_t i = 0; i < 4; ++i) {
    x[i][place] = record.x[i];
    y[i][place] = record.y[i];
    x[i + 4][place] = record.more_x[i];
    y[i + 4][place] = record.more_y[i];
  }
  farthest[place] = record.farthest;
}

PolygonRecords::PolygonRecords(const Column<Polytope2>& table, std::int64_t items) noexcept {
  if (table.count <= 0 || table.count > items || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) PolygonRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  count_ = static_cast<std::int32_t>(table.count);
  const auto block_at = [&table](std::int32_t i) -> const HullBlock& {
    return BlockAccess::block(entry_at(table.data, table.stride, i));
  };
  std::int32_t most = 0;
  for (std::int32_t i = 0; i < count_; ++i) {
    if (is_for_lanes(block_at(i))) most = std::max(most, block_at(i).polygon->count);
  }
  corners_ = most <= 4 ? most : PolygonRecord::kMost;
  for (std::int32_t i = 0; i < count_; ++i) {
    const auto place = static_cast<std::size_t>(i);
    records_[place] = make_polygon_record(block_at(i), corners_);
    if (i < PolygonColumns::kMost) columns_.set(place, records_[place]);
  }
}

}  // namespace sunder::detail::batch
