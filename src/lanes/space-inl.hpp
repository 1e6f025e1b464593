// SPDX-License-Identifier: Apache-2.0
//
// Computes with vectors of the plane and of space in lanes: each coordinate is a SIMD vector, with
// one geometric vector a lane. V is a vector of Highway, a Few (few-inl.hpp), or a plain number.
//
// Highway's operations have overloads here, under their own names, that act on each coordinate. ADL
// finds them in unqualified calls. Functions that mix coordinates state their order: the bounds of
// the kernels and their golden numbers depend on it. Functions without `unfused` in their names
// contract products, as MulAdd() does. They do not compile for plain numbers, which are never
// contracted.

// Highway's include guard: open once for each target.
#if defined(SUNDER_LANES_SPACE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_LANES_SPACE_INL_HPP
#undef SUNDER_LANES_SPACE_INL_HPP
#else
#define SUNDER_LANES_SPACE_INL_HPP
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <hwy/highway.h>
#include <type_traits>

#include "machine/strict_arithmetic.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Vec2 {
  V x, y;
};
template <class V>
struct Vec3 {
  V x, y, z;
};
/// Three vectors: the rows of a matrix or its columns, by the caller's choice. A Row is a Vec3, or
/// the three coordinates in the lanes of one vector (packed-inl.hpp).
template <class Row>
struct Mat3 {
  HWY_INLINE Row& operator[](std::size_t i) { return at[i]; }
  HWY_INLINE const Row& operator[](std::size_t i) const { return at[i]; }
  Row at[3];
};

// Plain numbers.
#define SUNDER_LANES_PLAIN \
  template <class T, std::enable_if_t<std::is_floating_point_v<T>>* = nullptr>
SUNDER_LANES_PLAIN HWY_INLINE T Add(T p, T q) { return p + q; }
SUNDER_LANES_PLAIN HWY_INLINE T Sub(T p, T q) { return p - q; }
SUNDER_LANES_PLAIN HWY_INLINE T Mul(T p, T q) { return p * q; }
SUNDER_LANES_PLAIN HWY_INLINE T Neg(T p) { return -p; }
SUNDER_LANES_PLAIN HWY_INLINE T Abs(T p) { return std::fabs(p); }
#undef SUNDER_LANES_PLAIN

// clang-format off
#define SUNDER_LANES_UNARY(Op)                                                                     \
  template <class V>                                                                               \
  HWY_INLINE Vec2<V> Op(const Vec2<V>& p) { return {Op(p.x), Op(p.y)}; }                           \
  template <class V>                                                                               \
  HWY_INLINE Vec3<V> Op(const Vec3<V>& p) { return {Op(p.x), Op(p.y), Op(p.z)}; }                  \
  template <class Row>                                                                             \
  HWY_INLINE Mat3<Row> Op(const Mat3<Row>& m) { return {{Op(m[0]), Op(m[1]), Op(m[2])}}; }
SUNDER_LANES_UNARY(Neg)
SUNDER_LANES_UNARY(Abs)
#undef SUNDER_LANES_UNARY

// Comparisons return a Vec3 of masks.
#define SUNDER_LANES_BINARY(Op)                                                                    \
  template <class V>                                                                               \
  HWY_INLINE auto Op(const Vec2<V>& p, const Vec2<V>& q) -> Vec2<decltype(Op(p.x, q.x))> {         \
    return {Op(p.x, q.x), Op(p.y, q.y)};                                                           \
  }                                                                                                \
  template <class V>                                                                               \
  HWY_INLINE auto Op(const Vec3<V>& p, const Vec3<V>& q) -> Vec3<decltype(Op(p.x, q.x))> {         \
    return {Op(p.x, q.x), Op(p.y, q.y), Op(p.z, q.z)};                                             \
  }
