// SPDX-License-Identifier: Apache-2.0
//
// Idea: The closest point w of C = K_B - K_A lies in a facet that faces the origin. That is a
// parallelogram of two edges p, q about a vertex D of the other four. For each of the fifteen axes,
// one per lane, floats find the closest point of the nearer of its two facets. The least of all is
// w. Floats also show whether its coordinates along p and q are at an end; doubles recompute w from
// that. Closest point in a parallelogram: x, y are those of the plane's closest point. If one is
// beyond its end, w is on an edge whose end was passed. Otherwise the segment from w to that point,
// along which the distance decreases, would start inside. Two candidates therefore suffice: x
// clamped to its end, with the best y for it, and vice versa.
// Bound: Lemma 4, as box_distance_bounds-inl.hpp applies it; a wrong choice in floats makes the
// bounds wide, not wrong. The points have three roundings in moves along p and q, or six along up
// to five edges. In moves every product, of all edges together, and every sum is within reach. The
// direction u is n where p and q are both free. If one is free, u is the part of w perpendicular to
// it. A residual of w along that edge would cost the gap its product with the edge's length.
// Cost: The fifteen axes and their facets in two vectors of eight floats; one facet in doubles.
// Gives up: Where floats leave an axis open, and where numbers are outside the range of the bounds.
#include "narrow/sat/box_quick_distance.hpp"

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_loose_edges.hpp"
#include "narrow/sat/box_rigid_distance.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_quick_distance.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_distance_bounds-inl.hpp"
#include "narrow/sat/box_quick_pair-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_QUICK_DISTANCE
#define SUNDER_NARROW_SAT_BOX_QUICK_DISTANCE
namespace sunder::detail::sat {

/// For each edge, a's from 0 and b's from 4: 1 for the axes that it does not belong to, one axis
/// per lane.
struct OtherEdges {
  alignas(32) std::array<std::array<float, 16>, 8> of{};
};
constexpr OtherEdges other_edges() noexcept {
  OtherEdges others;
  for (std::size_t i = 0; i < 16; ++i) {
    for (auto& edge : others.of) edge[i] = 1;
    for (const auto& own : kFloatEdges.at) others.of[static_cast<std::size_t>(own[i])][i] = 0;
  }
  return others;
}
inline constexpr OtherEdges kOtherEdges = other_edges();

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

#if SUNDER_BOXES_IN_FLOATS

HWY_INLINE FloatsOf within_ends(FloatsOf x) {
  const auto one = hn::Set(Floats(), 1.0F);
  return hn::Min(hn::Max(x, hn::Neg(one)), one);
}
/// Returns the vertex of C that faces the origin. Edges whose rise is at most `error`, own ones
/// included, contribute their middles.
template <std::size_t kBlock>
HWY_INLINE Vec3<FloatsOf> facing_vertex(const FloatBoxes& boxes, const FloatAxes& axes,
                                        FloatsOf error) {
  const Floats floats;
  const auto sign = hn::Set(floats, -0.0F);
  const auto none = hn::Zero(floats);
  Vec3<FloatsOf> vertex[2] = {centre_of(boxes), {none, none, none}};
  for (const std::size_t k : {0U, 1U, 2U, 4U, 5U, 6U}) {
    const auto away = hn::And(sign, hn::Not(hn::Xor(axes.rise[k], axes.along)));
    const auto held = hn::IfThenElseZero(hn::Gt(hn::Abs(axes.rise[k]), error),
                                         hn::Load(floats, &kOtherEdges.of[k][8 * kBlock]));
    const auto end = hn::Or(away, held);
    vertex[k / 4] = MulAdd(end, half_edge(boxes, k), vertex[k / 4]);
  }
  return Add(vertex[0], vertex[1]);
}

/// The closest points of eight facets: x and y count half edges from D.
struct FacetPoints {
  FloatsOf x, y;
  FloatsOf squared;
};
HWY_INLINE FacetPoints closest_of(const Vec3<FloatsOf>& d, const Vec3<FloatsOf>& p,
                                  const Vec3<FloatsOf>& q) {
  const Floats floats;
  const auto pp = dot(p, p);
  const auto qq = dot(q, q);
  const auto pq = dot(p, q);
  const auto dp = dot(d, p);
  const auto dq = dot(d, q);
  const auto product = hn::Mul(pp, qq);
  // Parallel edges: any point works.
  const auto area =
      hn::Max(hn::NegMulAdd(pq, pq, product), hn::Mul(product, hn::Set(floats, 0x1p-20F)));
  const auto one = hn::Set(floats, 1.0F);
  const auto of_area = hn::Div(one, area);
  const auto of_p = hn::Div(one, pp);
  const auto of_q = hn::Div(one, qq);
  const auto x = within_ends(hn::Mul(hn::MulSub(pq, dq, hn::Mul(qq, dp)), of_area));
  const auto y = within_ends(hn::Mul(hn::MulSub(pq, dp, hn::Mul(pp, dq)), of_area));
  const auto y_of_x = within_ends(hn::Neg(hn::Mul(hn::MulAdd(x, pq, dq), of_q)));
  const auto x_of_y = within_ends(hn::Neg(hn::Mul(hn::MulAdd(y, pq, dp), of_p)));
  const Vec3<FloatsOf> first = MulAdd(y_of_x, q, MulAdd(x, p, d));
  const Vec3<FloatsOf> second = MulAdd(x_of_y, p, MulAdd(y, q, d));
  const auto square = dot(first, first);
  const auto other = dot(second, second);
  const auto better = hn::Lt(other, square);
  return {hn::IfThenElse(better, x_of_y, x), hn::IfThenElse(better, y, y_of_x),
          hn::Min(square, other)};
}

class QuickDistance {
 public:
  HWY_INLINE explicit QuickDistance(const Pair<3>& pair) : c_(pair) {}

