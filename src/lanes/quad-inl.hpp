// SPDX-License-Identifier: Apache-2.0
//
// Holds four doubles in one vector of Highway. Where vectors are shorter, it takes two halves, or
// plain numbers where no vector has a fixed length. Highway's operations have overloads here under their
// own names, so that unqualified calls are one text for all. A Quad may be a vector of space: x, y, z
// and a last lane.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_QUAD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_QUAD_INL_HPP
#undef SUNDER_LANES_QUAD_INL_HPP
#else
#define SUNDER_LANES_QUAD_INL_HPP
#endif

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "lanes/mask-inl.hpp"
#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Plain numbers and truth values, as one lane. Nothing is contracted.
HWY_INLINE double Div(double p, double q) { return p / q; }
HWY_INLINE double Sqrt(double p) { return std::sqrt(p); }
HWY_INLINE double Min(double p, double q) { return p < q ? p : q; }
HWY_INLINE double Max(double p, double q) { return p > q ? p : q; }
HWY_INLINE bool Lt(double p, double q) { return p < q; }
HWY_INLINE bool Le(double p, double q) { return p <= q; }
HWY_INLINE bool Gt(double p, double q) { return p > q; }
HWY_INLINE bool Ge(double p, double q) { return p >= q; }
HWY_INLINE bool And(bool p, bool q) { return p & q; }
HWY_INLINE bool Or(bool p, bool q) { return p | q; }
HWY_INLINE bool Not(bool p) { return !p; }
HWY_INLINE bool AndNot(bool without, bool p) { return !without & p; }
HWY_INLINE double IfThenElse(bool where, double yes, double no) { return where ? yes : no; }

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE

using QuadTag = hn::CappedTag<double, 4>;
using Quad = hn::Vec<QuadTag>;
using QuadMask = hn::Mask<QuadTag>;

/// Lane i is lane k_i of p, or lane k_i - 4 of q. A permutation known at compile time is one short
/// instruction. With Highway's table lookup, g++ 12 builds the table first.
template <int k0, int k1, int k2, int k3>
HWY_INLINE Quad in_order(Quad p, Quad q) {
  Quad result;
  result.raw = __builtin_shufflevector(p.raw, q.raw, k0, k1, k2, k3);
  return result;
}
/// Lane i is lane order[2 i] / 2 of v. The order is that of the halves of the lanes, which needs no
/// conversion.
HWY_INLINE Quad ordered(Quad v, const std::int32_t* order) {
  const hn::CappedTag<float, 8> halves;
  const auto indices = hn::SetTableIndices(halves, order);
  return hn::BitCast(QuadTag(), hn::TableLookupLanes(hn::BitCast(halves, v), indices));
}
template <int kLane>
HWY_INLINE double lane_of(Quad v) {
  return hn::ExtractLane(v, kLane);
}
/// Returns a bit for each lane.
HWY_INLINE unsigned lanes_of(QuadMask mask) { return bits_of_mask(QuadTag(), mask) & 15U; }
/// Loads three numbers; the last lane is 0.
HWY_INLINE Quad load_three(const double* from) {
  return hn::MaskedLoad(hn::FirstN(QuadTag(), 3), QuadTag(), from);
}
/// Sets the last lane to 0.
HWY_INLINE Quad without_last(Quad v) { return hn::IfThenElseZero(hn::FirstN(QuadTag(), 3), v); }
/// Joins numbers in registers: memory would be read in larger pieces than it was written in, which
/// stalls store forwarding.
HWY_INLINE Quad joined(double x, double y, double z, double last) {
  const QuadTag lanes;
  return in_order<0, 1, 6, 7>(in_order<0, 5, 2, 7>(hn::Set(lanes, x), hn::Set(lanes, y)),
                              in_order<0, 5, 2, 7>(hn::Set(lanes, z), hn::Set(lanes, last)));
}

#else

#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR
using QuadPart = double;
using QuadPartMask = bool;
inline constexpr std::size_t kPartLanes = 1;