SUNDER_LANES_BINARY(Add)
SUNDER_LANES_BINARY(Sub)
SUNDER_LANES_BINARY(Mul)
SUNDER_LANES_BINARY(Div)
SUNDER_LANES_BINARY(Min)
SUNDER_LANES_BINARY(Max)
SUNDER_LANES_BINARY(And)
SUNDER_LANES_BINARY(Or)
SUNDER_LANES_BINARY(Lt)
SUNDER_LANES_BINARY(Le)
SUNDER_LANES_BINARY(Gt)
SUNDER_LANES_BINARY(Ge)
SUNDER_LANES_BINARY(Eq)
#undef SUNDER_LANES_BINARY

// The first factor is one number for all coordinates, or a vector.
#define SUNDER_LANES_PRODUCT(Op)                                                                   \
  template <class V>                                                                               \
  HWY_INLINE Vec2<V> Op(const V& p, const Vec2<V>& q, const Vec2<V>& r) {                          \
    return {Op(p, q.x, r.x), Op(p, q.y, r.y)};                                                     \
  }                                                                                                \
  template <class V>                                                                               \
  HWY_INLINE Vec3<V> Op(const V& p, const Vec3<V>& q, const Vec3<V>& r) {                          \
    return {Op(p, q.x, r.x), Op(p, q.y, r.y), Op(p, q.z, r.z)};                                    \
  }                                                                                                \
  template <class V>                                                                               \
  HWY_INLINE Vec3<V> Op(const Vec3<V>& p, const Vec3<V>& q, const Vec3<V>& r) {                    \
    return {Op(p.x, q.x, r.x), Op(p.y, q.y, r.y), Op(p.z, q.z, r.z)};                              \
  }
SUNDER_LANES_PRODUCT(MulAdd)
SUNDER_LANES_PRODUCT(MulSub)
SUNDER_LANES_PRODUCT(NegMulAdd)
#undef SUNDER_LANES_PRODUCT
// clang-format on
template <class V>
HWY_INLINE Vec3<V> Mul(const V& factor, const Vec3<V>& p) {
  return {Mul(factor, p.x), Mul(factor, p.y), Mul(factor, p.z)};
}

template <class Mask, class V>
HWY_INLINE Vec3<V> IfThenElse(const Mask& where, const Vec3<V>& yes, const Vec3<V>& no) {
  return {IfThenElse(where, yes.x, no.x), IfThenElse(where, yes.y, no.y),
          IfThenElse(where, yes.z, no.z)};
}
template <class Mask, class V>
HWY_INLINE Vec3<V> IfThenElse(const Vec3<Mask>& where, const Vec3<V>& yes, const Vec3<V>& no) {
  return {IfThenElse(where.x, yes.x, no.x), IfThenElse(where.y, yes.y, no.y),
          IfThenElse(where.z, yes.z, no.z)};
}
template <class Mask, class V>
HWY_INLINE Vec3<V> IfThenElseZero(const Mask& where, const Vec3<V>& yes) {
  return {IfThenElseZero(where, yes.x), IfThenElseZero(where, yes.y), IfThenElseZero(where, yes.z)};
}
/// Applies a mask for each coordinate.
template <class Mask, class V>
HWY_INLINE Vec3<V> IfThenElseZero(const Vec3<Mask>& where, const Vec3<V>& yes) {
  return {IfThenElseZero(where.x, yes.x), IfThenElseZero(where.y, yes.y),
          IfThenElseZero(where.z, yes.z)};
}
template <class Mask, class V>
HWY_INLINE Vec3<V> IfThenZeroElse(const Vec3<Mask>& where, const Vec3<V>& no) {
  return {IfThenZeroElse(where.x, no.x), IfThenZeroElse(where.y, no.y),
          IfThenZeroElse(where.z, no.z)};
}
template <class Mask>
HWY_INLINE Mask all_of(const Vec3<Mask>& p) {
  return And(And(p.x, p.y), p.z);
}
/// Tests whether v is within `most` of 0, for each coordinate or lane.
template <class V>
HWY_INLINE V clamped(const V& v, const V& most) {
  return Min(Max(v, Neg(most)), most);
}
template <class V>
HWY_INLINE Vec3<V> clamped(const Vec3<V>& v, const Vec3<V>& most) {
  return {clamped(v.x, most.x), clamped(v.y, most.y), clamped(v.z, most.z)};
}

