// SPDX-License-Identifier: Apache-2.0
//
// Declares the data that the kernels of a block read and write. All indices of items were checked
// before.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "batch/box_records.hpp"
#include "batch/hull_records.hpp"
#include "batch/lanes.hpp"
#include "batch/polygon_records.hpp"

namespace sunder::detail::batch {

/// Items between a prefetch and its use: enough to cover the latency of memory, and few enough for
/// the first-level cache. At most kPadding + 1.
inline constexpr std::size_t kAhead = 16;

/// Entries behind the last item that lanes may read if the last group is not full.
inline constexpr std::size_t kPadding = 16;
using BlockOfIndices = std::array<std::int32_t, kBlock + kPadding>;

/// Fills the last group of `count` items with the last of them. There is at least one item.
inline void fill_last_group(BlockOfIndices& list, std::int32_t count) noexcept {
  std::fill_n(list.begin() + count, kPadding, list[static_cast<std::size_t>(count - 1)]);
}

/// The indices of some items, consecutive. Lanes read whole groups. If the number of items is no
/// multiple of kPadding, kPadding more entries are readable.
struct LaneLists {
  const std::int32_t *body_a, *body_b, *pose_a, *pose_b;
};

/// The largest index of each kind as an unsigned number. A negative index exceeds all others.
struct LargestIndices {
  std::uint32_t hull, pose;
};
LargestIndices largest_indices(const LaneLists& lists, std::int32_t count) noexcept;

/// Items with valid indices, and the codes that lanes prove.
struct LaneItems {
  LaneLists lists;
  alignas(64) std::array<float, kBlock + kPadding> lower, upper;        ///< bounds of margins
  alignas(64) std::array<double, kBlock + kPadding> nearest, farthest;  ///< bounds of distances
  alignas(64) std::array<std::uint8_t, kBlock + kPadding> codes;
  std::int32_t count = 0;
};

/// The poses in the form that the kernels read.
struct LanePoses {
  const std::byte* poses;
  std::int64_t pose_stride;
  bool far;  ///< the table exceeds the caches of a core
};

/// The tables in the form that the kernels read.
template <class Record>
struct Tables : LanePoses {
  const Record* records;
  const typename Record::Columns* columns;  ///< null if the table is long
  std::int32_t bodies;
  std::int32_t corners;
  bool centred;  ///< every centre is the origin
};
using LaneTables = Tables<HullRecord>;
using PlaneTables = Tables<PolygonRecord>;
using BoxTables = Tables<BoxRecord>;

/// A code beside LaneCode: the pair needs the kernel's second round. This round takes as long as all
/// else, so the pairs that need it are grouped first.
inline constexpr std::uint8_t kWaiting = kLaneCodes;

void count_lane_codes(std::int32_t count, LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
