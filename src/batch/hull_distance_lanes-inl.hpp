// SPDX-License-Identifier: Apache-2.0
//
// Idea: Walks of GJK to the closest points of one pair of hulls, in doubles, a pose a lane. The lanes
//   reduce simplices and compute bounds together. Each lane asks its own support queries of the hulls'
//   tables, one after the other. These do not depend on each other, so they overlap in the pipeline.
// Source: The single walk: narrow/gjk/nearest.cpp, and its face: narrow/gjk/closest_face-inl.hpp.
// Bound: Lemma 1 from below and Lemma 4 from above, with the sums of posed_pair-inl.hpp in another order.
// Cost: Two support queries for each step of each lane. The lanes of a group take as many steps as the
//   longest walk.
// Gives up: Pairs that touch, overlap or nearly touch, directions far from length 1, and walks of many
//   steps. They stay open. A lane depends on its own pose alone.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_HULL_DISTANCE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_HULL_DISTANCE_LANES_INL_HPP
#undef SUNDER_BATCH_HULL_DISTANCE_LANES_INL_HPP
#else
#define SUNDER_BATCH_HULL_DISTANCE_LANES_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "batch/distance_lanes-inl.hpp"
#include "batch/kernels.hpp"
#include "filter/bounds.hpp"
#include "filter/distance_bounds.hpp"
#include "narrow/gjk/top-inl.hpp"
#include "query/interval.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {

namespace gjk = detail::gjk::HWY_NAMESPACE;
using boxes::BitsOfPairs;
using boxes::DoublePairs;
using boxes::PairBits;
using boxes::PairMask;
using PairVectors = boxes::Vec3<PairsOf>;

/// Returns whether numbers are above 0; NaN is not.
HWY_INLINE PairMask above_zero(PairsOf v) { return hn::Gt(v, hn::Zero(Pairs())); }
HWY_INLINE PairMask none_of_pairs() { return DoublePairs::none(); }
HWY_INLINE unsigned lanes_with(PairMask mask) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(Pairs(), mask, bits);
  return bits[0];
}
HWY_INLINE PairVectors broadcast_three(const double* from) {
  return {hn::Set(Pairs(), from[0]), hn::Set(Pairs(), from[1]), hn::Set(Pairs(), from[2])};
}

/// The closest face of C in each lane: ClosestFace, with its lanes as an array.
class ClosestFaces {
 public:
  HWY_INLINE void clear() {
    newest_ = PairVectors{hn::Zero(Pairs()), hn::Zero(Pairs()), hn::Zero(Pairs())};
    for (std::size_t i = 0; i < 3; ++i) {
      point_[i] = newest_;
      present_[i] = none_of_pairs();
      pair_[i] = hn::Zero(PairBits());
    }
  }

  /// Starts with one point in each lane of `where`.
  HWY_INLINE void begin(PairMask where, const PairVectors& at, BitsOfPairs pair, PairVectors& u) {
    for (PairMask& present : present_) present = hn::AndNot(where, present);
    put(0, where, at, pair);
    newest_ = IfThenElse(where, at, newest_);
    u = IfThenElse(where, Neg(at), u);
  }

  HWY_INLINE PairMask holds(BitsOfPairs pair) const {
    const auto has = [&](std::size_t i) HWY_ATTR {
      return hn::And(present_[i], hn::RebindMask(Pairs(), hn::Eq(pair_[i], pair)));
    };
    return hn::Or(hn::Or(has(0), has(1)), has(2));
  }