  /// Measures all axes. Overlapping is proven along each. Undecided means proven along all but
  /// those that are nearly zero, and no distance can follow.
  HWY_INLINE Verdict measure() {
    const Floats floats;
    c_.to_floats(row_, half_, boxes_);
    error_ = c_.float_error();
    measure_floats<0>(boxes_, row_, axes_[0]);
    measure_floats<1>(boxes_, row_, axes_[1]);
    const auto meets = [&](const FloatAxes& axes) HWY_ATTR {
      return hn::Gt(width_of(axes), hn::Add(hn::Abs(axes.along), error_));
    };
    const auto first = meets(axes_[0]);
    const auto second = meets(axes_[1]);
    if (hn::AllTrue(floats, hn::And(first, second))) return Verdict::overlapping;
    const auto zero = [&](const FloatAxes& axes) HWY_ATTR {
      return hn::Le(dot(axes.direction, axes.direction), c_.float_square_error());
    };
    const bool none_apart =
        hn::AllTrue(floats, hn::And(hn::Or(first, zero(axes_[0])), hn::Or(second, zero(axes_[1]))));
    return none_apart ? Verdict::undecided : Verdict::separated;
  }

  HWY_INLINE bool in_range() const { return c_.in_range(); }

  HWY_INLINE bool set(Distance3& answer) {
    const auto key = static_cast<std::size_t>(least_of(key_of<0>(), key_of<1>()));
    const std::size_t lane = key & 15;
    const double x = ends_[0][lane];
    const double y = ends_[1][lane];
    const Lanes lanes;
    const OwnEdges& own = kOwnEdges[lane];
    const auto sign = hn::Set(lanes, std::copysign(0.0, double{along_[lane]}));
    const auto p = hn::Load(lanes, c_.columns[own.at[0]]);
    const auto q = hn::Xor(hn::Load(lanes, c_.columns[own.at[1]]), sign);
    const QuickDirection axis = c_.measure(unfused_cross(p, q));
    const bool free_x = std::fabs(x) < 1;
    const bool free_y = std::fabs(y) < 1;
    const auto end_x = hn::Set(lanes, free_x ? 0 : x);
    const auto end_y = hn::Set(lanes, free_y ? 0 : y);
    const auto past_a = hn::MulAdd(end_x, hn::Load(lanes, own.only[0][0].data()),
                                   hn::Mul(end_y, hn::Load(lanes, own.only[0][1].data())));
    const auto past_b = hn::MulAdd(end_x, hn::Load(lanes, own.only[1][0].data()),
                                   hn::Mul(end_y, hn::Load(lanes, own.only[1][1].data())));
    const QuickBody& a = c_.a;
    const QuickBody& b = c_.b;
    const auto to_a =
        hn::NegMulAdd(a.extents.half, past_a, to_vertex(a, axis.rise_a, own.held[0].data()));
    const auto to_b =
        hn::NegMulAdd(b.extents.half, past_b, to_vertex(b, axis.rise_b, own.held[1].data()));
    at_a_ = unfused_dots(a.r, hn::Add(a.extents.middle, to_a));
    at_b_ = unfused_dots(b.r, hn::Sub(b.extents.middle, to_b));
    w_ = hn::Add(hn::Sub(at_b_, at_a_), c_.offset);
    if (free_x && free_y) {
      slide_on_face(axis, p, q, own);
      return finish(axis, answer);
    }
    const auto flat_a = is_flat(axis.rise_a, own.held[0].data());
    const auto flat_b = is_flat(axis.rise_b, own.held[1].data());
    if (!hn::AllFalse(lanes, hn::Or(flat_a, flat_b))) {
      moves_ = kUnitsOfMoves;
      return finish(c_.measure(reduce_by_edges(axis.u, own, free_x, free_y, flat_a, flat_b)),
                    answer);
    }
    auto u = w_;
    if (free_x || free_y) u = slide_on_edge(free_x ? p : q, own, free_x ? 0 : 1);
    return finish(c_.measure(u), answer);
  }

