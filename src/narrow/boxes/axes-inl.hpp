// SPDX-License-Identifier: Apache-2.0
//
// Selects one of the fifteen axes by its gap, and gives its data. These are its edges, and the ends
// of both boxes that face each other along it. The number of the axis is known late, so no branch
// depends on it. One pair reads a table. Each pair in a lane has another axis. Its data are gathered
// by a code that is made from the table.
//
// Axes have the numbers of measure_gaps(): the faces of a start at 0, those of b at 4; edge i of a
// with edge j of b is 8 + 4 i + j. If one box is a mirror image, the edges of b are reversed; then
// another search must find the points.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_BOXES_AXES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_BOXES_AXES_INL_HPP
#undef SUNDER_NARROW_BOXES_AXES_INL_HPP
#else
#define SUNDER_NARROW_BOXES_AXES_INL_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/boxes/frame-inl.hpp"

#ifndef SUNDER_NARROW_BOXES_AXES
#define SUNDER_NARROW_BOXES_AXES
namespace sunder::detail::boxes {

inline constexpr std::size_t kAxisNumbers = 20;

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
constexpr std::uint64_t kSignOfLane = std::uint64_t{1} << 63;
/// Bits as doubles, in which lanes combine them.
constexpr double kKeep = std::bit_cast<double>(kAllBits);
constexpr double kReverse = std::bit_cast<double>(kSignOfLane);

/// The relation of one box to an axis n, seen from the box's frame. There n is a column or a row of
/// C in another order, with signs. If n is the normal of one of the box's own faces, `kept` is 0.
struct alignas(32) BoxStart {
  std::array<std::int32_t, 8> order;  ///< lane k twice, as the halves 2 k and 2 k + 1
  std::array<double, 4> kept;         ///< kKeep or 0
  std::array<double, 4> sign;         ///< kReverse or 0
  std::array<double, 4> held;         ///< 0 for the axis' own edges, else 1
};
/// It has 256 bytes, so that its address is a shift of the index and needs no multiplication.
struct alignas(32) AxisStart {
  BoxStart a, b;
};
/// The row of C that is n in b's frame, and the axis' edges, a's from 0, b's from 3. In a's frame n
/// is the column of its lane.
struct AxisEdges {
  std::uint32_t row;
  std::array<std::uint32_t, 2> edges;
};

constexpr std::array<std::int32_t, 8> kInOrder{0, 1, 2, 3, 4, 5, 6, 7};

/// Returns the start of the box that has face k.
constexpr BoxStart own_face(std::size_t k) noexcept {
  BoxStart start{kInOrder, {}, {}, {0, 0, 0, 1}};
  start.held[k] = 1;
  return start;
}
/// Returns the start of the other box.
constexpr BoxStart faced() noexcept {
  return {kInOrder, {kKeep, kKeep, kKeep, 0}, {}, {1, 1, 1, 1}};
}
/// Returns the start for n = e_k x v, or v x e_k if `backward`.
constexpr BoxStart crossed(std::size_t k, bool backward) noexcept {
  const std::size_t next = (k + 1) % 3;
  const std::size_t last = (k + 2) % 3;
  BoxStart start{kInOrder, {}, {}, {1, 1, 1, 1}};
  start.held[k] = 0;
  for (std::size_t half = 0; half < 2; ++half) {
    start.order[2 * next + half] = static_cast<std::int32_t>(2 * last + half);
    start.order[2 * last + half] = static_cast<std::int32_t>(2 * next + half);
  }
  start.kept[next] = start.kept[last] = kKeep;
  start.sign[backward ? last : next] = kReverse;
  return start;
}

inline constexpr std::array<AxisStart, kAxisNumbers> kAxisStarts = [] {
  std::array<AxisStart, kAxisNumbers> starts{};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t of = k % 3;
    starts[k] = {own_face(of), faced()};
    starts[4 + k] = {faced(), own_face(of)};
    for (std::uint32_t i = 0; i < 3; ++i)
      starts[8 + 4 * i + k] = {crossed(i, false), crossed(of, true)};
  }
  // The point of b lies at the end opposite to n.
  for (AxisStart& start : starts) {
    for (double& sign : start.b.sign) sign = std::bit_cast<std::uint64_t>(sign) == 0 ? kReverse : 0;
  }
  return starts;
}();
inline constexpr std::array<AxisEdges, kAxisNumbers> kAxisEdges = [] {
  std::array<AxisEdges, kAxisNumbers> axes{};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t of = k % 3;
    axes[k] = {of, {(of + 1) % 3, (of + 2) % 3}};
    axes[4 + k] = {0, {3 + (of + 1) % 3, 3 + (of + 2) % 3}};
    for (std::uint32_t i = 0; i < 3; ++i) axes[8 + 4 * i + k] = {i, {i, 3 + of}};
  }
  return axes;
}();