HWY_INLINE std::uint64_t as_bits(double p) { return std::bit_cast<std::uint64_t>(p); }
HWY_INLINE double as_number(std::uint64_t p) { return std::bit_cast<double>(p); }
HWY_INLINE double And(double p, double q) { return as_number(as_bits(p) & as_bits(q)); }
HWY_INLINE double AndNot(double p, double q) { return as_number(~as_bits(p) & as_bits(q)); }
HWY_INLINE double Or(double p, double q) { return as_number(as_bits(p) | as_bits(q)); }
HWY_INLINE double Xor(double p, double q) { return as_number(as_bits(p) ^ as_bits(q)); }
HWY_INLINE double CopySign(double p, double q) { return std::copysign(p, q); }
HWY_INLINE bool Eq(double p, double q) { return p == q; }
HWY_INLINE double IfThenElseZero(bool where, double yes) { return where ? yes : 0; }
HWY_INLINE double IfThenZeroElse(bool where, double no) { return where ? 0 : no; }
// A Quad's own operations; an overload of MulAdd() for all numbers would contract by its name.
HWY_INLINE double part_mul_add(double p, double q, double r) { return p * q + r; }
HWY_INLINE double part_mul_sub(double p, double q, double r) { return p * q - r; }
HWY_INLINE double part_neg_mul_add(double p, double q, double r) { return r - p * q; }
HWY_INLINE QuadPart load_part(const double* from) { return *from; }
HWY_INLINE void store_part(QuadPart p, double* to) { *to = p; }
HWY_INLINE QuadPart part_of(double x) { return x; }
HWY_INLINE unsigned bits_of_part(QuadPartMask mask) { return mask ? 1 : 0; }
template <int kLane>
HWY_INLINE double lane_of_part(QuadPart p) {
  return p;
}
#else
using PartTag = hn::FixedTag<double, 2>;
using QuadPart = hn::Vec<PartTag>;
using QuadPartMask = hn::Mask<PartTag>;
inline constexpr std::size_t kPartLanes = 2;

HWY_INLINE QuadPart part_mul_add(QuadPart p, QuadPart q, QuadPart r) { return hn::MulAdd(p, q, r); }
HWY_INLINE QuadPart part_mul_sub(QuadPart p, QuadPart q, QuadPart r) { return hn::MulSub(p, q, r); }
HWY_INLINE QuadPart part_neg_mul_add(QuadPart p, QuadPart q, QuadPart r) {
  return hn::NegMulAdd(p, q, r);
}
HWY_INLINE QuadPart load_part(const double* from) { return hn::LoadU(PartTag(), from); }
HWY_INLINE void store_part(QuadPart p, double* to) { hn::StoreU(p, PartTag(), to); }
HWY_INLINE QuadPart part_of(double x) { return hn::Set(PartTag(), x); }
HWY_INLINE unsigned bits_of_part(QuadPartMask mask) { return bits_of_mask(PartTag(), mask) & 3U; }
template <int kLane>
HWY_INLINE double lane_of_part(QuadPart p) {
  return hn::ExtractLane(p, kLane);
}
#endif

inline constexpr std::size_t kParts = 4 / kPartLanes;
struct QuadTag {};
struct Quad {
  QuadPart part[kParts];
};
struct QuadMask {
  QuadPartMask part[kParts];
};

template <class Result, class Make>
HWY_INLINE Result from_parts(const Make& make) {
  if constexpr (kParts == 2) {
    return {{make(0), make(1)}};
  } else {
    return {{make(0), make(1), make(2), make(3)}};
  }
}

// clang-format off
#define SUNDER_LANES_QUAD(Result, Op, expression, ...)                                             \
  HWY_INLINE Result Op(__VA_ARGS__) {                                                              \
    return from_parts<Result>([&](std::size_t i) HWY_ATTR { return expression; });                 \
  }
#define SUNDER_LANES_UNARY(Op) SUNDER_LANES_QUAD(Quad, Op, Op(p.part[i]), Quad p)
#define SUNDER_LANES_BINARY(Type, Result, Op)                                                      \
  SUNDER_LANES_QUAD(Result, Op, Op(p.part[i], q.part[i]), Type p, Type q)
#define SUNDER_LANES_TERNARY(Op, of_part)                                                          \
  SUNDER_LANES_QUAD(Quad, Op, of_part(p.part[i], q.part[i], r.part[i]), Quad p, Quad q, Quad r)
