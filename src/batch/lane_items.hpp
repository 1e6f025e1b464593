// SPDX-License-Identifier: Apache-2.0
//
// What the kernels of a block read and write: items whose indices were found to be in their tables.
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

/// Items that are asked for before they are wanted: enough to cover the way to memory, few enough
/// for the first cache. At most kPadding more than one.
inline constexpr std::size_t kAhead = 16;

/// Entries behind the last item that lanes may read: of a group that is not full.
inline constexpr std::size_t kPadding = 16;
using BlockOfIndices = std::array<std::int32_t, kBlock + kPadding>;

/// Fills up the last group of `count` items, at least one, with the last of them.
inline void fill_last_group(BlockOfIndices& list, std::int32_t count) noexcept {
  std::fill_n(list.begin() + count, kPadding, list[static_cast<std::size_t>(count - 1)]);
}

/// Where the indices of some items lie, one behind the other. Lanes read whole groups, so kPadding
/// more than there are can be read where their number is no multiple of it.
struct LaneLists {
  const std::int32_t *body_a, *body_b, *pose_a, *pose_b;
};

/// The largest index of each kind, read as an unsigned number: a negative one is above them all.
struct LargestIndices {
  std::uint32_t hull, pose;
};
LargestIndices largest_indices(const LaneLists& lists, std::int32_t count) noexcept;

/// Items by indices that are in their tables, and what lanes prove of them.
struct LaneItems {
  LaneLists lists;
  alignas(64) std::array<float, kBlock + kPadding> lower, upper;        ///< of margins, where asked
  alignas(64) std::array<double, kBlock + kPadding> nearest, farthest;  ///< distances, where asked
  alignas(64) std::array<std::uint8_t, kBlock + kPadding> codes;
  std::int32_t count = 0;
};

/// The poses, as the kernels read them.
struct LanePoses {
  const std::byte* poses;
  std::int64_t pose_stride;
  bool far;  ///< they do not lie in a cache of the core's own
};

/// The tables, as the kernels read them.
template <class Record>
struct Tables : LanePoses {
  const Record* records;
  const typename Record::Columns* columns;  ///< null where the table is long
  std::int32_t bodies;
  std::int32_t corners;
  bool centred;  ///< every centre is the origin
};
using LaneTables = Tables<HullRecord>;
using PlaneTables = Tables<PolygonRecord>;
using BoxTables = Tables<BoxRecord>;

/// What is asked of items: pairs of boxes; any bodies, of which balls are compared; the same with
/// margins.
enum class LaneKind : std::uint8_t { boxes, balls, margins };

/// Beside LaneCode: apart, and to be asked once more, by the axis of the greatest gap. That takes
/// as long as all else, so that pairs of which it is needed are brought together first.
inline constexpr std::uint8_t kWaiting = kLaneCodes;

// The kernels: each sets the codes of all items.
void settle_lane_items(PoseTable<3>::Form form, const LaneTables& tables, LaneKind kind,
                       LaneItems& items) noexcept;
void settle_plane_items(PoseTable<2>::Form form, const PlaneTables& tables,
                        LaneItems& items) noexcept;
/// Pairs of boxes, their distances too; `by_axis`: all were found waiting.
void measure_lane_items(PoseTable<3>::Form form, const BoxTables& tables, double width,
                        bool by_axis, LaneItems& items) noexcept;

void count_lane_codes(std::int32_t count, LaneAnswers& answers) noexcept;

}  // namespace sunder::detail::batch
