// SPDX-License-Identifier: Apache-2.0
//
// Expresses two boxes whose matrices are rotations up to rounding in a's frame. Then the fifteen
// gaps follow from nine products C = R_a^T R_b and the vector T = R_a^T c between the middles,
// without an axis. All answers about two boxes read these gaps.
//
// The text is written once for all layouts and numbers. OnePair holds doubles, PairALane doubles or
// floats. u is the unit of the number.
//
// Lemma B. Let both R be within phi of rotations or of their mirror images, and
//
//   S = |t_B - t_A|_1 + |m_A|_1 + |h_A|_1 + |m_B|_1 + |h_B|_1,   E = (16 phi + 80 u) S + underflow.
//
// Each computed gap is within E of the gap along the true axis. One gap above E separates. If all
// are below -E, the boxes overlap.
//
// Parallel edges. The gap along a_i x b_j is near 0 where these edges are parallel, or nearly. Let
// e_ij = |C_kj| + |C_lj| for k, l != i, about the sine of their angle. If all gaps but those of
// parallel edges are below -(3 E + 2.1 sum h_bj e_ij), the boxes overlap.
//
// docs/bounds/boxes.md proves both.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_BOXES_FRAME_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_BOXES_FRAME_INL_HPP
#undef SUNDER_NARROW_BOXES_FRAME_INL_HPP
#else
#define SUNDER_NARROW_BOXES_FRAME_INL_HPP
#endif

#include <atomic>
#include <cstddef>
#include <hwy/highway.h>
#include <limits>
#include <type_traits>

#include "lanes/quad-inl.hpp"
#include "narrow/boxes/bounds.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::boxes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
// The operations on Quads and on plain numbers; a vector's own are found by its namespace.
using namespace sunder::detail::HWY_NAMESPACE;

// ---- The layouts

/// Three coordinates, or the three axes of a kind, in the lanes of a Quad. The last lane is 0, or
/// unspecified where a comment says so.
struct OnePair {
  using Real = double;
  using Number = double;
  using Mask = bool;
  using Vector = Quad;
  /// C by its rows and by its columns: a Quad is not transposed for nothing.
  struct Turned {
    Mat3<Quad> row, column;
  };

  HWY_INLINE static Number number(double x) { return x; }
  HWY_INLINE static Vector each(Number x) { return in_all(x); }
  HWY_INLINE static Vector three(Number x) { return without_last(in_all(x)); }
  HWY_INLINE static bool any(Mask mask) { return mask; }
  HWY_INLINE static bool all(Mask mask) { return mask; }
  HWY_INLINE static Mask none() { return false; }
  /// Tests all lanes; the last must hold too.
  HWY_INLINE static Mask all_of(QuadMask mask) { return AllTrue(QuadTag(), mask); }
  HWY_INLINE static Mask any_above(Vector v, Number bound) {
    return (lanes_of(Gt(v, in_all(bound))) & 7) != 0;
  }
  HWY_INLINE static Mask all_below(Vector v, Number bound) {
    return (lanes_of(Lt(v, in_all(bound))) & 7) == 7;
  }
  /// Returns v or -v, with the sign of `along`.
  HWY_INLINE static Vector toward(Vector v, Number along) {
    return Xor(v, And(in_all(along), in_all(-0.0)));
  }
  /// Stops the compiler from computing in advance what is seldom needed.
  HWY_INLINE static void fence() { std::atomic_signal_fence(std::memory_order_seq_cst); }
};

/// One pair in each lane of Tag.
template <class Tag>
struct PairALane {
  using Lanes = Tag;
  using Real = hn::TFromD<Tag>;
  using Number = hn::Vec<Tag>;
  using Mask = hn::Mask<Tag>;
  using Vector = Vec3<Number>;
  struct Turned {
    Mat3<Vector> row;
  };

  HWY_INLINE static Number number(double x) { return hn::Set(Tag(), static_cast<Real>(x)); }
  HWY_INLINE static Vector each(Number x) { return {x, x, x}; }
  HWY_INLINE static Vector three(Number x) { return {x, x, x}; }
  HWY_INLINE static bool any(Mask mask) { return !hn::AllFalse(Tag(), mask); }
  HWY_INLINE static bool all(Mask mask) { return hn::AllTrue(Tag(), mask); }
  HWY_INLINE static Mask none() { return hn::FirstN(Tag(), 0); }
  HWY_INLINE static Mask all_of(const Vec3<Mask>& mask) {
    return hn::And(hn::And(mask.x, mask.y), mask.z);
  }
  HWY_INLINE static Mask any_above(const Vector& v, Number bound) {
    return hn::Gt(hn::Max(hn::Max(v.x, v.y), v.z), bound);
  }
  HWY_INLINE static Mask all_below(const Vector& v, Number bound) {
    return hn::Lt(hn::Max(hn::Max(v.x, v.y), v.z), bound);
  }
  /// No reader of pairs in lanes needs the direction.
  HWY_INLINE static const Vector& toward(const Vector& v, Number) { return v; }
  HWY_INLINE static void fence() {}
};
/// Doubles and floats, as many as a vector has.
using Pairs = hn::CappedTag<double, 8>;
using DoublePairs = PairALane<Pairs>;
using FloatPairs = PairALane<hn::CappedTag<float, 16>>;