 private:
  template <std::size_t kBlock>
  HWY_INLINE WordsOf key_of() {
    const Floats floats;
    const Words words;
    const FloatAxes& axes = axes_[kBlock];
    const FacetPoints found = closest_of(facing_vertex<kBlock>(boxes_, axes, error_),
                                         Mul(of_edges<kBlock, 0>(half_), axes.first),
                                         Mul(of_edges<kBlock, 1>(half_), axes.second));
    hn::Store(found.x, floats, &ends_[0][8 * kBlock]);
    hn::Store(found.y, floats, &ends_[1][8 * kBlock]);
    hn::Store(axes.along, floats, &along_[8 * kBlock]);
    const auto bits = hn::AndNot(hn::Set(words, 15), hn::BitCast(words, found.squared));
    return hn::Or(bits, hn::Iota(words, 8 * kBlock));
  }

  /// Returns edges parallel to the facet up to rounding, as in facing_vertex(), other than the
  /// axis' own. They contribute their midpoints, so that stacked faces meet at a centre.
  HWY_INLINE hn::Mask<Lanes> is_flat(LanesOf rise, const double* held) const {
    const Lanes lanes;
    const auto most = hn::Set(lanes, 0x1p-48 * c_.longest * c_.longest * c_.longest);
    return hn::And(hn::Le(hn::Abs(rise), most), hn::Gt(hn::Load(lanes, held), hn::Zero(lanes)));
  }
  HWY_INLINE LanesOf to_vertex(const QuickBody& body, LanesOf rise, const double* held) const {
    return hn::IfThenZeroElse(is_flat(rise, held), body.to_vertex(rise, hn::Load(Lanes(), held)));
  }

  /// Returns the direction of w after all flat and free edges have reduced it.
  HWY_INLINE LanesOf reduce_by_edges(LanesOf n, const OwnEdges& own, bool free_x, bool free_y,
                                     hn::Mask<Lanes> flat_a, hn::Mask<Lanes> flat_b) {
    const Lanes lanes;
    std::uint8_t flat[2][8] = {};
    hn::StoreMaskBits(lanes, flat_a, flat[0]);
    hn::StoreMaskBits(lanes, flat_b, flat[1]);
    LooseEdges edges;
    for (std::uint32_t k = 0; k < 6; ++k) {
      const bool is_own = (free_x && k == own.at[0]) || (free_y && k == own.at[1]);
      if (is_own || (flat[k / 3][0] >> k % 3 & 1) != 0) edges.add(c_.pair, k, c_.half_of(k));
    }
    Vector3 normal, w, a, b;
    store_three(n, normal);
    store_three(w_, w);
    store_three(at_a_, a);
    store_three(at_b_, b);
    edges.reduce(w, a, b);
    w_ = load_packed(w.data());
    at_a_ = load_packed(a.data());
    at_b_ = load_packed(b.data());
    return load_packed(edges.direction(w, normal).data());
  }