/// An AxisStart and its AxisEdges in one number:
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
  const AxisEdges& axis = kAxisEdges[number];
  std::uint64_t code = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const BoxStart& box = k < 3 ? kAxisStarts[number].a : kAxisStarts[number].b;
    const auto order = static_cast<std::uint64_t>(box.order[2 * (k % 3)] / 2);
    const std::uint64_t entry = k < 3 ? 3 * order + number % 4 : 3 * axis.row + order;
    const bool kept = std::bit_cast<std::uint64_t>(box.kept[k % 3]) != 0;
    code |= (kept ? entry : kNoEntry) << (kEntryBits * k);
    code |= (std::bit_cast<std::uint64_t>(box.sign[k % 3]) >> 63) << (kSignsAt + k);
    code |= (box.held[k % 3] != 0 ? std::uint64_t{1} : 0) << (kHeldAt + k);
  }
  for (std::size_t j = 0; j < 2; ++j)
    code |= std::uint64_t{axis.edges[j] / 3 * 9 + axis.edges[j] % 3} << (kEdgesAt + kEntryBits * j);
  return code;
}
inline constexpr std::array<std::uint64_t, kAxisNumbers> kAxisCodes = [] {
  std::array<std::uint64_t, kAxisNumbers> codes{};
  for (std::size_t i = 0; i < kAxisNumbers; ++i) codes[i] = i % 4 != 3 ? code_of_axis(i) : 0;
  return codes;
}();

}  // namespace sunder::detail::boxes
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {

/// The measure that compares axes: the gap itself, which E bounds, or the gap divided by the length
/// of the axis. The third leaves parallel edges out, as the last does. That is the distance of 0
/// from the middle of C in widths of C. It gives the facet of C where the ray from the middle through 0
/// leaves. No other width is 0 if the boxes overlap.
enum class GapSize : std::uint8_t { as_it_comes, by_length, by_length_of_edges, by_width };

/// The least square of an axis' length that counts as one.
inline constexpr double kLeastSquaredSine = 0x1p-20;
/// The size of an axis that is left out. Its lowest bits may change.
inline constexpr double kLeftOut = -0x1p1000;

template <class L>
HWY_INLINE typename L::Vector squared_sines(const typename L::Vector& cosine) {
  return NegMulAdd(cosine, cosine, each<L>(1));
}
template <class L, GapSize kSize>
HWY_INLINE typename L::Vector size_of_faces(const typename L::Vector& gap,
                                            const typename L::Vector& way) {
  if constexpr (kSize == GapSize::as_it_comes) return gap;
  if constexpr (kSize == GapSize::by_width) return Div(Abs(way), Sub(Abs(way), gap));
  return Mul(gap, Abs(gap));
}
template <class L, GapSize kSize>
HWY_INLINE typename L::Vector size_of_edges(const typename L::Vector& gap,
                                            const typename L::Vector& way,
                                            const typename L::Vector& cosine) {
  const auto size = size_of_faces<L, kSize>(gap, way);
  if constexpr (kSize == GapSize::as_it_comes) return size;
  const auto squared = squared_sines<L>(cosine);
  const auto least = each<L>(kLeastSquaredSine);
  if constexpr (kSize == GapSize::by_length) return Div(size, Max(squared, least));
  const auto parallel = Lt(squared, least);
  const auto by_length = kSize == GapSize::by_width ? size : Div(size, squared);
  return IfThenElse(parallel, each<L>(kLeftOut), by_length);
}

/// The axis of the greatest size.
template <class L, GapSize kSize>
struct GreatestAxis;

template <GapSize kSize>
struct GreatestAxis<OnePair, kSize> {
  HWY_INLINE explicit GreatestAxis(const Frame<OnePair>& of) : frame(of) {}
  HWY_INLINE void take_faces(Quad gap, Quad way, std::size_t number) {
    take(size_of_faces<OnePair, kSize>(gap, way), way, number);
  }
  HWY_INLINE void take_edges(std::size_t i, Quad gap, Quad way, const Mat3<Quad>&) {
    take(size_of_edges<OnePair, kSize>(gap, way, frame.c.row[i]), way, 8 + 4 * i);
  }
  HWY_INLINE void take(Quad size, Quad way, std::size_t number) {
    alignas(32) static constexpr double kNumbers[5][4] = {
        {as_number(0), as_number(1), as_number(2), as_number(3)},
        {as_number(4), as_number(5), as_number(6), as_number(7)},
        {as_number(8), as_number(9), as_number(10), as_number(11)},
        {as_number(12), as_number(13), as_number(14), as_number(15)},
        {as_number(16), as_number(17), as_number(18), as_number(19)}};
    const Quad high = AndNot(in_all(as_number(31)), size);
    const Quad named = Or(high, Load(QuadTag(), kNumbers[number / 4]));
    key = number == 0 ? named : Max(key, named);
    Store(way, QuadTag(), ways + number);
  }
  HWY_INLINE std::size_t number() const {
    const std::size_t found = std::bit_cast<std::uint64_t>(greatest_of(key)) & 31;
    return found < kAxisNumbers ? found : 0;
  }
  static constexpr double as_number(std::uint64_t bits) { return std::bit_cast<double>(bits); }

  const Frame<OnePair>& frame;
  Quad key;
  alignas(32) double ways[kAxisNumbers];  ///< the distances of the middles along the axes
};

/// The rise of an edge along an axis that counts as 0, relative to their lengths.
inline constexpr double kMostFlat = 0x1p-46;

/// The data of one pair's axis.
class AxisOfOne {
 public:
  HWY_INLINE AxisOfOne(const Frame<OnePair>& frame, const double* ways, std::size_t number)
      : start_(kAxisStarts[number]),
        // No number has the fourth lane.
        column_(frame.c.column[number % 4]),
        row_(frame.c.row[kAxisEdges[number].row]),
        side_(And(in_all(ways[number]), in_all(kReverse))) {}

  HWY_INLINE Quad held_a() const { return Load(QuadTag(), start_.a.held.data()); }
  HWY_INLINE Quad held_b() const { return Load(QuadTag(), start_.b.held.data()); }
  /// Returns the end of a that faces b, in a's frame, and the end of b that faces a in b's. `half`
  /// is 0 for the axis' own edges, which contribute their middles.
  HWY_INLINE Quad end_of_a(Quad half) const {
    return CopySign(half, seen_along(start_.a, column_, side_));
  }
  HWY_INLINE Quad end_of_b(Quad half) const {
    return CopySign(half, seen_along(start_.b, row_, side_));
  }
  /// Returns the edges of a, and of b, besides the axis' own, that are perpendicular to it.
  HWY_INLINE QuadMask flat_a() const { return flat(start_.a, column_); }
  HWY_INLINE QuadMask flat_b() const { return flat(start_.b, row_); }
  /// Returns the axis in a's frame, from a to b; the last lane is arbitrary.
  HWY_INLINE Quad from_a() const {
    const Quad own = AndNot(Load(QuadTag(), start_.a.kept.data()), held_a());
    return seen_along(start_.a, column_, Xor(own, side_));
  }

 private:
  /// `seen`, a column or a row of C, is on the critical path. `turn` reverses it, or replaces it if
  /// `kept` is 0.
  HWY_INLINE static Quad seen_along(const BoxStart& start, Quad seen, Quad turn) {
    const Quad kept = And(ordered(seen, start.order.data()), Load(QuadTag(), start.kept.data()));
    return Xor(kept, Xor(Load(QuadTag(), start.sign.data()), turn));
  }

  HWY_INLINE static QuadMask flat(const BoxStart& start, Quad seen) {
    const Quad kept = Load(QuadTag(), start.kept.data());
    const Quad rise = Abs(ordered(seen, start.order.data()));
    return And(Le(rise, in_all(kMostFlat)), Gt(And(kept, in_all(1)), in_all(0)));
  }

  const AxisStart& start_;
  Quad column_, row_, side_;
};

// ---- A pair a lane

using PairsOf = hn::Vec<Pairs>;
using PairBits = hn::RebindToUnsigned<Pairs>;
using BitsOfPairs = hn::Vec<PairBits>;
using PairMatrix = Mat3<Vec3<PairsOf>>;

template <GapSize kSize>
struct GreatestAxis<DoublePairs, kSize> {
  using Vector = Vec3<PairsOf>;
  HWY_INLINE explicit GreatestAxis(const Frame<DoublePairs>& of)
      : frame(of), key(hn::Set(Pairs(), kLeftOut)), way(hn::Zero(Pairs())) {}
  HWY_INLINE void take_faces(const Vector& gap, const Vector& along, std::size_t number) {
    take_three(size_of_faces<DoublePairs, kSize>(gap, along), along, number);
  }
  HWY_INLINE void take_edges(std::size_t i, const Vector& gap, const Vector& along,
                             const PairMatrix&) {
    take_three(size_of_edges<DoublePairs, kSize>(gap, along, frame.c.row[i]), along, 8 + 4 * i);
  }
  HWY_INLINE void take_three(const Vector& size, const Vector& along, std::size_t number) {
    take(size.x, along.x, number);
    take(size.y, along.y, number + 1);
    take(size.z, along.z, number + 2);
  }
  HWY_INLINE void take(PairsOf size, PairsOf along, std::uint64_t number) {
    const PairBits bits;
    const auto high = hn::AndNot(hn::Set(bits, 31), hn::BitCast(bits, size));
    const auto named = hn::BitCast(Pairs(), hn::Or(high, hn::Set(bits, number)));
    const auto greater = hn::Gt(named, key);
    key = hn::IfThenElse(greater, named, key);
    way = hn::IfThenElse(greater, along, way);
  }

  const Frame<DoublePairs>& frame;
  PairsOf key;
  PairsOf way;  ///< between the middles, along the axis of the key
};

/// The axis of each pair, and its values in memory, from where the code gathers them.
class AxisOfPairs {
 public:
  template <class Greatest>
  HWY_INLINE AxisOfPairs(const Greatest& greatest, const PairMatrix& a, const PairMatrix& b) {
    const PairBits bits;
    keep(greatest.frame.c.row, c_);
    keep(a, edges_);
    keep(b, edges_ + 9 * kMost);
    hn::Store(hn::Zero(Pairs()), Pairs(), c_ + kNoEntry * kMost);
    const auto number = hn::And(hn::BitCast(bits, greatest.key), hn::Set(bits, 31));
    const auto known = hn::Lt(number, hn::Set(bits, std::uint64_t{kAxisNumbers}));
    code_ = hn::GatherIndex(bits, kAxisCodes.data(), as_index(hn::IfThenElseZero(known, number)));
    side_ = hn::And(hn::BitCast(bits, greatest.way), hn::Set(bits, kSignOfLane));
  }

  HWY_INLINE Vec3<PairsOf> held_a() const { return held(0); }
  HWY_INLINE Vec3<PairsOf> held_b() const { return held(3); }
  HWY_INLINE Vec3<PairsOf> end_of_a(const Vec3<PairsOf>& half) const { return end(0, half); }
  HWY_INLINE Vec3<PairsOf> end_of_b(const Vec3<PairsOf>& half) const { return end(3, half); }
  HWY_INLINE Vec3<PairsOf> direction() const { return unfused_cross(edge(0), edge(1)); }

 private:
  /// The number of lanes of a vector.
  static constexpr std::size_t kMost = HWY_MAX_BYTES >= 64 ? 8 : (HWY_MAX_BYTES >= 32 ? 4 : 2);

  /// Stores the entries of a matrix, row by row.
  HWY_INLINE static void keep(const PairMatrix& m, double* to) {
    for (std::size_t i = 0; i < 3; ++i, to += 3 * kMost) {
      hn::Store(m[i].x, Pairs(), to);
      hn::Store(m[i].y, Pairs(), to + kMost);
      hn::Store(m[i].z, Pairs(), to + 2 * kMost);
    }
  }
  HWY_INLINE Vec3<PairsOf> end(int first, const Vec3<PairsOf>& half) const {
    return {end_of(first, half.x), end_of(first + 1, half.y), end_of(first + 2, half.z)};
  }
  HWY_INLINE Vec3<PairsOf> held(int first) const {
    const auto at = [&](int k) HWY_ATTR {
      const auto bit = hn::Set(PairBits(), std::uint64_t{1} << (kHeldAt + k));
      return hn::IfThenElseZero(hn::RebindMask(Pairs(), hn::TestBit(code_, bit)),
                                hn::Set(Pairs(), 1.0));
    };
    return {at(first), at(first + 1), at(first + 2)};
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
    const auto first = hn::ShiftLeft<std::countr_zero(kMost)>(hn::Add(entry, hn::Set(bits, more)));
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

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_BOXES_AXES_INL_HPP