template <class L>
HWY_INLINE typename L::Vector each(double x) {
  return L::each(L::number(x));
}

/// Returns (x + z) + y.
HWY_INLINE double total(Quad v) { return GetLane(sum_of_all(v)); }
template <class V>
HWY_INLINE V total(const Vec3<V>& v) {
  return sum_by_halves(v);
}

/// Returns C y.
HWY_INLINE Quad product(const OnePair::Turned& c, Quad y) { return combined(c.column, spread(y)); }
template <class Turned, class V>
HWY_INLINE Vec3<V> product(const Turned& c, const Vec3<V>& y) {
  return dots(c.row, y);
}
/// Returns C^T x.
template <class Turned, class Vector>
HWY_INLINE Vector pulled(const Turned& c, const Vector& x) {
  return combined(c.row, spread(x));
}

/// Sets C from the rows of both R.
HWY_INLINE void set_turned(const double* r, const double* s, const Mat3<Quad>& a,
                           const Mat3<Quad>& b, OnePair::Turned& c) {
  for (std::size_t i = 0; i < 3; ++i) {
    c.row[i] = combined(b, broadcast(QuadTag(), r[i], r[3 + i], r[6 + i]));
    c.column[i] = combined(a, broadcast(QuadTag(), s[i], s[3 + i], s[6 + i]));
  }
}
template <class V, class Turned>
HWY_INLINE void set_turned(const Mat3<Vec3<V>>& a, const Mat3<Vec3<V>>& b, Turned& c) {
  c.row[0] = combined(b, Vec3<V>{a[0].x, a[1].x, a[2].x});
  c.row[1] = combined(b, Vec3<V>{a[0].y, a[1].y, a[2].y});
  c.row[2] = combined(b, Vec3<V>{a[0].z, a[1].z, a[2].z});
}

// ---- The gaps

/// Both boxes in their frames: C, T = R_a^T c and R_b^T c, and the half extents.
template <class L>
struct Frame {
  typename L::Turned c;
  typename L::Vector in_a, in_b;
  typename L::Vector half_a, half_b;
};

/// Returns |along| less a sum of products. Floats fill the ports, and save operations. Doubles wait
/// for `along`, and add the products meanwhile.
template <class L, class P1, class P3>
HWY_INLINE typename L::Vector less_products(const typename L::Vector& along, const P1& p1,
                                            const typename L::Vector& q1, const P1& p2,
                                            const typename L::Vector& q2, const P3& p3,
                                            const typename L::Vector& q3, const P3& p4,
                                            const typename L::Vector& q4) {
  if constexpr (std::is_same_v<typename L::Real, float>) {
    return NegMulAdd(p4, q4, NegMulAdd(p3, q3, NegMulAdd(p2, q2, NegMulAdd(p1, q1, Abs(along)))));
  } else {
    return Sub(Abs(along), Add(MulAdd(p1, q1, Mul(p2, q2)), MulAdd(p3, q3, Mul(p4, q4))));
  }
}

HWY_INLINE Mat3<Quad> columns_of(const OnePair::Turned& c) { return c.column; }
template <class Turned>
HWY_INLINE auto columns_of(const Turned& c) {
  return transposed(c.row);
}
/// Returns the gap of faces, from their half extents and those of the other box.
template <class L, class M>
HWY_INLINE typename L::Vector gap_of_faces(const typename L::Vector& along,
                                           const typename L::Vector& half, const M& sizes,
                                           const typename L::Vector& others) {
  if constexpr (std::is_same_v<typename L::Real, float>) {
    return subtract_combined(sizes, spread(others), Sub(Abs(along), half));
  } else {
    return Sub(Abs(along), Add(combined(sizes, spread(others)), half));
  }
}

