// SPDX-License-Identifier: Apache-2.0
//
// Declares the kernels of the lanes. Each sets the codes of all items that it is given.
//
// A kernel has:
//   Record     the record of a body that it reads
//   kMeasures  whether it sets distances
//   kRounds    2 if it may leave items waiting, which run() settles once `second` is true
//   takes_all, takes_none, takes    whether it takes all pairs of these records, none, or this one
//   run        settles items
#pragma once

#include "batch/lane_items.hpp"
#include "batch/support_table.hpp"
#include "sunder/export.hpp"

namespace sunder::detail::batch {

/// Takes pairs of two boxes.
template <class Record>
struct OfBoxes {
  static bool takes_all(const RecordView<Record>& all) noexcept { return all.all_boxes; }
  static bool takes_none(const RecordView<Record>& all) noexcept { return all.no_boxes; }
  static bool takes(const Record& a, const Record& b) noexcept { return a.is_box() && b.is_box(); }
};

/// Decides pairs of boxes by all axes.
struct BoxKernel : OfBoxes<HullRecord> {
  using Record = HullRecord;
  static constexpr bool kMeasures = false;
  static constexpr int kRounds = 1;
  PoseTable<3>::Form form;
  void run(const LaneTables& tables, LaneItems& items) const noexcept;
};

/// Compares pairs by balls: any pairs with their margins, or those that are not both boxes.
struct BallKernel {
  using Record = HullRecord;
  static constexpr bool kMeasures = false;
  static constexpr int kRounds = 1;
  PoseTable<3>::Form form;
  bool padded;
  bool takes_all(const RecordView<Record>& all) const noexcept { return padded || all.no_boxes; }
  bool takes_none(const RecordView<Record>& all) const noexcept { return !padded && all.all_boxes; }
  bool takes(const Record& a, const Record& b) const noexcept {
    return padded || !BoxKernel::takes(a, b);
  }
  void run(const LaneTables& tables, LaneItems& items) const noexcept;
};

/// Measures the distances of boxes: all pairs in a first round, then by the axis of the greatest gap.
struct DistanceKernel : OfBoxes<BoxRecord> {
  using Record = BoxRecord;
  static constexpr bool kMeasures = true;
  static constexpr int kRounds = 2;
  PoseTable<3>::Form form;
  double width;
  bool second = false;
  void run(const BoxTables& tables, LaneItems& items) const noexcept;
};

/// Decides polygons by balls, and by all edges.
struct PolygonKernel {
  using Record = PolygonRecord;
  static constexpr bool kMeasures = false;
  static constexpr int kRounds = 2;
  PoseTable<2>::Form form;
  bool second = false;
  static bool takes_all(const RecordView<Record>&) noexcept { return true; }
  static bool takes_none(const RecordView<Record>& all) noexcept { return all.corners == 0; }
  static bool takes(const Record&, const Record&) noexcept { return true; }
  void run(const PlaneTables& tables, LaneItems& items) const noexcept;
};

/// A hull in the form that lanes over the poses of one pair read. Its vertices are read once for as
/// many poses as a vector has lanes.
struct LaneHull {
  const float* points;  ///< three rows
  std::int32_t stride;
  std::int32_t count;
  std::array<float, 3> most;    ///< bounds on the magnitudes of coordinates
  std::array<float, 3> centre;  ///< rounded; the hull holds a ball about it if it is solid
  bool solid;                   ///< else it may be flat: its centre proves no overlap
  bool box;                     ///< `lower` and `upper` are its vertices' coordinates
  std::array<float, 3> lower, upper;
  /// Read in place of the vertices, where poses are rigid up to 2^-8; may be null.
  const SupportTable* table = nullptr;

  /// Returns whether the hull is a solid of at most kLaneVertices vertices and of no extreme size.
  static bool suits(const HullBlock& hull) noexcept;
  /// Returns whether lanes can separate the hull, solid or not: it has vertices, of no extreme size.
  /// One of more than kFloatVertices takes a table.
  SUNDER_EXPORT static bool can_separate(const HullBlock& hull) noexcept;
  SUNDER_EXPORT explicit LaneHull(const HullBlock& hull) noexcept;
};

/// The most vertices for these lanes. Larger hulls are faster one pose at a time, a vertex a lane.
inline constexpr std::int32_t kLaneVertices = 64;
static_assert(kLaneVertices <= kFloatVertices);

/// Decides poses of one pair that balls have left open. Reads only the indices of poses.
struct HullKernel {
  static constexpr bool kMeasures = false;
  static constexpr int kRounds = 2;
  PoseTable<3>::Form form;
  const LaneHull& a;
  const LaneHull& b;
  /// Bodies no farther apart than this are left open, or overlap. Not negative.
  float margin = 0;
  /// A direction in a's frame, read before the line of the centres and then set to the last one that
  /// separated a pose; may be null.
  float* hint = nullptr;
  bool second = false;
  SUNDER_EXPORT void run(const LanePoses& tables, LaneItems& items) const noexcept;
};

/// Measures the distances of one pair of hulls at many poses: those that are apart, the others stay
/// open. Reads only the indices of poses.
struct HullDistanceKernel {
  static constexpr bool kMeasures = true;
  static constexpr int kRounds = 1;
  PoseTable<3>::Form form;
  const HullBlock& a;
  const HullBlock& b;
  double width;  ///< as MeasureOptions has it
  SUNDER_EXPORT static bool suits(const HullBlock& hull) noexcept;
  SUNDER_EXPORT void run(const LanePoses& tables, LaneItems& items) const noexcept;
};

}  // namespace sunder::detail::batch