template <class V>
HWY_INLINE Vec3<V> turned(const Vec3<V>& v) {
  return {v.y, v.z, v.x};
}
template <class V>
HWY_INLINE Vec3<V> turned_back(const Vec3<V>& v) {
  return {v.z, v.x, v.y};
}

template <class Tag, class T>
HWY_INLINE auto broadcast(Tag tag, T x, T y) -> Vec2<decltype(Zero(tag))> {
  return {Set(tag, x), Set(tag, y)};
}
template <class Tag, class T>
HWY_INLINE auto broadcast(Tag tag, T x, T y, T z) -> Vec3<decltype(Zero(tag))> {
  return {Set(tag, x), Set(tag, y), Set(tag, z)};
}
/// Loads three adjacent numbers.
template <class Tag, class T>
HWY_INLINE auto broadcast(Tag tag, const T* v) -> Vec3<decltype(Zero(tag))> {
  return broadcast(tag, v[0], v[1], v[2]);
}
template <class Tag>
HWY_INLINE auto zero(Tag tag) -> Vec3<decltype(Zero(tag))> {
  return {Zero(tag), Zero(tag), Zero(tag)};
}
/// Returns the vector in the first lane.
template <class V>
HWY_INLINE auto first(const Vec3<V>& p) -> std::array<decltype(GetLane(p.x)), 3> {
  return {GetLane(p.x), GetLane(p.y), GetLane(p.z)};
}
template <class Tag, class V>
HWY_INLINE auto DemoteTo(Tag tag, const Vec3<V>& v) -> Vec3<decltype(Zero(tag))> {
  return {DemoteTo(tag, v.x), DemoteTo(tag, v.y), DemoteTo(tag, v.z)};
}
/// Loads vectors i and up from three rows.
template <class Tag, class Rows>
HWY_INLINE Vec3<hn::Vec<Tag>> load(Tag tag, const Rows& rows, std::size_t i) {
  return {hn::Load(tag, &rows[0][i]), hn::Load(tag, &rows[1][i]), hn::Load(tag, &rows[2][i])};
}
template <class Tag, class Rows>
HWY_INLINE void store(Tag tag, const Vec3<hn::Vec<Tag>>& v, Rows& rows, std::size_t i) {
  hn::Store(v.x, tag, &rows[0][i]);
  hn::Store(v.y, tag, &rows[1][i]);
  hn::Store(v.z, tag, &rows[2][i]);
}

/// Returns (x + y) + z.
template <class V>
HWY_INLINE V sum(const Vec3<V>& p) {
  return Add(Add(p.x, p.y), p.z);
}
/// Adds the halves of a vector of four first; the last lane is 0: (x + z) + y.
template <class V>
HWY_INLINE V sum_by_halves(const Vec3<V>& p) {
  return Add(Add(p.x, p.z), p.y);
}
/// Returns x + (y + z).
template <class V>
HWY_INLINE V sum_from_z(const Vec3<V>& p) {
  return Add(p.x, Add(p.y, p.z));
}

/// Rounds the product of x first.
template <class V>
HWY_INLINE V dot(const Vec3<V>& p, const Vec3<V>& q) {
  return MulAdd(p.z, q.z, MulAdd(p.y, q.y, Mul(p.x, q.x)));
}
template <class V>
HWY_INLINE V dot_from_z(const Vec3<V>& p, const Vec3<V>& q) {
  return MulAdd(p.x, q.x, MulAdd(p.y, q.y, Mul(p.z, q.z)));
}
template <class V>
HWY_INLINE V unfused_dot(const Vec3<V>& p, const Vec3<V>& q) {
  return sum(Mul(p, q));
}
template <class V>
HWY_INLINE Vec3<V> cross(const Vec3<V>& p, const Vec3<V>& q) {
  return {MulSub(p.y, q.z, Mul(p.z, q.y)), MulSub(p.z, q.x, Mul(p.x, q.z)),
          MulSub(p.x, q.y, Mul(p.y, q.x))};
}
/// The result is zero if p and q are equal or opposite.
template <class V>
HWY_INLINE Vec3<V> unfused_cross(const Vec3<V>& p, const Vec3<V>& q) {
  return {Sub(Mul(p.y, q.z), Mul(p.z, q.y)), Sub(Mul(p.z, q.x), Mul(p.x, q.z)),
          Sub(Mul(p.x, q.y), Mul(p.y, q.x))};
}