/// Passes all gaps to `to`, with the distances of the middles along their axes. Those of a kind come
/// together: the faces of a with number 0, those of b with 4, edge i of a and those of b with
/// 8 + 4 i. `sizes` has the magnitudes of C's rows. The last lane of a Quad is 0.
template <class L, class To>
HWY_INLINE void measure_gaps(const Frame<L>& frame, To& to) {
  using Vector = typename L::Vector;
  const Mat3<Vector> sizes = Abs(frame.c.row);
  to.take_faces(gap_of_faces<L>(frame.in_a, frame.half_a, Abs(columns_of(frame.c)), frame.half_b),
                frame.in_a, 0);
  to.take_faces(gap_of_faces<L>(frame.in_b, frame.half_b, sizes, frame.half_a), frame.in_b, 4);
  const auto& of_a = spread(frame.half_a);
  const auto& along = spread(frame.in_a);
  using Factor = std::decay_t<decltype(of_a.x)>;
  const Factor by_half[3] = {of_a.x, of_a.y, of_a.z};
  const Factor by_along[3] = {along.x, along.y, along.z};
  const Vector next_b = turned(frame.half_b);
  const Vector last_b = turned_back(frame.half_b);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const Vector way = MulSub(by_along[k], frame.c.row[j], Mul(by_along[j], frame.c.row[k]));
    const Vector gap = less_products<L>(way, by_half[j], sizes[k], by_half[k], sizes[j], next_b,
                                        turned_back(sizes[i]), last_b, turned(sizes[i]));
    to.take_edges(i, gap, way, sizes);
  }
}

/// Keeps the gaps of one pair, which several readers visit.
struct KeptGaps {
  HWY_INLINE explicit KeptGaps(const Frame<OnePair>& measured) : frame(measured) {
    measure_gaps(frame, *this);
  }
  HWY_INLINE void take_faces(Quad gap, Quad, std::size_t number) {
    (number == 0 ? of_a : of_b) = gap;
  }
  HWY_INLINE void take_edges(std::size_t i, Quad gap, Quad way, const Mat3<Quad>&) {
    crossed[i] = gap;
    between[i] = way;
  }
  template <class To>
  HWY_INLINE void visit(To& to) const {
    const Mat3<Quad> sizes = Abs(frame.c.row);
    to.take_faces(of_a, frame.in_a, 0);
    to.take_faces(of_b, frame.in_b, 4);
    for (std::size_t i = 0; i < 3; ++i) to.take_edges(i, crossed[i], between[i], sizes);
  }

  const Frame<OnePair>& frame;
  Quad of_a, of_b;
  Quad crossed[3], between[3];
};

/// Measures the gaps of pairs in lanes again for each reader: they do not fit the registers.
template <class L>
struct MeasuredGaps {
  template <class To>
  HWY_INLINE void visit(To& to) const {
    measure_gaps(frame, to);
  }
  const Frame<L>& frame;
};

// ---- Lemma B's readers

/// The greatest gap of each lane of a kind.
template <class L>
struct GreatestGap {
  using Vector = typename L::Vector;
  HWY_INLINE void take_faces(const Vector& of, const Vector&, std::size_t number) {
    gap = number == 0 ? of : Max(gap, of);
  }
  HWY_INLINE void take_edges(std::size_t, const Vector& of, const Vector&, const Mat3<Vector>&) {
    gap = Max(gap, of);
  }
  Vector gap;
};

/// The greatest gap without those of parallel edges, and what these cost: the sum of h_bj e_ij.
template <class L>
struct GapBesideParallel : GreatestGap<L> {
  using Vector = typename L::Vector;
  static constexpr double kMost =
      std::is_same_v<typename L::Real, float> ? double{kMostFloatParallelSine} : kMostParallelSine;
  HWY_INLINE explicit GapBesideParallel(const Vector& half) : half_b(half), cost(each<L>(0)) {}
  HWY_INLINE void take_edges(std::size_t i, const Vector& of, const Vector&,
                             const Mat3<Vector>& sizes) {
    const Vector sine = Add(sizes[(i + 1) % 3], sizes[(i + 2) % 3]);
    const auto parallel = Lt(sine, each<L>(kMost));
    this->gap = Max(this->gap, IfThenElse(parallel, this->gap, of));
    cost = MulAdd(IfThenElseZero(parallel, sine), half_b, cost);
  }
  const Vector& half_b;
  Vector cost;
};

/// The verdicts that E allows; both masks are false where it leaves one open.
template <class L>
struct Verdicts {
  typename L::Mask apart, overlapping;
};
template <class L, class Gaps>
HWY_INLINE Verdicts<L> verdicts_of(const Gaps& gaps, const typename L::Number& error) {
  GreatestGap<L> greatest;
  gaps.visit(greatest);
  return {L::any_above(greatest.gap, error), L::all_below(greatest.gap, Neg(error))};
}
/// Returns where the gaps without those of parallel edges prove an overlap.
template <class L, class Gaps>
HWY_INLINE typename L::Mask overlap_beside_parallel(const Gaps& gaps,
                                                    const typename L::Number& error) {
  GapBesideParallel<L> beside(gaps.frame.half_b);
  gaps.visit(beside);
  const auto least = Add(Mul(L::number(kParallelErrors), error),
                         Mul(L::number(kParallelSines), total(beside.cost)));
  return L::all_below(beside.gap, Neg(least));
}

}  // namespace sunder::detail::boxes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_BOXES_FRAME_INL_HPP