  /// Adds a point in each lane of `where` and reduces. The older points are in the first kOlder places.
  /// Returns the lanes in which 0 seems inside; those are not changed.
  template <std::size_t kOlder>
  HWY_INLINE PairMask advance(PairMask where, const PairVectors& at, BitsOfPairs pair,
                              PairVectors& u) {
    const Sides<kOlder> sides(*this, at);
    PairMask kept[3], triangle[3], edge[3];
    PairMask enclosed = where;
    PairMask left = where;  // the first face that fits is taken
    const auto take = [&](PairMask fits) HWY_ATTR {
      const PairMask taken = hn::And(fits, left);
      left = hn::AndNot(fits, left);
      return taken;
    };
    PairMask beside[3] = {none_of_pairs(), none_of_pairs(), none_of_pairs()};
    PairMask inner[3], within[3];
    for (std::size_t i = 0; i < sides.kTriangles; ++i) {
      const PairMask own = above_zero(sides.own[i]);
      const PairMask next = above_zero(sides.next[i]);
      beside[i] = hn::Or(beside[i], next);
      beside[after(i)] = hn::Or(beside[after(i)], own);
      within[i] = hn::And(hn::And(own, next), above_zero(sides.fresh[i]));
      if constexpr (kOlder == 3) {
        const PairsOf fourth = dot(sides.n[i], sides.e[before(i)]);
        inner[i] = above_zero(hn::Mul(sides.height[i], fourth));
        enclosed = hn::And(enclosed, inner[i]);
        within[i] = hn::AndNot(inner[i], within[i]);
      }
    }
    for (std::size_t i = 0; i < sides.kTriangles; ++i) triangle[i] = take(within[i]);
    for (std::size_t i = 0; i < kOlder; ++i) {
      const PairMask along = hn::And(above_zero(sides.ahead[i]), above_zero(sides.rest[i]));
      edge[i] = take(hn::AndNot(beside[i], along));
    }
    if constexpr (kOlder < 3) enclosed = none_of_pairs();
    const PairMask moved = hn::AndNot(hn::And(enclosed, left), where);
    const auto chosen = [](const PairMask* kind, const auto* of, std::size_t count) HWY_ATTR {
      auto one = of[0];
      for (std::size_t i = 1; i < count; ++i) one = IfThenElse(kind[i], of[i], one);
      return one;
    };
    PairVectors to = IfThenElse(
        left, Neg(at), unfused_cross(chosen(edge, sides.m, kOlder), chosen(edge, sides.e, kOlder)));
    if constexpr (kOlder > 1) {
      const PairMask any =
          kOlder == 2 ? triangle[0] : hn::Or(hn::Or(triangle[0], triangle[1]), triangle[2]);
      const PairVectors n = chosen(triangle, sides.n, sides.kTriangles);
      const PairsOf height = chosen(triangle, sides.height, sides.kTriangles);
      to = IfThenElse(any, toward(n, height), to);
    }
    u = IfThenElse(moved, to, u);
    newest_ = IfThenElse(moved, at, newest_);
    // The point takes the first free place.
    PairMask to1 = edge[0];
    for (std::size_t i = 0; i < kOlder; ++i) kept[i] = edge[i];
    if constexpr (kOlder > 1) {
      kept[0] = hn::Or(kept[0], triangle[0]);
      kept[1] = hn::Or(kept[1], triangle[0]);
    }
    if constexpr (kOlder > 2) {
      to1 = hn::Or(to1, triangle[2]);
      kept[0] = hn::Or(kept[0], triangle[2]);
      kept[1] = hn::Or(kept[1], triangle[1]);
      kept[2] = hn::Or(hn::Or(kept[2], triangle[1]), triangle[2]);
    }
    PairMask to0 = hn::AndNot(to1, moved);
    for (std::size_t i = 0; i < kOlder; ++i) {
      present_[i] = hn::Or(hn::AndNot(moved, present_[i]), kept[i]);
    }
    if constexpr (kOlder > 1) {
      to0 = hn::AndNot(triangle[0], to0);
      put(2, triangle[0], at, pair);
    }
    put(0, to0, at, pair);
    put(1, to1, at, pair);
    return hn::AndNot(moved, where);
  }

  HWY_INLINE const PairVectors& point(std::size_t i) const { return point_[i]; }
  HWY_INLINE const PairVectors& newest() const { return newest_; }

  /// Computes the weights of the points in the closest point, in units of their sum. Triangles and edges
  /// with absent points, or with the newest one as an older point, have weights of 0.
  HWY_INLINE void set_weights(PairsOf (&weights)[3]) const {
    const Sides<3> sides(*this, newest_);
    const PairMask triangle = hn::And(hn::And(present_[0], present_[1]), present_[2]);
    const PairsOf of_edge = sum(PairVectors{sides.rest[0], sides.rest[1], sides.rest[2]});
    const PairsOf of_triangle = sum(PairVectors{sides.fresh[0], sides.fresh[1], sides.fresh[2]});
    PairsOf own = hn::IfThenElse(triangle, of_triangle, of_edge);
    own = hn::IfThenElse(above_zero(own), own, DoublePairs::number(1));  // a point alone
    PairMask left = hn::Eq(own, own);
    for (std::size_t i = 0; i < 3; ++i) {
      const PairsOf of_older =
          hn::IfThenElse(triangle, hn::Add(sides.own[i], sides.next[before(i)]), sides.ahead[i]);
      const PairMask is_newest = hn::And(hn::And(present_[i], left), is_at(point_[i], newest_));
      left = hn::AndNot(is_newest, left);
      weights[i] = hn::IfThenElse(is_newest, own, hn::IfThenElseZero(present_[i], of_older));
    }
  }