SUNDER_LANES_UNARY(Abs)
SUNDER_LANES_UNARY(Neg)
SUNDER_LANES_UNARY(Sqrt)
SUNDER_LANES_BINARY(Quad, Quad, Add)
SUNDER_LANES_BINARY(Quad, Quad, Sub)
SUNDER_LANES_BINARY(Quad, Quad, Mul)
SUNDER_LANES_BINARY(Quad, Quad, Div)
SUNDER_LANES_BINARY(Quad, Quad, Min)
SUNDER_LANES_BINARY(Quad, Quad, Max)
SUNDER_LANES_BINARY(Quad, Quad, And)
SUNDER_LANES_BINARY(Quad, Quad, AndNot)
SUNDER_LANES_BINARY(Quad, Quad, Or)
SUNDER_LANES_BINARY(Quad, Quad, Xor)
SUNDER_LANES_BINARY(Quad, Quad, CopySign)
SUNDER_LANES_BINARY(Quad, QuadMask, Lt)
SUNDER_LANES_BINARY(Quad, QuadMask, Le)
SUNDER_LANES_BINARY(Quad, QuadMask, Gt)
SUNDER_LANES_BINARY(Quad, QuadMask, Ge)
SUNDER_LANES_BINARY(Quad, QuadMask, Eq)
SUNDER_LANES_BINARY(QuadMask, QuadMask, And)
SUNDER_LANES_BINARY(QuadMask, QuadMask, Or)
SUNDER_LANES_TERNARY(MulAdd, part_mul_add)
SUNDER_LANES_TERNARY(MulSub, part_mul_sub)
SUNDER_LANES_TERNARY(NegMulAdd, part_neg_mul_add)
SUNDER_LANES_QUAD(Quad, Load, load_part(from + kPartLanes * i), QuadTag, const double* from)
SUNDER_LANES_QUAD(Quad, LoadU, load_part(from + kPartLanes * i), QuadTag, const double* from)
SUNDER_LANES_QUAD(Quad, IfThenElse, IfThenElse(m.part[i], yes.part[i], no.part[i]), QuadMask m, Quad yes, Quad no)
SUNDER_LANES_QUAD(Quad, IfThenElseZero, IfThenElseZero(m.part[i], yes.part[i]), QuadMask m, Quad yes)
SUNDER_LANES_QUAD(Quad, IfThenZeroElse, IfThenZeroElse(m.part[i], no.part[i]), QuadMask m, Quad no)
#undef SUNDER_LANES_TERNARY
#undef SUNDER_LANES_BINARY
#undef SUNDER_LANES_UNARY
#undef SUNDER_LANES_QUAD
// clang-format on
HWY_INLINE Quad Set(QuadTag, double x) {
  return from_parts<Quad>([x](std::size_t) HWY_ATTR { return part_of(x); });
}
HWY_INLINE Quad Zero(QuadTag lanes) { return Set(lanes, 0); }
HWY_INLINE void Store(Quad p, QuadTag, double* to) {
  for (std::size_t i = 0; i < kParts; ++i) store_part(p.part[i], to + kPartLanes * i);
}
HWY_INLINE unsigned lanes_of(QuadMask mask) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < kParts; ++i) bits |= bits_of_part(mask.part[i]) << (kPartLanes * i);
  return bits;
}
HWY_INLINE bool AllTrue(QuadTag, QuadMask mask) { return lanes_of(mask) == 15; }

HWY_INLINE Quad joined(double x, double y, double z, double last) {
#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR
  return {{x, y, z, last}};
#else
  return {{hn::InterleaveLower(PartTag(), part_of(x), part_of(y)),
           hn::InterleaveLower(PartTag(), part_of(z), part_of(last))}};
#endif
}
template <int k0, int k1, int k2, int k3>
HWY_INLINE Quad in_order(Quad p, Quad q) {
#if (HWY_ARCH_X86 || HWY_ARCH_ARM_A64 || HWY_ARCH_WASM) && HWY_TARGET != HWY_SCALAR && \
    HWY_TARGET != HWY_EMU128 && !HWY_HAVE_SCALABLE
  const QuadPart from[4] = {p.part[0], p.part[1], q.part[0], q.part[1]};
  Quad result;
  result.part[0].raw =
      __builtin_shufflevector(from[k0 / 2].raw, from[k1 / 2].raw, k0 % 2, 2 + k1 % 2);
  result.part[1].raw =
      __builtin_shufflevector(from[k2 / 2].raw, from[k3 / 2].raw, k2 % 2, 2 + k3 % 2);
  return result;
#else
  double from[8];
  Store(p, QuadTag(), from);
  Store(q, QuadTag(), from + 4);
  return joined(from[k0], from[k1], from[k2], from[k3]);
#endif
}
HWY_INLINE Quad ordered(Quad v, const std::int32_t* order) {
  double from[4];
  Store(v, QuadTag(), from);
  return joined(from[order[0] / 2], from[order[2] / 2], from[order[4] / 2], from[order[6] / 2]);
}
template <int kLane>
HWY_INLINE double lane_of(Quad v) {
  return lane_of_part<kLane % kPartLanes>(v.part[kLane / kPartLanes]);
}
HWY_INLINE double GetLane(Quad v) { return lane_of<0>(v); }
HWY_INLINE Quad load_three(const double* from) { return joined(from[0], from[1], from[2], 0); }
HWY_INLINE Quad without_last(Quad v) { return in_order<0, 1, 2, 4>(v, Zero(QuadTag())); }

