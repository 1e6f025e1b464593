// SPDX-License-Identifier: Apache-2.0
//
// Idea: Lanes measure the distances of boxes group by group, as many pairs as a vector has doubles.
//   The result of a pair does not depend on the other pairs of its group.
// Source: The text of a single distance(): narrow/boxes/nearest-inl.hpp.
// Bound: The bounds of a single query, to the last bit.
// Cost: The records and matrices of a group are loaded and transposed once, in registers.
// Gives up: Pairs that the lanes do not decide, and groups with subnormal floats.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_DISTANCE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_DISTANCE_LANES_INL_HPP
#undef SUNDER_BATCH_DISTANCE_LANES_INL_HPP
#else
#define SUNDER_BATCH_DISTANCE_LANES_INL_HPP
#endif

#include <algorithm>
#include <hwy/highway.h>

#include "batch/groups-inl.hpp"
#include "batch/stretch_lanes-inl.hpp"
#include "geometry/pose_access.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

using boxes::BoxesOfPairs;
using boxes::Pairs;
using boxes::PairsOf;
using detail::HWY_NAMESPACE::lane_of;
using detail::HWY_NAMESPACE::QuadTag;
using FourNumbers = detail::HWY_NAMESPACE::Quad;

/// Four numbers of each pair: number p in `of[p]`.
struct FoursOfPairs {
  PairsOf of[4];
};

HWY_INLINE FourNumbers load_four(const double* from) { return LoadU(QuadTag(), from); }
HWY_INLINE FourNumbers load_four(const float* from) {
#if HWY_MAX_BYTES >= 32
  return hn::PromoteTo(QuadTag(), hn::LoadU(hn::FixedTag<float, 4>(), from));
#else
  const double four[4] = {from[0], from[1], from[2], from[3]};
  return load_four(four);
#endif
}

/// Transposes the numbers of a group; read(i) returns the four of pair i.
template <class Read>
HWY_INLINE FoursOfPairs transpose_fours(const Read& read) {
  const Pairs lanes;
#if HWY_TARGET == HWY_SCALAR
  const FourNumbers four = read(0);
  return {{hn::Set(lanes, lane_of<0>(four)), hn::Set(lanes, lane_of<1>(four)),
           hn::Set(lanes, lane_of<2>(four)), hn::Set(lanes, lane_of<3>(four))}};
#elif HWY_MAX_BYTES < 32
  const FourNumbers a = read(0);
  const FourNumbers b = read(1);
  return {{hn::InterleaveLower(lanes, a.part[0], b.part[0]),
           hn::InterleaveUpper(lanes, a.part[0], b.part[0]),
           hn::InterleaveLower(lanes, a.part[1], b.part[1]),
           hn::InterleaveUpper(lanes, a.part[1], b.part[1])}};
#else
  // The four of pair i with those of pair i + 4, if vectors are wide enough.
  const auto joined = [&](std::size_t i) HWY_ATTR {
#if HWY_MAX_BYTES >= 64
    return hn::Combine(lanes, read(i + 4), read(i));
#else
    return read(i);
#endif
  };
  const auto a = joined(0);
  const auto b = joined(1);
  const auto c = joined(2);
  const auto d = joined(3);
  const auto ab_low = hn::InterleaveLower(lanes, a, b);
  const auto ab_high = hn::InterleaveUpper(lanes, a, b);
  const auto cd_low = hn::InterleaveLower(lanes, c, d);
  const auto cd_high = hn::InterleaveUpper(lanes, c, d);
  return {{hn::OddEvenBlocks(hn::SwapAdjacentBlocks(cd_low), ab_low),
           hn::OddEvenBlocks(hn::SwapAdjacentBlocks(cd_high), ab_high),
           hn::OddEvenBlocks(cd_low, hn::SwapAdjacentBlocks(ab_low)),
           hn::OddEvenBlocks(cd_high, hn::SwapAdjacentBlocks(ab_high))}};
#endif
}

/// Reads four of the twelve numbers of a record.
struct FoursOfRecords {
  const BoxRecord* boxes;
  const std::int32_t* index;
  std::size_t first;
  HWY_INLINE FourNumbers operator()(std::size_t i) const {
    const auto* from = reinterpret_cast<const double*>(boxes + index[i]);
    return load_four(from + first);
  }
};

HWY_INLINE void load_records(const BoxRecord* boxes, bool centred, const std::int32_t* index,
                             BoxesOfPairs& to) {
  const FoursOfPairs half = transpose_fours(FoursOfRecords{boxes, index, 0});
  const FoursOfPairs most = transpose_fours(FoursOfRecords{boxes, index, 4});
  to.half = {half.of[0], half.of[1], half.of[2]};
  to.most = {most.of[0], most.of[1], most.of[2]};
  to.circumscribed = half.of[3];
  to.inscribed = most.of[3];
  to.middle = {hn::Zero(Pairs()), hn::Zero(Pairs()), hn::Zero(Pairs())};
  if (centred) return;
  const FoursOfPairs middle = transpose_fours(FoursOfRecords{boxes, index, 8});
  to.middle = {middle.of[0], middle.of[1], middle.of[2]};
}