 private:
  HWY_INLINE static std::size_t after(std::size_t i) { return i == 2 ? 0 : i + 1; }
  HWY_INLINE static std::size_t before(std::size_t i) { return i == 0 ? 2 : i - 1; }

  /// The edges and triangles that a point w forms with the older ones, by the names of ClosestFace.
  template <std::size_t kOlder>
  struct Sides {
    static constexpr std::size_t kTriangles = kOlder == 3 ? 3 : kOlder - 1;

    HWY_INLINE Sides(const ClosestFaces& faces, const PairVectors& w) {
      for (std::size_t i = 0; i < kOlder; ++i) {
        e[i] = IfThenElseZero(faces.present_[i], Sub(faces.point_[i], w));
        m[i] = unfused_cross(w, e[i]);
        ahead[i] = hn::Neg(dot(w, e[i]));
        rest[i] = hn::Sub(dot(e[i], e[i]), ahead[i]);
      }
      for (std::size_t i = 0; i < kTriangles; ++i) {
        n[i] = unfused_cross(e[i], e[after(i)]);
        next[i] = dot(m[i], n[i]);
        own[i] = hn::Neg(dot(m[after(i)], n[i]));
        fresh[i] = hn::Sub(hn::Sub(dot(n[i], n[i]), own[i]), next[i]);
        height[i] = hn::Neg(dot(n[i], w));
      }
    }
    PairVectors e[3], m[3], n[3];
    PairsOf own[3], next[3], fresh[3];  ///< weights of a triangle's points: i, i + 1, w
    PairsOf ahead[3], rest[3];          ///< weights of an edge's points: i, w
    PairsOf height[3];
  };

  HWY_INLINE static PairVectors toward(const PairVectors& v, PairsOf sign) {
    const PairsOf bit = hn::And(sign, DoublePairs::number(-0.0));
    return {hn::Xor(v.x, bit), hn::Xor(v.y, bit), hn::Xor(v.z, bit)};
  }
  HWY_INLINE static PairMask is_at(const PairVectors& p, const PairVectors& q) {
    return hn::And(hn::And(hn::Eq(p.x, q.x), hn::Eq(p.y, q.y)), hn::Eq(p.z, q.z));
  }
  HWY_INLINE void put(std::size_t i, PairMask where, const PairVectors& at, BitsOfPairs pair) {
    point_[i] = IfThenElse(where, at, point_[i]);
    pair_[i] = hn::IfThenElse(hn::RebindMask(PairBits(), where), pair, pair_[i]);
    present_[i] = hn::Or(present_[i], where);
  }

  PairVectors point_[3];
  PairMask present_[3];
  BitsOfPairs pair_[3];  ///< indices of vertices
  PairVectors newest_;
};

/// The support points of one hull in each lane. A lane that is not asked keeps its last one.
struct LaneSupports {
  static constexpr std::size_t kMost = 8;
  alignas(64) double at[3][kMost];       ///< in the hull's frame
  alignas(64) double heights[kMost][4];  ///< the height is their maximum
  alignas(64) std::uint64_t vertex[kMost];

  HWY_INLINE void clear() {
    for (double(&row)[kMost] : at) hn::Store(hn::Zero(Pairs()), Pairs(), row);
    hn::Store(hn::Zero(PairBits()), PairBits(), vertex);
  }