  /// Moves the points from the middles of two free edges.
  HWY_INLINE void slide_on_face(const QuickDirection& axis, LanesOf p, LanesOf q,
                                const OwnEdges& own) {
    const Lanes lanes;
    const auto of_squared = hn::Div(hn::Set(lanes, 1.0), repeated<1>(axis.sums));
    const auto to_x = hn::Mul(unfused_cross(q, axis.u), of_squared);
    const auto to_y = hn::Mul(unfused_cross(axis.u, p), of_squared);
    const auto shares = sums_of_rows({{hn::Mul(w_, to_x), hn::Mul(w_, to_y), hn::Zero(lanes)}});
    slide(repeated<0>(shares), p, own, 0);
    slide(repeated<1>(shares), q, own, 1);
  }
  /// Moves the points from the middle of the one free edge; returns the part of w perpendicular to
  /// it.
  HWY_INLINE LanesOf slide_on_edge(LanesOf edge, const OwnEdges& own, std::size_t which) {
    const Lanes lanes;
    const auto of_squared =
        hn::Div(hn::Set(lanes, 1.0), hn::SumOfLanes(lanes, hn::Mul(edge, edge)));
    const auto share_of = [&](LanesOf v) HWY_ATTR {
      return hn::Mul(hn::SumOfLanes(lanes, hn::Mul(v, edge)), of_squared);
    };
    const auto share = share_of(w_);
    auto across = hn::NegMulAdd(share, edge, w_);
    across = hn::NegMulAdd(share_of(across), edge, across);
    slide(share, edge, own, which);
    return across;
  }
  /// Subtracts `share` of an edge from w, clamped to half of the edge.
  HWY_INLINE void slide(LanesOf share, LanesOf edge, const OwnEdges& own, std::size_t which) {
    const Lanes lanes;
    const auto most = hn::Set(lanes, c_.half_of(own.at[which]));
    const auto step = hn::Mul(hn::Min(hn::Max(share, hn::Neg(most)), most), edge);
    const auto of_a = hn::Mul(step, hn::Set(lanes, own.of_a[which]));
    at_a_ = hn::Add(at_a_, of_a);
    at_b_ = hn::Sub(at_b_, hn::Sub(step, of_a));
    w_ = hn::Sub(w_, step);
  }

  HWY_INLINE bool finish(const QuickDirection& axis, Distance3& answer) const {
    return set_bounds(c_, axis, {at_a_, at_b_, w_}, kUnitsOfPoints + moves_, answer);
  }

  QuickPair c_;
  FloatsOf row_[3];
  FloatsOf half_;
  FloatBoxes boxes_;
  FloatsOf error_;
  FloatAxes axes_[2];
  alignas(32) float ends_[2][16];  ///< x and y
  alignas(32) float along_[16];
  LanesOf at_a_, at_b_;  ///< without the offsets
  LanesOf w_;
  int moves_ = kUnitsOfOwnMoves;
};

void measure_quick_distance(const Pair<3>& pair, Distance3& answer, Verdict& verdict) {
  QuickDistance boxes(pair);
  verdict = boxes.measure();
  const bool known = boxes.in_range() && (verdict != Verdict::separated || boxes.set(answer));
  if (!known) verdict = Verdict::undecided;
}

#else

void measure_quick_distance(const Pair<3>&, Distance3&, Verdict& verdict) {
  verdict = Verdict::undecided;
}

#endif

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(measure_quick_distance);

BoxVerdict set_quick_distance(const Pair<3>& pair, Distance3& answer) {
  const Verdict balls = verdict_by_centred_balls(pair);
  if (balls == Verdict::overlapping) return {balls, Stage::bounds};
  Verdict verdict = set_rigid_distance(pair, balls == Verdict::separated, answer);
  if (verdict == Verdict::undecided) {
    HWY_DYNAMIC_DISPATCH(measure_quick_distance)(pair, answer, verdict);
  }
  return {verdict, Stage::filter};
}

}  // namespace sunder::detail::sat
#endif
