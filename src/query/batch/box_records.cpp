// SPDX-License-Identifier: Apache-2.0
#include "query/batch/box_records.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "narrow/sat/box_balls.hpp"
#include "query/batch/columns.hpp"

namespace sunder::detail::batch {
namespace {

/// As Extents of narrow/sat/box_lanes-inl.hpp.
void write_box(const HullBlock& hull, BoxRecord& record) noexcept {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < 3; ++k) {
    const double low = hull.lower[k] * 0.5;
    const double high = hull.upper[k] * 0.5;
    record.half[k] = hull.in_filter_range ? high - low : kNaN;
    record.middle[k] = high + low;
    record.most[k] = hull.max_abs[k];
  }
  const bool has_balls = hull.in_filter_range && sat::is_about_origin(hull);
  record.circumscribed = has_balls ? hull.circumscribed : kNaN;
  record.inscribed = has_balls ? hull.inscribed : kNaN;
  record.box = 1;
}

}  // namespace

BoxRecords::BoxRecords(const PairBatch<3>& batch) noexcept {
  const Column<Polytope3>& table = batch.polytopes;
  if (table.count <= 0 || table.count > batch.count || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) BoxRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  count_ = static_cast<std::uint32_t>(table.count);
  bool any = false;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const auto index = static_cast<std::int32_t>(i);
    const HullBlock& hull = BlockAccess::block(entry_at(table.data, table.stride, index));
    BoxRecord& record = records_[i];
    if (hull.shape == Shape::box) write_box(hull, record);
    any = any || record.is_box();
    all_boxes_ = all_boxes_ && record.is_box();
    const auto is_zero = [](double x) { return is_zero_bits(x); };
    all_centred_ = all_centred_ && std::all_of(record.middle.begin(), record.middle.end(), is_zero);
  }
  if (!any) records_.reset();
}

}  // namespace sunder::detail::batch