  /// Not inlined: most of the time is spent here.
  HWY_NOINLINE void ask(const HullBlock& hull, const PairVectors& along, PairMask where) {
    alignas(64) double to[3][kMost];
    boxes::store(Pairs(), along, to, 0);
    const auto direction = [&to](std::size_t i) HWY_ATTR { return gjk::Along(&to[0][i], kMost); };
    if (gjk::has_cells(hull)) {
      const CandidateTable& table = *hull.candidates;
      const hn::Rebind<std::int32_t, Pairs> whole;
      alignas(32) std::int32_t cells[kMost];
      hn::Store(boxes::cells_of(Pairs(), table, along), whole, cells);
      each(where, [&](std::size_t i)
                      HWY_ATTR { keep(i, gjk::top_of_cell(hull, table, cells[i], direction(i))); });
    } else {
      each(where, [&](std::size_t i) HWY_ATTR { keep(i, gjk::top_of_all(hull, direction(i))); });
    }
  }

  /// Returns the heights in the lanes of `where`, and 0 elsewhere.
  HWY_INLINE PairsOf heights_in(PairMask where) const {
    alignas(64) double found[kMost] = {};
    each(where, [&](std::size_t i)
                    HWY_ATTR { found[i] = gjk::highest_of(hn::Load(gjk::Block(), heights[i])); });
    return hn::Load(Pairs(), found);
  }

