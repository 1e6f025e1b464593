// SPDX-License-Identifier: Apache-2.0
//
// Holds one vector of space in the lanes of a single vector of doubles: x, y, z and a last lane.
// Highway's operations apply directly; the functions here are those that mix lanes. Three of these
// form a Mat3<Packed> of space-inl.hpp. A Vec3<Packed> may be one vector whose coordinates fill all
// lanes. If four doubles do not fit into a vector, a Few of three replaces it.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_PACKED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_PACKED_INL_HPP
#undef SUNDER_LANES_PACKED_INL_HPP
#else
#define SUNDER_LANES_PACKED_INL_HPP
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "lanes/few-inl.hpp"
#include "lanes/mask-inl.hpp"
#include "lanes/shuffle-inl.hpp"
#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE

using PackedTag = hn::CappedTag<double, 4>;
using Packed = hn::Vec<PackedTag>;
using PackedMask = hn::Mask<PackedTag>;

/// Loads three numbers; the last lane is 0.
HWY_INLINE Packed load_packed(const double* from) {
  return hn::MaskedLoad(hn::FirstN(PackedTag(), 3), PackedTag(), from);
}
/// Writes four numbers.
HWY_INLINE void store_packed(Packed v, double* to) { hn::Store(v, PackedTag(), to); }
/// Loads what store_packed() wrote.
HWY_INLINE Packed load_all(const double* from) { return hn::Load(PackedTag(), from); }

/// Clears the last lane.
HWY_INLINE Packed without_last(Packed v) {
  return hn::IfThenElseZero(hn::FirstN(PackedTag(), 3), v);
}
/// Returns y, z, x and the last lane.
HWY_INLINE Packed turned(Packed v) { return in_order<1, 2, 0, 3>(v); }
/// Returns z, x, y and the last lane.
HWY_INLINE Packed turned_back(Packed v) { return in_order<2, 0, 1, 3>(v); }
/// Returns lane 0 of the first vector, lane 1 of the second, lane 2 of the third.
HWY_INLINE Packed picked(Packed a, Packed b, Packed c) {
  return hn::ConcatUpperLower(PackedTag(), c, hn::OddEven(b, a));
}
/// Puts three numbers side by side; the last lane is 0.
HWY_INLINE Packed side_by_side(double x, double y, double z) {
  const hn::CappedTag<double, 2> half;
  const auto low = hn::InterleaveLower(half, hn::Set(half, x), hn::Set(half, y));
  const auto high = hn::InterleaveLower(half, hn::Set(half, z), hn::Zero(half));
  return hn::Combine(PackedTag(), high, low);
}
/// Copies one lane to all lanes.
template <int kLane>
HWY_INLINE Packed repeated(Packed v) {
  return in_order<kLane, kLane, kLane, kLane>(v);
}
HWY_INLINE Vec3<Packed> spread(Packed v) {
  return {repeated<0>(v), repeated<1>(v), repeated<2>(v)};
}

HWY_INLINE Packed filled(double x) { return hn::Set(PackedTag(), x); }
HWY_INLINE PackedMask positive(Packed v) { return hn::Gt(v, hn::Zero(PackedTag())); }
/// Returns v where `sign` is positive, -v where it is negative; lane by lane.
HWY_INLINE Packed times_sign(Packed v, Packed sign) {
  return hn::Xor(v, hn::And(hn::SignBit(PackedTag()), sign));
}

/// Returns a bit for each of the first three lanes.
HWY_INLINE unsigned bits_of(PackedMask mask) { return bits_of_mask(PackedTag(), mask) & 7U; }
HWY_INLINE PackedMask mask_of(unsigned bits) {
  alignas(32) static constexpr double kLanes[8][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0},
                                                      {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
                                                      {0, 1, 1, 0}, {1, 1, 1, 0}};
  return hn::Gt(hn::Load(PackedTag(), kLanes[bits]), hn::Zero(PackedTag()));
}

