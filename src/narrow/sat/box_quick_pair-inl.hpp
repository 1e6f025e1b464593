// SPDX-License-Identifier: Apache-2.0
//
// Loads two boxes in the form that box_quick_depth.cpp and box_quick_distance.cpp use: vectors of
// doubles, with their axes in floats. The number of the axis is known late, so the data that depend
// on it are read from memory. Hence no branch depends on the axis.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_QUICK_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_QUICK_PAIR_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_QUICK_PAIR_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_QUICK_PAIR_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_deepest-inl.hpp"
#include "narrow/sat/box_float_axes-inl.hpp"
#include "narrow/sat/box_lanes-inl.hpp"

#ifndef SUNDER_NARROW_SAT_OWN_EDGES
#define SUNDER_NARROW_SAT_OWN_EDGES
namespace sunder::detail::sat {

/// The two edges of an axis: their positions and their bodies, as factors.
struct alignas(32) OwnEdges {
  using Factors = std::array<double, 4>;
  std::array<Factors, 2> held;                 ///< 0 for a's, and b's, edges that are its own
  std::array<std::array<Factors, 2>, 2> only;  ///< [body][which]: 1 for that edge alone
  std::array<double, 2> of_a;                  ///< 1 if the first, the second, is a's
  std::array<std::uint32_t, 2> at;             ///< their indices among the six columns
  std::uint32_t lanes;                         ///< of the axis
};
constexpr std::array<OwnEdges, 16> own_edges() noexcept {
  std::array<OwnEdges, 16> all{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t axis = i < kBoxAxes ? i : 12;
    all[i].held = kHeldEdges.of[axis];
    all[i].lanes = lanes_of_axis(axis);
    for (std::size_t j = 0; j < 2; ++j) {
      const std::size_t k = kBoxAxisEdges[axis][j];
      all[i].only[k / 3][j][k % 3] = 1;
      all[i].of_a[j] = k < 3 ? 1 : 0;
      all[i].at[j] = static_cast<std::uint32_t>(k);
    }
  }
  return all;
}
inline constexpr std::array<OwnEdges, 16> kOwnEdges = own_edges();

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// One body.
struct QuickBody {
  HWY_INLINE explicit QuickBody(const Body<3>& body)
      : r(load_rows(linear_data(*body.pose))),
        extents(extents_of(*body.hull)),
        most(load_packed(body.hull->max_abs)),
        offset(load_packed(offset_data(*body.pose))),
        stretch(greatest_singular_value(*body.pose)) {}
  /// Returns half the extents along u, or opposite to it, from the rises of the edges.
  HWY_INLINE LanesOf to_vertex(LanesOf rise, LanesOf held) const {
    return hn::CopySign(hn::Mul(extents.half, held), rise);
  }

  Mat3<LanesOf> r;
  Extents extents;
  LanesOf most;
  LanesOf offset;
  double stretch;
};

/// A direction u, the inputs of its bounds, and the rises of the edges along it.
struct QuickDirection {
  LanesOf u;
  LanesOf rise_a, rise_b;
  LanesOf sums;   ///< of u . c, u . u, |u| . reach and |u|_1
  LanesOf width;  ///< half extents times the rises, in each lane
};

/// Both boxes, with the values of BoxDifference.
struct QuickPair {
  HWY_INLINE explicit QuickPair(const Pair<3>& posed) : pair(posed), a(posed.a), b(posed.b) {
    const Lanes lanes;
    Mat3<LanesOf> sizes;
    for (int l = 0; l < 3; ++l) {
      sizes[l] = hn::MulAdd(hn::Abs(b.r[l]), b.most, hn::Mul(hn::Abs(a.r[l]), a.most));
    }
    offset = hn::Sub(b.offset, a.offset);
    centre = offset;
    const auto aside = hn::Or(a.extents.middle, b.extents.middle);
    centred = hn::AllTrue(lanes, hn::Eq(aside, hn::Zero(lanes)));
    if (!centred) centre = hn::Add(middles(), offset);
    drift = (drift_of(pair.a) + drift_of(pair.b)) * kBoundRounding;
    const auto drifts = hn::IfThenElseZero(hn::FirstN(lanes, 3), hn::Set(lanes, drift));
    reach = hn::Add(hn::Add(sums_of_rows(sizes), hn::Abs(offset)), drifts);
    reaches = hn::GetLane(hn::SumOfLanes(lanes, reach));
    longest = longest_edge(pair);
    const Mat3<LanesOf> columns_a = transposed(a.r);
    const Mat3<LanesOf> columns_b = transposed(b.r);
    for (std::size_t k = 0; k < 3; ++k) {
      hn::Store(columns_a[k], lanes, columns[k]);
      hn::Store(columns_b[k], lanes, columns[3 + k]);
    }
    hn::Store(a.extents.half, lanes, half);
    hn::Store(b.extents.half, lanes, half + 4);
  }

