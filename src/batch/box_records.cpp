// SPDX-License-Identifier: Apache-2.0
#include "batch/box_records.hpp"

#include <limits>
#include <new>

#include "batch/hull_table.hpp"
#include "narrow/sat/box_balls.hpp"

namespace sunder::detail::batch {
namespace {

/// Of a box as Extents of narrow/sat/box_lanes-inl.hpp has it. In its place, as a HullRecord.
void write_record(const HullBlock& hull, BoxRecord& record) noexcept {
  record.box = hull.shape == Shape::box ? 1 : 0;
  if (!record.is_box()) return;
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
}

}  // namespace

void BoxView::include(const BoxRecord& record) noexcept {
  all_boxes = all_boxes && record.is_box();
  no_boxes = no_boxes && !record.is_box();
  for (const double entry : record.middle) all_centred = all_centred && is_zero_bits(entry);
}

BoxRecords::BoxRecords(const Column<Polytope3>& table, std::int64_t items) noexcept {
  if (table.count <= 0 || table.count > items || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) BoxRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  view_.data = records_.get();
  view_.count = static_cast<std::uint32_t>(table.count);
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(table.count); ++i) {
    prefetch_ahead(table, i);
    BoxRecord& record = records_[static_cast<std::size_t>(i)];
    write_record(block_of(table, i), record);
    view_.include(record);
  }
}

BoxView BlockBoxes::make(const Column<Polytope3>& table, std::int32_t count, std::int32_t* body_a,
                         std::int32_t* body_b) noexcept {
  BoxView view;
  view.data = records_.data();
  view.count = static_cast<std::uint32_t>(records_.size());
  const auto write = [&](const HullBlock& hull, std::size_t place) {
    write_record(hull, records_[place]);
    view.include(records_[place]);
  };
  make_records(table, count, body_a, body_b, write);
  return view;
}

}  // namespace sunder::detail::batch