/// Loads the columns of a row-major matrix. The last lanes are unspecified.
HWY_INLINE Mat3<Packed> load_columns(const double* rows) {
  const PackedTag lanes;
  const Packed x = hn::LoadU(lanes, rows);
  const Packed y = hn::LoadU(lanes, rows + 3);
  const Packed z = load_packed(rows + 6);
  const Packed even = hn::InterleaveLower(lanes, x, y);
  const Packed odd = hn::InterleaveUpper(lanes, x, y);
  return {{hn::ConcatLowerLower(lanes, z, even),
           hn::ConcatLowerLower(lanes, hn::InterleaveUpper(lanes, z, z), odd),
           hn::ConcatUpperUpper(lanes, z, even)}};
}
// The functions below require 0 in the last lanes of their arguments.

/// Adds the halves of v first, (x + z) + y, like sum_by_halves(); in each lane.
HWY_INLINE Packed sum_of_all(Packed v) {
  const auto halves = hn::Add(v, hn::ConcatLowerUpper(PackedTag(), v, v));
  return hn::Add(halves, hn::Shuffle01(halves));
}
HWY_INLINE double total(Packed v) { return hn::GetLane(sum_of_all(v)); }
/// Returns the largest of sizes.
HWY_INLINE double largest_of(Packed sizes) {
  return hn::GetLane(hn::MaxOfLanes(PackedTag(), sizes));
}
HWY_INLINE Packed unfused_cross(Packed p, Packed q) {
  return turned(hn::Sub(hn::Mul(p, turned(q)), hn::Mul(turned(p), q)));
}

#else

using PackedTag = FewTag<double, 3>;
using Packed = Few<double, 3>;
using PackedMask = FewMask;

HWY_INLINE Packed load_packed(const double* from) { return LoadU(PackedTag(), from); }
HWY_INLINE void store_packed(const Packed& v, double* to) { StoreU(v, PackedTag(), to); }
HWY_INLINE Packed load_all(const double* from) { return load_packed(from); }
HWY_INLINE Packed without_last(const Packed& v) { return v; }
HWY_INLINE Packed turned(const Packed& v) { return {{v.lane[1], v.lane[2], v.lane[0]}}; }
HWY_INLINE Packed turned_back(const Packed& v) { return {{v.lane[2], v.lane[0], v.lane[1]}}; }
HWY_INLINE Packed picked(const Packed& a, const Packed& b, const Packed& c) {
  return {{a.lane[0], b.lane[1], c.lane[2]}};
}
HWY_INLINE Packed side_by_side(double x, double y, double z) { return {{x, y, z}}; }
HWY_INLINE double total(const Packed& v) { return (v.lane[0] + v.lane[2]) + v.lane[1]; }
HWY_INLINE double largest_of(const Packed& sizes) {
  return std::max(std::max(sizes.lane[0], sizes.lane[1]), sizes.lane[2]);
}
HWY_INLINE Packed unfused_cross(const Packed& p, const Packed& q) {
  return turned(Sub(Mul(p, turned(q)), Mul(turned(p), q)));
}
HWY_INLINE Vec3<Packed> spread(const Packed& v) {
  const PackedTag lanes;
  return {Set(lanes, v.lane[0]), Set(lanes, v.lane[1]), Set(lanes, v.lane[2])};
}
HWY_INLINE Packed filled(double x) { return Set(PackedTag(), x); }
HWY_INLINE PackedMask positive(const Packed& v) { return Gt(v, Zero(PackedTag())); }
HWY_INLINE Packed times_sign(const Packed& v, const Packed& sign) {
  return make_few<double, 3>(
      [&](int i) HWY_ATTR { return std::signbit(sign.lane[i]) ? -v.lane[i] : v.lane[i]; });
}
HWY_INLINE unsigned bits_of(PackedMask mask) { return mask.bits; }
HWY_INLINE PackedMask mask_of(unsigned bits) { return {bits}; }
HWY_INLINE Mat3<Packed> load_columns(const double* rows) {
  const auto column = [rows](int k) HWY_ATTR {
    return Packed{{rows[k], rows[3 + k], rows[6 + k]}};
  };
  return {{column(0), column(1), column(2)}};
}

#endif

HWY_INLINE Vec3<Packed> times_sign(const Vec3<Packed>& p, Packed sign) {
  return {times_sign(p.x, sign), times_sign(p.y, sign), times_sign(p.z, sign)};
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_PACKED_INL_HPP