  /// Rounds the rows of both R to floats, and the values to broadcast.
  HWY_INLINE void to_floats(FloatsOf (&row)[3], FloatsOf& halves, FloatBoxes& boxes) const {
    halves = HWY_NAMESPACE::to_floats(a.extents.half, b.extents.half);
    for (int l = 0; l < 3; ++l) {
      row[l] = HWY_NAMESPACE::to_floats(a.r[l], b.r[l]);
      hn::Store(hn::Mul(row[l], halves), Floats(), boxes.half_edge[l]);
    }
    const hn::Rebind<float, Lanes> four;
    hn::Store(hn::DemoteTo(four, centre), four, boxes.centre);
  }
  /// Returns E of box_float_axes-inl.hpp, and its addition to a squared length.
  HWY_INLINE FloatsOf float_error() const {
    const double error = longest * longest * reaches * kFloatGapUnits;
    return hn::Set(Floats(), static_cast<float>(error * (1 + kToFloatShare)));
  }
  HWY_INLINE FloatsOf float_square_error() const {
    const double squared = longest * longest;
    return hn::Set(Floats(), static_cast<float>(squared * squared *
                                                (kFloatSquareUnits * (1 + kToFloatShare))));
  }

  HWY_INLINE QuickDirection measure(LanesOf u) const {
    QuickDirection found;
    const auto size = hn::Abs(u);
    found.u = u;
    found.sums = sums_of_four(hn::Mul(u, centre), hn::Mul(u, u), hn::Mul(size, reach), size);
    const Vec3<LanesOf> along = spread(u);
    found.rise_a = combined(a.r, along);
    found.rise_b = combined(b.r, along);
    found.width = hn::MulAdd(a.extents.half, hn::Abs(found.rise_a),
                             hn::Mul(b.extents.half, hn::Abs(found.rise_b)));
    return found;
  }

  HWY_INLINE double units() const { return centred ? kUnitsOfCentred : kUnitsOfAny; }
  HWY_INLINE double half_of(std::uint32_t edge) const { return half[edge < 3 ? edge : edge + 1]; }

  /// Returns true if floats and the lemmas hold for such boxes.
  HWY_INLINE bool in_range() const {
    const auto most = hn::Max(a.most, b.most);
    return pair.a.in_filter_range() && pair.b.in_filter_range() && longest >= 0.5 && longest <= 2 &&
           reaches > kLeastForFloats && reaches < kMostForFloats &&
           hn::AllTrue(Lanes(), hn::Le(most, hn::Set(Lanes(), kMostCoordinate)));
  }

  /// Returns the vector from a's middle to b's, without the offsets.
  HWY_INLINE LanesOf middles() const {
    Mat3<LanesOf> middle;
    for (int l = 0; l < 3; ++l) {
      middle[l] = hn::MulSub(b.r[l], b.extents.middle, hn::Mul(a.r[l], a.extents.middle));
    }
    return sums_of_rows(middle);
  }

  const Pair<3>& pair;
  QuickBody a, b;
  LanesOf offset;  ///< b's minus a's
  LanesOf centre;
  LanesOf reach;
  double drift;
  double reaches;  ///< the sum of reach
  double longest;
  bool centred;
  alignas(32) double columns[6][4];
  alignas(32) double half[8];
};

HWY_INLINE void store_three(LanesOf v, Vector3& to) {
  alignas(32) double entries[4];
  hn::Store(v, Lanes(), entries);
  to = {entries[0], entries[1], entries[2]};
}

/// Returns the least of both blocks' lanes.
HWY_INLINE std::int32_t least_of(WordsOf first, WordsOf second) {
  const hn::Half<Words> words;
  const auto least = hn::Min(first, second);
  return hn::GetLane(
      hn::MinOfLanes(words, hn::Min(hn::LowerHalf(words, least), hn::UpperHalf(words, least))));
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