#endif

template <int k0, int k1, int k2, int k3>
HWY_INLINE Quad in_order(Quad v) {
  return in_order<k0, k1, k2, k3>(v, v);
}
HWY_INLINE Quad in_all(double x) { return Set(QuadTag(), x); }
HWY_INLINE Quad IfThenElse(bool where, Quad yes, Quad no) { return where ? yes : no; }
/// Returns y, z, x and the last lane.
HWY_INLINE Quad turned(Quad v) { return in_order<1, 2, 0, 3>(v); }
/// Returns z, x, y and the last lane.
HWY_INLINE Quad turned_back(Quad v) { return in_order<2, 0, 1, 3>(v); }
/// Copies one lane to all lanes.
template <int kLane>
HWY_INLINE Quad repeated(Quad v) {
  return in_order<kLane, kLane, kLane, kLane>(v);
}
HWY_INLINE Vec3<Quad> spread(Quad v) { return {repeated<0>(v), repeated<1>(v), repeated<2>(v)}; }
/// Returns the greatest of the first three lanes.
HWY_INLINE double greatest_of(Quad v) {
  const Quad two = Max(v, in_order<1, 0, 3, 2>(v));
  return GetLane(Max(two, repeated<2>(v)));
}
/// Stores all lanes but the last.
HWY_INLINE void store_three(Quad v, std::array<double, 3>& to) {
  alignas(32) double entries[4];
  Store(v, QuadTag(), entries);
  to = {entries[0], entries[1], entries[2]};
}
/// Loads the rows of a row-major matrix. The last lanes are 0.
HWY_INLINE Mat3<Quad> load_three_rows(const double* rows) {
  return {{load_three(rows), load_three(rows + 3), load_three(rows + 6)}};
}

// The functions below require 0 in the last lanes of their arguments.

/// Adds the halves of v first, (x + z) + y, like sum_by_halves(); in each lane.
HWY_INLINE Quad sum_of_all(Quad v) {
  const Quad halves = Add(v, in_order<2, 3, 0, 1>(v));
  return Add(halves, in_order<1, 0, 3, 2>(halves));
}
/// Returns the sums of four vectors, (x + y) + z, in the order of sum().
HWY_INLINE Quad sums_of_four(Quad a, Quad b, Quad c, Quad d) {
  const Quad first = Add(in_order<0, 4, 2, 6>(a, b), in_order<1, 5, 3, 7>(a, b));
  const Quad last = Add(in_order<0, 4, 2, 6>(c, d), in_order<1, 5, 3, 7>(c, d));
  return Add(in_order<0, 1, 4, 5>(first, last), in_order<2, 3, 6, 7>(first, last));
}
HWY_INLINE Quad sums_of_rows(const Mat3<Quad>& rows) {
  return sums_of_four(rows[0], rows[1], rows[2], Zero(QuadTag()));
}
/// Returns the dot products with the rows.
HWY_INLINE Quad unfused_dots(const Mat3<Quad>& rows, Quad x) {
  return sums_of_rows({{Mul(rows[0], x), Mul(rows[1], x), Mul(rows[2], x)}});
}
/// Returns the columns of rows, or the rows of columns.
HWY_INLINE Mat3<Quad> transposed(const Mat3<Quad>& m) {
  const Quad zero = Zero(QuadTag());
  const Quad low = in_order<0, 4, 2, 6>(m[0], m[1]);
  const Quad last_low = in_order<0, 4, 2, 6>(m[2], zero);
  return {{in_order<0, 1, 4, 5>(low, last_low),
           in_order<0, 1, 4, 5>(in_order<1, 5, 3, 7>(m[0], m[1]), in_order<1, 5, 3, 7>(m[2], zero)),
           in_order<2, 3, 6, 7>(low, last_low)}};
}
HWY_INLINE Quad unfused_cross(Quad p, Quad q) {
  return turned(Sub(Mul(p, turned(q)), Mul(turned(p), q)));
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_QUAD_INL_HPP