/// Rounds the product of y first.
template <class V>
HWY_INLINE V dot(const Vec2<V>& p, const Vec2<V>& q) {
  return MulAdd(p.x, q.x, Mul(p.y, q.y));
}
template <class V>
HWY_INLINE V unfused_dot(const Vec2<V>& p, const Vec2<V>& q) {
  return Add(Mul(p.x, q.x), Mul(p.y, q.y));
}
/// Returns `to` plus the dot product; `to` is added to y's product first.
template <class V>
HWY_INLINE V add_dot(const Vec2<V>& p, const Vec2<V>& q, const V& to) {
  return MulAdd(p.x, q.x, MulAdd(p.y, q.y, to));
}
/// Rounds p.x q.y first.
template <class V>
HWY_INLINE V cross(const Vec2<V>& p, const Vec2<V>& q) {
  return NegMulAdd(p.y, q.x, Mul(p.x, q.y));
}

template <class V>
HWY_INLINE Mat3<Vec3<V>> transposed(const Mat3<Vec3<V>>& m) {
  return {{{m[0].x, m[1].x, m[2].x}, {m[0].y, m[1].y, m[2].y}, {m[0].z, m[1].z, m[2].z}}};
}

/// Returns the sum of the vectors of m, each times its coordinate of `by`, from the first on: M x
/// for columns, M^T x for rows.
template <class Row, class V>
HWY_INLINE Row combined(const Mat3<Row>& m, const Vec3<V>& by) {
  return MulAdd(by.z, m[2], MulAdd(by.y, m[1], Mul(by.x, m[0])));
}
/// Computes coordinate by coordinate: g++ 12 keeps the order of the source, and spills results that come
/// too early.
template <class V>
HWY_INLINE Vec3<V> combined(const Mat3<Vec3<V>>& m, const Vec3<V>& by) {
  return {MulAdd(by.z, m[2].x, MulAdd(by.y, m[1].x, Mul(by.x, m[0].x))),
          MulAdd(by.z, m[2].y, MulAdd(by.y, m[1].y, Mul(by.x, m[0].y))),
          MulAdd(by.z, m[2].z, MulAdd(by.y, m[1].z, Mul(by.x, m[0].z)))};
}
/// Adds that sum to `to`, term by term.
template <class Row, class V>
HWY_INLINE Row add_combined(const Mat3<Row>& m, const Vec3<V>& by, const Row& to) {
  return MulAdd(by.z, m[2], MulAdd(by.y, m[1], MulAdd(by.x, m[0], to)));
}
template <class Row, class V>
HWY_INLINE Row subtract_combined(const Mat3<Row>& m, const Vec3<V>& by, const Row& from) {
  return NegMulAdd(by.z, m[2], NegMulAdd(by.y, m[1], NegMulAdd(by.x, m[0], from)));
}
// What a packed vector does in its lanes, vectors of lanes do by renaming.
template <class V>
HWY_INLINE const Vec3<V>& spread(const Vec3<V>& v) {
  return v;
}
template <class V>
HWY_INLINE Vec3<V> sums_of_rows(const Mat3<Vec3<V>>& m) {
  return {sum(m[0]), sum(m[1]), sum(m[2])};
}
/// Returns the dot products with the vectors of m: M x for rows, M^T x for columns.
template <class V>
HWY_INLINE Vec3<V> dots(const Mat3<Vec3<V>>& m, const Vec3<V>& x) {
  return {dot(m[0], x), dot(m[1], x), dot(m[2], x)};
}
template <class V>
HWY_INLINE Vec3<V> unfused_dots(const Mat3<Vec3<V>>& m, const Vec3<V>& x) {
  return {unfused_dot(m[0], x), unfused_dot(m[1], x), unfused_dot(m[2], x)};
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_LANES_SPACE_INL_HPP