/// Reads row `first` / 4 of a matrix.
template <class Real>
struct FoursOfMatrices {
  const std::byte* const* places;
  std::size_t first;
  HWY_INLINE FourNumbers operator()(std::size_t i) const {
    return load_four(reinterpret_cast<const Real*>(places[i]) + first);
  }
};
/// Reads four entries of R from `first` on. OffsetsOfPoses reads the offset.
struct FoursOfPoses {
  const std::byte* const* places;
  std::size_t first;
  HWY_INLINE FourNumbers operator()(std::size_t i) const {
    const auto& pose = *reinterpret_cast<const Pose3*>(places[i]);
    return load_four(linear_data(pose) + first);
  }
};
struct OffsetsOfPoses {
  const std::byte* const* places;
  HWY_INLINE FourNumbers operator()(std::size_t i) const {
    return detail::HWY_NAMESPACE::load_three(
        offset_data(*reinterpret_cast<const Pose3*>(places[i])));
  }
};

/// Returns whether the host may read one of the floats as zero. The test reads bits.
HWY_INLINE bool has_subnormals(const std::byte* const* places) {
  const hn::CappedTag<std::uint32_t, 4> four;
  auto least = hn::Set(four, 0xffffffffU);
  for (std::size_t i = 0; i < hn::Lanes(Pairs()); ++i) {
    for (std::size_t l = 0; l < 12; l += hn::Lanes(four)) {
      const auto bits = hn::LoadU(four, reinterpret_cast<const std::uint32_t*>(places[i]) + l);
      // The subtraction makes a zero the largest number.
      const auto size = hn::And(bits, hn::Set(four, 0x7fffffffU));
      least = hn::Min(least, hn::Sub(size, hn::Set(four, 1)));
    }
  }
  return !hn::AllFalse(four, hn::Lt(least, hn::Set(four, 0x7fffffU)));
}

/// Loads the poses of one side of a group, with singular values if kStretch. Returns false if the host
/// may read an entry as zero.
template <class Stored, bool kStretch = true>
HWY_INLINE bool load_poses(const std::byte* const* places, BoxesOfPairs& to) {
  if constexpr (std::is_same_v<Stored, Pose3>) {
    const FoursOfPairs row0 = transpose_fours(FoursOfPoses{places, 0});
    const FoursOfPairs row1 = transpose_fours(FoursOfPoses{places, 3});
    const FoursOfPairs row2 = transpose_fours(FoursOfPoses{places, 5});
    const FoursOfPairs offset = transpose_fours(OffsetsOfPoses{places});
    to.r[0] = {row0.of[0], row0.of[1], row0.of[2]};
    to.r[1] = {row1.of[0], row1.of[1], row1.of[2]};
    to.r[2] = {row2.of[1], row2.of[2], row2.of[3]};
    to.offset = {offset.of[0], offset.of[1], offset.of[2]};
    constexpr std::size_t kMost = 8;
    alignas(64) double least[kMost], greatest[kMost], error[kMost];
    for (std::size_t i = 0; i < hn::Lanes(Pairs()); ++i) {
      const auto& pose = *reinterpret_cast<const Pose3*>(places[i]);
      error[i] = linear_error(pose);
      if constexpr (!kStretch) continue;
      least[i] = least_singular_value(pose);
      greatest[i] = greatest_singular_value(pose);
    }
    if constexpr (kStretch) {
      to.least = hn::Load(Pairs(), least);
      to.greatest = hn::Load(Pairs(), greatest);
    }
    to.linear_error = hn::Load(Pairs(), error);
    to.drift = hn::Mul(to.linear_error, sum(to.most));
    return true;
  } else {
    FoursOfPairs row[3];
    for (std::size_t l = 0; l < 3; ++l) {
      row[l] = transpose_fours(FoursOfMatrices<Stored>{places, 4 * l});
      to.r[l] = {row[l].of[0], row[l].of[1], row[l].of[2]};
    }
    to.offset = {row[0].of[3], row[1].of[3], row[2].of[3]};
    to.linear_error = to.drift = hn::Zero(Pairs());
    if constexpr (kStretch) set_stretch(to);
    return std::is_same_v<Stored, double> || !has_subnormals(places);
  }
}

/// Measures groups of boxes, as many pairs as a vector has doubles.
template <class Stored>
struct DistanceGroups {
  static constexpr std::size_t kBytes = kStoredBytes<Stored>;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Pairs()); }

  const BoxTables& tables;
  LaneItems& items;
  double wanted;  ///< width of an interval
  bool by_axis;   ///< the second round

  HWY_INLINE void settle(const Places& places, std::size_t first) const {
    const Pairs lanes;
    BoxesOfPairs a, b;
    load_records(tables.records, tables.centred, items.lists.body_a + first, a);
    load_records(tables.records, tables.centred, items.lists.body_b + first, b);
    const bool whole_a = load_poses<Stored>(places.a.data() + first, a);
    const bool whole_b = load_poses<Stored>(places.b.data() + first, b);
    boxes::PairDistances pairs(a, b);
    const boxes::DistancesOfPairs found =
        by_axis ? pairs.measure_by_axis(wanted) : pairs.measure(wanted);
    hn::StoreU(hn::IfThenElseZero(found.apart, found.lower), lanes, items.nearest.data() + first);
    hn::StoreU(hn::IfThenElseZero(found.apart, found.upper), lanes, items.farthest.data() + first);
    auto codes = hn::Set(boxes::PairBits(), std::uint64_t{kOpen});
    if (whole_a && whole_b) {
      codes = with_code(kApartByAxes, found.apart, codes);
      codes = with_code(kOverlapByAxes, found.overlapping, codes);
      codes = with_code(kOverlapByBalls, found.inside, codes);
      codes = with_code(kWaiting, found.waiting, codes);
    }
    const hn::Rebind<std::uint8_t, boxes::PairBits> bytes;
    hn::StoreU(hn::TruncateTo(bytes, codes), bytes, items.codes.data() + first);
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_DISTANCE_LANES_INL_HPP
