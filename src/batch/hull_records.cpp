// SPDX-License-Identifier: Apache-2.0
#include "batch/hull_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "batch/bounds.hpp"
#include "batch/hull_table.hpp"

namespace sunder::detail::batch {
namespace {

/// More than the roundings of a conversion and a few operations, in any mode.
constexpr double kUp = 1 + kRecordShare;
constexpr double kDown = 1 - kRecordShare;

/// The ball is about the middle of the box, which need not be the block's own centre.
void write_box(const HullBlock& hull, HullRecord& record) noexcept {
  double squared = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = 0.5 * (hull.upper[k] - hull.lower[k]);
    record.half[k] = static_cast<float>(half);
    record.centre[k] = static_cast<float>(0.5 * hull.lower[k] + 0.5 * hull.upper[k]);
    squared += half * half;
    least = std::min(least, half);
  }
  record.circumscribed = static_cast<float>(std::sqrt(squared) * kUp);
  record.inscribed = static_cast<float>(least * kDown);
}

/// Within the range in which no square above overflows or vanishes, nor a float.
bool in_range(const HullBlock& hull) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(hull.max_abs[k] <= kMostRecordCoordinate)) return false;
  }
  return hull.count > 0;
}

}  // namespace

void write_hull_record(const HullBlock& hull, HullRecord& record) noexcept {
  if (in_range(hull) && hull.shape == Shape::box) return write_box(hull, record);
  record = {};
  record.half[0] = -1;
  if (!in_range(hull)) {
    record.circumscribed = std::numeric_limits<float>::quiet_NaN();
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) record.centre[k] = static_cast<float>(hull.centre[k]);
  record.circumscribed = static_cast<float>(hull.circumscribed * kUp);
  record.inscribed = static_cast<float>(hull.inscribed * kDown);
}

void HullColumns::set(std::size_t place, const HullRecord& record) noexcept {
  for (std::size_t k = 0; k < 3; ++k) half[k][place] = record.half[k];
  circumscribed[place] = record.circumscribed;
}

void RecordView::include(const HullRecord& record) noexcept {
  all_boxes = all_boxes && record.is_box();
  no_boxes = no_boxes && !record.is_box();
  for (const float entry : record.centre) all_centred = all_centred && entry == 0;
}

HullRecords::HullRecords(const Column<Polytope3>& table, std::int64_t items) noexcept {
  if (table.count <= 0 || table.count > items || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) HullRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  view_.data = records_.get();
  view_.count = static_cast<std::int32_t>(table.count);
  for (std::int32_t i = 0; i < view_.count; ++i) {
    prefetch_ahead(table, i);
    HullRecord& record = records_[static_cast<std::size_t>(i)];
    write_hull_record(block_of(table, i), record);
    view_.include(record);
    if (i < HullColumns::kMost) columns_.set(static_cast<std::size_t>(i), record);
  }
  if (view_.count <= HullColumns::kMost) view_.columns = &columns_;
}

RecordView BlockRecords::make(const Column<Polytope3>& table, std::int32_t count,
                              std::int32_t* body_a, std::int32_t* body_b) noexcept {
  RecordView view;
  view.data = records_.data();
  view.count = static_cast<std::int32_t>(records_.size());
  const auto write = [&](const HullBlock& hull, std::size_t place) {
    write_hull_record(hull, records_[place]);
    view.include(records_[place]);
  };
  all_made_ = make_records(table, count, body_a, body_b, write);
  return view;
}

}  // namespace sunder::detail::batch
