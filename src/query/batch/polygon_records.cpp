// SPDX-License-Identifier: Apache-2.0
#include "query/batch/polygon_records.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "query/batch/columns.hpp"

namespace sunder::detail::batch {
namespace {

/// More than the rounding of a conversion, in any mode.
constexpr double kUp = 1 + 0x1p-20;

/// Lemma P (polygon_lanes-inl.hpp) is about sizes in this range.
constexpr double kLeastSize = 0x1p-40;
constexpr double kMostSize = 0x1p40;

bool is_for_lanes(const HullBlock& hull) noexcept {
  return hull.polygon != nullptr && hull.polygon->count <= PolygonRecord::kMost &&
         hull.farthest > kLeastSize && hull.farthest < kMostSize;
}

}  // namespace

PolygonRecord make_polygon_record(const HullBlock& hull) noexcept {
  PolygonRecord record;
  if (!is_for_lanes(hull)) {
    record.farthest = std::numeric_limits<float>::quiet_NaN();
    return record;
  }
  const Polygon& polygon = *hull.polygon;
  const double* const x = polygon.few.data();
  const double* const y = x + Polygon::kLanes;
  for (std::size_t i = 0; i < 4; ++i) {
    record.x[i] = static_cast<float>(x[i]);
    record.y[i] = static_cast<float>(y[i]);
    record.more_x[i] = static_cast<float>(x[i + 4]);
    record.more_y[i] = static_cast<float>(y[i + 4]);
  }
  record.after_four = {record.more_x[0], record.more_y[0]};
  const std::int32_t next = PolygonRecord::kMost % polygon.count;
  record.after_eight = {static_cast<float>(x[next]), static_cast<float>(y[next])};
  record.farthest = static_cast<float>(hull.farthest * kUp);
  return record;
}

PolygonRecords::PolygonRecords(const PairBatch<2>& batch) noexcept {
  const Column<Polytope2>& table = batch.polytopes;
  if (table.count <= 0 || table.count > batch.count || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) PolygonRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  count_ = static_cast<std::int32_t>(table.count);
  for (std::int32_t i = 0; i < count_; ++i) {
    const HullBlock& block = BlockAccess::block(entry_at(table.data, table.stride, i));
    records_[static_cast<std::size_t>(i)] = make_polygon_record(block);
    if (is_for_lanes(block)) most_corners_ = std::max(most_corners_, block.polygon->count);
  }
}

}  // namespace sunder::detail::batch
