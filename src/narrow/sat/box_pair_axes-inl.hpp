// SPDX-License-Identifier: Apache-2.0
//
// Computes the axis of the greatest gap of pairs of boxes, a pair a lane: number_of_greatest() and
// RigidAxes of box_rigid-inl.hpp. Each lane has another axis, so its data are gathered by a code.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_PAIR_AXES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_PAIR_AXES_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_PAIR_AXES_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_PAIR_AXES_INL_HPP
#endif

#include <hwy/highway.h>

#include "narrow/sat/box_axis_starts.hpp"
#include "narrow/sat/box_rigid-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_PAIR_AXES
#define SUNDER_NARROW_SAT_BOX_PAIR_AXES
namespace sunder::detail::sat {

/// An AxisStart and its AxisEdges in one number, which each lane reads by its axis:
///
///   bits  0 to 23   six entries, of a, then of b: the index in C, row by row, or kNoEntry
///   bits 24 to 29   six signs: the entry is reversed
///   bits 30 to 35   six flags: the edge is held
///   bits 36 to 43   the first entries of the two edges, in a's matrix and then b's, row by row
inline constexpr std::uint64_t kNoEntry = 9;
inline constexpr int kEntryBits = 4;
inline constexpr int kSignsAt = 6 * kEntryBits;
inline constexpr int kHeldAt = kSignsAt + 6;
inline constexpr int kEdgesAt = kHeldAt + 6;

constexpr std::uint64_t code_of_axis(std::size_t number) noexcept {
  const AxisStart& start = kAxisStarts[number];
  const AxisEdges& axis = kAxisEdges[number];
  std::uint64_t code = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const BoxStart& box = k < 3 ? start.a : start.b;
    const auto order = static_cast<std::uint64_t>(box.order[k % 3]);
    const std::uint64_t entry = k < 3 ? 3 * order + number % 4 : 3 * axis.row + order;
    code |= (box.kept[k % 3] != 0 ? entry : kNoEntry) << (kEntryBits * k);
    code |= (box.sign[k % 3] >> 63) << (kSignsAt + k);
    code |= (box.held[k % 3] != 0 ? std::uint64_t{1} : 0) << (kHeldAt + k);
  }
  for (std::size_t j = 0; j < 2; ++j)
    code |= std::uint64_t{axis.edges[j] / 3 * 9 + axis.edges[j] % 3} << (kEdgesAt + kEntryBits * j);
  return code;
}
constexpr std::array<std::uint64_t, kAxisNumbers> axis_codes() noexcept {
  std::array<std::uint64_t, kAxisNumbers> codes{};
  for (std::size_t i = 0; i < kAxisNumbers; ++i) {
    codes[i] = i % 4 != 3 ? code_of_axis(i) : 0;
  }
  return codes;
}
inline constexpr std::array<std::uint64_t, kAxisNumbers> kAxisCodes = axis_codes();

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

/// One pair per lane.
using Pairs = hn::CappedTag<double, 8>;
using PairsOf = hn::Vec<Pairs>;
using PairMask = hn::Mask<Pairs>;
using PairBits = hn::RebindToUnsigned<Pairs>;
using BitsOfPairs = hn::Vec<PairBits>;
using PairMatrix = Mat3<Vec3<PairsOf>>;

HWY_INLINE PairsOf for_all(double x) { return hn::Set(Pairs(), x); }
HWY_INLINE Vec3<PairsOf> in_each(double x) { return broadcast(Pairs(), x, x, x); }
HWY_INLINE PairMask none_of_pairs() { return hn::FirstN(Pairs(), 0); }

/// The greatest gap, for verdict_of().
struct GreatestGap {
  HWY_INLINE GreatestGap() : gap(for_all(-std::numeric_limits<double>::infinity())) {}
  HWY_INLINE void take_faces(const Vec3<PairsOf>& of, const Vec3<PairsOf>&, std::uint64_t) {
    gap = hn::Max(hn::Max(hn::Max(gap, of.x), of.y), of.z);
  }
  HWY_INLINE void take_crossed(const Vec3<PairsOf>& of, const Vec3<PairsOf>& along,
                               const Vec3<PairsOf>&, std::uint64_t number) {
    take_faces(of, along, number);
  }
  PairsOf gap;
};