 private:
  template <class Use>
  HWY_INLINE static void each(PairMask where, const Use& use) {
    for (unsigned left = lanes_with(where); left != 0; left &= left - 1) {
      use(static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
  HWY_INLINE void keep(std::size_t i, const gjk::Top& top) {
    for (std::ptrdiff_t k = 0; k < 3; ++k) at[k][i] = top.at[k * top.stride];
    hn::Store(top.heights, gjk::Block(), heights[i]);
    vertex[i] = static_cast<std::uint32_t>(top.vertex);
  }
};

/// Measures the poses of one group.
class HullsOfPairs {
 public:
  HWY_INLINE HullsOfPairs(const HullDistanceKernel& kernel, const BoxesOfPairs& a,
                          const BoxesOfPairs& b)
      : kernel_(kernel), a_(a), b_(b), offset_(Sub(b.offset, a.offset)) {
    const auto number = DoublePairs::number;
    const PairVectors reach =
        Add(Abs(offset_), Add(dots(Abs(a.r), a.most), dots(Abs(b.r), b.most)));
    const PairsOf drift = hn::Add(a.drift, b.drift);
    const PairsOf twice = hn::Mul(number(kDriftFactor), drift);
    const auto bound = [&](double units, double underflow) HWY_ATTR {
      const PairsOf share = number(units * kUnit);
      const PairsOf least = hn::Add(twice, number(underflow));
      return PairVectors{hn::MulAdd(reach.x, share, least), hn::MulAdd(reach.y, share, least),
                         hn::MulAdd(reach.z, share, least)};
    };
    gap_errors_ = bound(kGapUnitsPerDimension * 3 + kGapUnits, 0);
    errors_ = bound(3 + kPointUnits, kPointUnderflow);
    const auto entries = [](const BoxesOfPairs& body) HWY_ATTR {
      return hn::Add(sum(Abs(body.r[0])), hn::Add(sum(Abs(body.r[1])), sum(Abs(body.r[2]))));
    };
    // A NaN in any of them makes a sum NaN.
    const PairsOf most = hn::Add(sum(reach), drift);
    const PairsOf largest = hn::Add(entries(a), entries(b));
    open_ = hn::And(hn::Lt(most, number(kMostPairReach)), hn::Lt(largest, number(kFilterRange)));
  }

  /// Returns the lanes that are proven apart, with bounds of the required width.
  HWY_NOINLINE PairMask measure(PairsOf& lower, PairsOf& upper) {
    walk();
    return set_bounds(lower, upper);
  }

 private:
  static constexpr int kMostSteps = 32;
  static constexpr double kNoGain = 0.25;  ///< that of nearest.cpp
  static constexpr double kShortestSquare = 0x1p-100;
  static constexpr double kLongestSquare = 0x1p400;
  static constexpr double kLeastWeight = 0x1p-100;
  static constexpr double kGreatestWeight = 0x1p200;

  /// Leaves lanes whose directions need scaling.
  HWY_INLINE void fit() {
    const PairsOf square = dot(u_, u_);
    const PairMask fits = hn::And(hn::Gt(square, DoublePairs::number(kShortestSquare)),
                                  hn::Lt(square, DoublePairs::number(kLongestSquare)));
    open_ = hn::And(open_, fits);
  }
  HWY_INLINE PairsOf gap_error() const {
    return hn::Add(unfused_dot(Abs(u_), gap_errors_), DoublePairs::number(kGapUnderflow));
  }
  HWY_INLINE void ask() {
    of_a_.ask(kernel_.a, combined(a_.r, u_), open_);
    of_b_.ask(kernel_.b, Neg(combined(b_.r, u_)), open_);
    pairs_ = hn::Or(hn::ShiftLeft<32>(hn::Load(PairBits(), of_a_.vertex)),
                    hn::Load(PairBits(), of_b_.vertex));
    turned_a_ = dots(a_.r, boxes::load(Pairs(), of_a_.at, 0));
    turned_b_ = dots(b_.r, boxes::load(Pairs(), of_b_.at, 0));
    point_ = Sub(Sub(turned_a_, turned_b_), offset_);
  }

  /// A step adds one point at most, so the first steps have few.
  HWY_INLINE PairMask advance(int step, PairMask where) {
    if (step == 1) return faces_.advance<1>(where, point_, pairs_, u_);
    if (step == 2) return faces_.advance<2>(where, point_, pairs_, u_);
    return faces_.advance<3>(where, point_, pairs_, u_);
  }

  HWY_INLINE void walk() {
    faces_.clear();
    u_ = Add(Sub(dots(b_.r, broadcast_three(kernel_.b.centre)),
                 dots(a_.r, broadcast_three(kernel_.a.centre))),
             offset_);
    of_a_.clear();
    of_b_.clear();
    done_ = none_of_pairs();
    PairMask begun_anew = none_of_pairs();
    for (int step = 0; step < kMostSteps && DoublePairs::any(open_); ++step) {
      fit();
      ask();
      if (step == 0) {
        faces_.begin(open_, point_, pairs_, u_);
        continue;
      }
      const PairsOf gain = dot(u_, Sub(point_, faces_.newest()));
      const PairsOf rounding = gap_error();
      const PairMask held = faces_.holds(pairs_);
      const PairsOf least =
          hn::IfThenElse(held, rounding, hn::Mul(rounding, DoublePairs::number(kNoGain)));
      const PairMask ends = hn::And(open_, hn::Or(hn::Le(gain, least), hn::And(held, begun_anew)));
      done_ = hn::Or(done_, ends);
      open_ = hn::AndNot(ends, open_);
      // The face was not the closest one of its points.
      const PairMask again = hn::And(open_, held);
      const PairMask onward = hn::AndNot(held, open_);
      if (DoublePairs::any(onward)) open_ = hn::AndNot(advance(step, onward), open_);
      if (DoublePairs::any(again)) {
        faces_.begin(again, point_, pairs_, u_);
        begun_anew = hn::Or(begun_anew, again);
      }
    }
  }

  /// Bounds the distances along the last directions, and those of the closest points.
  HWY_INLINE PairMask set_bounds(PairsOf& lower, PairsOf& upper) const {
    const auto number = DoublePairs::number;
    const PairsOf along = unfused_dot(u_, offset_);
    const PairsOf gap = hn::Sub(along, hn::Add(of_b_.heights_in(done_), of_a_.heights_in(done_)));
    const PairsOf error = gap_error();
    const PairsOf length = hn::Sqrt(dot(u_, u_));
    lower = hn::Mul(hn::Div(hn::Sub(gap, error), length), number(1 - length_error(3)));
    PairsOf weights[3];
    faces_.set_weights(weights);
    const PairsOf total = hn::Add(hn::Add(weights[0], weights[1]), weights[2]);
    constexpr double kRoundings = (3 + kMeanRoundings) * kUnit;
    const PairsOf least = hn::Mul(total, number(1 - 2 * kRoundings));
    PairMask proven =
        hn::And(hn::Gt(total, number(kLeastWeight)), hn::Lt(total, number(kGreatestWeight)));
    for (const PairsOf weight : weights)
      proven = hn::And(proven, hn::Ge(weight, hn::Zero(Pairs())));
    PairsOf squared = hn::Zero(Pairs());
    const auto add = [&](PairsOf c0, PairsOf c1, PairsOf c2, PairsOf off_point) HWY_ATTR {
      const PairsOf p0 = hn::Mul(weights[0], c0);
      const PairsOf p1 = hn::Mul(weights[1], c1);
      const PairsOf p2 = hn::Mul(weights[2], c2);
      const PairsOf mean = hn::Add(hn::Add(p0, p1), p2);
      const PairsOf size = hn::Add(hn::Add(hn::Abs(p0), hn::Abs(p1)), hn::Abs(p2));
      const PairsOf roundings =
          hn::Add(hn::Mul(least, off_point), hn::Mul(number(kRoundings), size));
      const PairsOf off =
          hn::Add(hn::Mul(roundings, number(1 + kMeanShare)), number(kMeanUnderflow));
      const PairsOf most = hn::Add(hn::Abs(mean), off);
      squared = hn::Add(squared, hn::Mul(most, most));
    };
    const PairVectors& p = faces_.point(0);
    const PairVectors& q = faces_.point(1);
    const PairVectors& r = faces_.point(2);
    add(p.x, q.x, r.x, errors_.x);
    add(p.y, q.y, r.y, errors_.y);
    add(p.z, q.z, r.z, errors_.z);
    const PairsOf mean_length = hn::Div(hn::Sqrt(squared), least);
    upper =
        hn::Add(hn::Mul(mean_length, number(1 + length_error(3))), number(3 * kLengthUnderflow));
    proven = hn::And(hn::And(proven, done_), hn::Gt(gap, error));
    return hn::And(proven, is_narrow(lower, upper));
  }

  /// Repeats is_narrow(), with the last vertices for the size of the bodies.
  HWY_INLINE PairMask is_narrow(PairsOf lower, PairsOf upper) const {
    const auto number = DoublePairs::number;
    const PairsOf spread = hn::Sub(upper, lower);
    const PairMask whole =
        hn::And(hn::Gt(lower, hn::Zero(Pairs())), hn::Ge(spread, hn::Zero(Pairs())));
    if (kernel_.width > 0)
      return hn::And(whole, hn::Le(spread, hn::Mul(number(kernel_.width), lower)));
    const PairVectors at = Max(Abs(Add(turned_a_, a_.offset)), Abs(Add(turned_b_, b_.offset)));
    const PairsOf size = hn::Max(at.x, hn::Max(at.y, at.z));
    const PairsOf most = hn::Max(hn::Mul(number(kSizeWidth * (1 - 0x1p-40)), size),
                                 hn::Mul(number(kRelativeWidth), lower));
    return hn::And(whole, hn::Le(spread, most));
  }

  const HullDistanceKernel& kernel_;
  const BoxesOfPairs& a_;
  const BoxesOfPairs& b_;
  PairVectors offset_, gap_errors_, errors_;
  PairVectors u_, point_, turned_a_, turned_b_;
  BitsOfPairs pairs_;
  PairMask open_, done_;
  ClosestFaces faces_;
  LaneSupports of_a_, of_b_;
};

/// Measures groups of poses of one pair, as many as a vector has doubles.
template <class Stored>
struct HullDistanceGroups {
  static constexpr std::size_t kBytes = kStoredBytes<Stored>;
  static HWY_INLINE std::size_t width() { return hn::Lanes(Pairs()); }

  const HullDistanceKernel& kernel;
  LaneItems& items;

  HWY_NOINLINE void settle(const Places& places, std::size_t first) const {
    BoxesOfPairs a, b;
    a.most = broadcast_three(kernel.a.max_abs);
    b.most = broadcast_three(kernel.b.max_abs);
    const bool whole_a = load_poses<Stored, false>(places.a.data() + first, a);
    const bool whole_b = load_poses<Stored, false>(places.b.data() + first, b);
    HullsOfPairs hulls(kernel, a, b);
    PairsOf lower, upper;
    PairMask apart = hulls.measure(lower, upper);
    if (!whole_a || !whole_b) apart = none_of_pairs();
    hn::StoreU(hn::IfThenElseZero(apart, lower), Pairs(), items.nearest.data() + first);
    hn::StoreU(hn::IfThenElseZero(apart, upper), Pairs(), items.farthest.data() + first);
    const auto codes = with_code(kApartByPortal, apart, hn::Set(PairBits(), std::uint64_t{kOpen}));
    const hn::Rebind<std::uint8_t, PairBits> bytes;
    hn::StoreU(hn::TruncateTo(bytes, codes), bytes, items.codes.data() + first);
  }
};

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_HULL_DISTANCE_LANES_INL_HPP
