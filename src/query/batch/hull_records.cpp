// SPDX-License-Identifier: Apache-2.0
#include "query/batch/hull_records.hpp"

#include <cmath>
#include <hwy/cache_control.h>
#include <limits>
#include <new>

#include "query/batch/columns.hpp"

namespace sunder::detail::batch {
namespace {

/// More than the roundings of a conversion and a few operations, in any mode.
constexpr double kUp = 1 + 0x1p-20;
constexpr double kDown = 1 - 0x1p-20;

/// The ball is about the middle of the box, which need not be the block's own centre.
HullRecord box_record(const HullBlock& hull) noexcept {
  HullRecord record;
  double squared = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = 0.5 * (hull.upper[k] - hull.lower[k]);
    record.half[k] = static_cast<float>(half);
    record.centre[k] = static_cast<float>(0.5 * hull.lower[k] + 0.5 * hull.upper[k]);
    squared += half * half;
    least = std::fmin(least, half);
  }
  record.circumscribed = static_cast<float>(std::sqrt(squared) * kUp);
  record.inscribed = static_cast<float>(least * kDown);
  return record;
}

/// Within the range in which no square above overflows or vanishes, nor a float.
bool in_range(const HullBlock& hull) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(hull.max_abs[k] <= 0x1p100)) return false;
  }
  return hull.count > 0;
}

}  // namespace

HullRecord make_hull_record(const HullBlock& hull) noexcept {
  if (!in_range(hull)) {
    HullRecord none;
    none.half[0] = -1;
    none.circumscribed = std::numeric_limits<float>::quiet_NaN();
    return none;
  }
  if (hull.shape == Shape::box) return box_record(hull);
  HullRecord record;
  record.half[0] = -1;
  for (std::size_t k = 0; k < 3; ++k) record.centre[k] = static_cast<float>(hull.centre[k]);
  record.circumscribed = static_cast<float>(hull.circumscribed * kUp);
  record.inscribed = static_cast<float>(hull.inscribed * kDown);
  return record;
}

HullRecords::HullRecords(const PairBatch<3>& batch) noexcept {
  const Column<Polytope3>& table = batch.polytopes;
  if (table.count <= 0 || table.count > batch.count || table.count > 0x7fffffff) return;
  records_.reset(new (std::nothrow) HullRecord[static_cast<std::size_t>(table.count)]);
  if (records_ == nullptr) return;
  count_ = static_cast<std::int32_t>(table.count);
  const auto block = [&table](std::int32_t i) -> const HullBlock& {
    return BlockAccess::block(entry_at(table.data, table.stride, i));
  };
  for (std::int32_t i = 0; i < count_; ++i) {
    // What a record is made of stands at the beginning of a block, and where its header says.
    if (i + 16 < count_) {
      const auto* const header = reinterpret_cast<const std::byte*>(&block(i + 16));
      hwy::Prefetch(header);
      hwy::Prefetch(header + 64);
    }
    if (i + 8 < count_) {
      hwy::Prefetch(block(i + 8).centre);
      hwy::Prefetch(block(i + 8).max_abs);
    }
    const HullRecord record = make_hull_record(block(i));
    all_boxes_ = all_boxes_ && record.is_box();
    for (const float entry : record.centre) all_centred_ = all_centred_ && entry == 0;
    records_[static_cast<std::size_t>(i)] = record;
  }
}

}  // namespace sunder::detail::batch