/// number_of_greatest<GapSize::by_length>().
struct GreatestByLength {
  HWY_INLINE GreatestByLength()
      : key(for_all(-std::numeric_limits<double>::infinity())), way(hn::Zero(Pairs())) {}
  HWY_INLINE void take_faces(const Vec3<PairsOf>& gap, const Vec3<PairsOf>& along,
                             std::uint64_t number) {
    take_three(Mul(gap, Abs(gap)), along, number);
  }
  HWY_INLINE void take_crossed(const Vec3<PairsOf>& gap, const Vec3<PairsOf>& along,
                               const Vec3<PairsOf>& cosine, std::uint64_t number) {
    const Vec3<PairsOf> squared = NegMulAdd(cosine, cosine, in_each(1));
    take_three(Div(Mul(gap, Abs(gap)), Max(squared, in_each(0x1p-20))), along, number);
  }
  HWY_INLINE void take_three(const Vec3<PairsOf>& size, const Vec3<PairsOf>& along,
                             std::uint64_t number) {
    take(size.x, along.x, number);
    take(size.y, along.y, number + 1);
    take(size.z, along.z, number + 2);
  }
  HWY_INLINE void take(PairsOf size, PairsOf along, std::uint64_t number) {
    const PairBits bits;
    const auto high = hn::AndNot(hn::Set(bits, 31), hn::BitCast(bits, size));
    const auto with_number = hn::BitCast(Pairs(), hn::Or(high, hn::Set(bits, number)));
    const auto greater = hn::Gt(with_number, key);
    key = hn::IfThenElse(greater, with_number, key);
    way = hn::IfThenElse(greater, along, way);
  }
  PairsOf key;
  PairsOf way;  ///< between the middles, along the axis of the key
};

/// The axis of each pair, and its values in memory, from where the code gathers them.
class AxisOfPairs {
 public:
  HWY_INLINE AxisOfPairs(const GreatestByLength& greatest, const PairMatrix& c, const PairMatrix& a,
                         const PairMatrix& b) {
    const Pairs lanes;
    const PairBits bits;
    keep(c, c_);
    keep(a, edges_);
    keep(b, edges_ + 9 * kMost);
    hn::Store(hn::Zero(lanes), lanes, c_ + kNoEntry * kMost);
    const auto number = hn::And(hn::BitCast(bits, greatest.key), hn::Set(bits, 31));
    const auto known = hn::Lt(number, hn::Set(bits, std::uint64_t{kAxisNumbers}));
    code_ = hn::GatherIndex(bits, kAxisCodes.data(), as_index(hn::IfThenElseZero(known, number)));
    side_ = hn::And(hn::BitCast(bits, greatest.way), hn::Set(bits, kSignOfLane));
  }

  /// Returns the end of a that faces b, from entry 0 on; the end of b that faces a from 3 on.
  HWY_INLINE Vec3<PairsOf> end(int first, const Vec3<PairsOf>& half) const {
    return {end_of(first, half.x), end_of(first + 1, half.y), end_of(first + 2, half.z)};
  }
  /// Returns 0 for the axis' own edges, else 1.
  HWY_INLINE Vec3<PairsOf> held(int first) const {
    const auto at = [&](int k) HWY_ATTR {
      const auto bit = hn::Set(PairBits(), std::uint64_t{1} << (kHeldAt + k));
      return hn::IfThenElseZero(hn::RebindMask(Pairs(), hn::TestBit(code_, bit)), for_all(1));
    };
    return {at(first), at(first + 1), at(first + 2)};
  }
  HWY_INLINE Vec3<PairsOf> direction() const { return unfused_cross(edge(0), edge(1)); }

 private:
  /// The number of lanes of a vector.
  static constexpr std::size_t kMost = HWY_MAX_BYTES >= 64 ? 8 : 4;

  /// Stores the entries of a matrix, row by row.
  HWY_INLINE static void keep(const PairMatrix& m, double* to) {
    for (std::size_t i = 0; i < 3; ++i, to += 3 * kMost) {
      hn::Store(m[i].x, Pairs(), to);
      hn::Store(m[i].y, Pairs(), to + kMost);
      hn::Store(m[i].z, Pairs(), to + 2 * kMost);
    }
  }
  HWY_INLINE PairsOf end_of(int k, PairsOf half) const {
    const PairBits bits;
    const auto reversed = hn::TestBit(code_, hn::Set(bits, std::uint64_t{1} << (kSignsAt + k)));
    const auto sign = hn::Xor(side_, hn::IfThenElseZero(reversed, hn::Set(bits, kSignOfLane)));
    const auto entry = read(c_, kEntryBits * k, 0);
    return hn::CopySign(half, hn::Xor(entry, hn::BitCast(Pairs(), sign)));
  }
  HWY_INLINE static hn::Vec<hn::RebindToSigned<Pairs>> as_index(BitsOfPairs index) {
    return hn::BitCast(hn::RebindToSigned<Pairs>(), index);
  }
  HWY_INLINE PairsOf read(const double* from, int at, std::uint64_t more) const {
    const PairBits bits;
    const auto entry = hn::And(hn::ShiftRightSame(code_, at), hn::Set(bits, 15));
    const auto first = hn::Mul(hn::Add(entry, hn::Set(bits, more)), hn::Set(bits, kMost));
    return hn::GatherIndex(Pairs(), from, as_index(hn::Add(first, hn::Iota(bits, 0))));
  }
  HWY_INLINE Vec3<PairsOf> edge(int which) const {
    const int at = kEdgesAt + kEntryBits * which;
    return {read(edges_, at, 0), read(edges_, at, 3), read(edges_, at, 6)};
  }

  BitsOfPairs code_, side_;
  alignas(64) double c_[10 * kMost];
  alignas(64) double edges_[18 * kMost];
};

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
