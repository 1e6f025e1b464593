// SPDX-License-Identifier: Apache-2.0
//
// Idea: Find the minimum translation of two boxes in two steps. Lanes bound the translation along
// each of the fifteen axes from below and find the least bound. That axis alone is measured again,
// to bound the depth from above.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: From below. Let n^ be the axis in doubles, n = n^ + d the true one, and p and q its edges.
// Let pi be the error that the poses' rho leaves in an entry of n^ (filter/axis.hpp, minor()). An
// entry has a rounding in each of two products and one in their difference, so
//
//   |d_l| <= unit |n^_l| + eta,  eta = unit |p| |q| + pi + 2^-860,
//     for |p_m q_n| + |p_n q_m| <= |p| |q|
//
//   -g(n) >= low = -g^ - (units + unit) sum_l |n^_l| reach_l - |n^|_1 drift - 2^-400
//                  - eta sum_l reach_l
//
//   |n|^2 <= |n^|^2 + 2 s |n^|_1 + s^2,  s = unit |n^|_1 + 3 eta.
//
// g^ leaves out an edge that all lanes of a block are perpendicular to, whose share of g(n) is 0.
// The translation along n is at least low / |n|. A low above 0 also proves that n is not zero,
// since C would have no gap along it. The comparison is of squares, so that sixteen lanes need no
// roots. A low above 2^-298 sum_l reach_l implies that n is longer than 2^-299, and sizes below
// 2^500 have squares. The last factors cover the roundings of these lines.
// Cost: The fifteen axes, four a vector, and one axis in doubles.
// Gives up: The lower bound is 0 where an axis that is not zero has no bound. The points stay unset
// where rounding hides them.
#include "narrow/sat/box_translation.hpp"

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_witness.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_translation.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_deepest-inl.hpp"
#include "narrow/sat/box_lanes-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_TRANSLATION
#define SUNDER_NARROW_SAT_BOX_TRANSLATION
namespace sunder::detail::sat {

/// Lower bounds on the squared translations along all axes, -1 where there is none.
struct alignas(32) SquaredTranslations {
  std::array<double, 16> lower;
  double least;
  std::size_t axis;  ///< of the least
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// Returns the drift, or infinity if the search cannot square its numbers.
HWY_INLINE double drift_of_squares(const BoxDifference& c, double longest) {
  const bool in_range = longest * longest * (c.reach[0] + c.reach[1] + c.reach[2]) < 0x1p500;
  return in_range ? c.drift : std::numeric_limits<double>::infinity();
}

/// The iteration over the lanes.
class TranslationSearch {
 public:
  HWY_INLINE TranslationSearch(const Pair<3>& pair, BoxDifference& c,
                               SquaredTranslations& translations)
      : boxes_(pair, c),
        reach_(broadcast(Lanes(), c.reach.data())),
        reaches_(sum(reach_)),
        least_low_(hn::Mul(reaches_, hn::Set(Lanes(), 0x1p-298))),
        drift_(hn::Set(Lanes(), drift_of_squares(c, longest_edge(pair)))),
        units_(hn::Set(Lanes(), c.units + kEntryUnits * kUnit * kBoundRounding)),
        of_poses_(
            hn::Set(Lanes(), cross_error_of_poses(pair, longest_edge(pair)) + kLeastMinorError)),
        translations_(translations),
        best_(hn::Set(Lanes(), std::numeric_limits<double>::infinity())),
        best_index_(hn::Zero(Indices())) {
    boxes_.read_lengths();
  }

  template <std::size_t kBlock>
  HWY_INLINE void measure_block() {
    for (std::size_t i = 4 * kBlock; i < 4 * kBlock + 4; i += hn::Lanes(Lanes())) {
      const EdgeLanes edges = boxes_.template edges<kBlock>(i);
      const Vec3<LanesOf> axis = unfused_cross(edges.first, edges.second);
      measure_axes(axis, boxes_.template gap<kBlock>(axis), boxes_.template lengths<kBlock>(i), i);
    }
  }

  HWY_INLINE void finish() {
    const Lanes lanes;
    const auto least = hn::MinOfLanes(lanes, best_);
    const auto lane = hn::FindFirstTrue(lanes, hn::Eq(best_, least));
    alignas(32) std::int64_t indices[4];
    hn::Store(best_index_, Indices(), indices);
    translations_.least = hn::GetLane(least);
    const auto axis = static_cast<std::size_t>(indices[lane < 0 ? 0 : lane]);
    translations_.axis = axis < kBoxAxes ? axis : 12;
  }

 private:
  using Indices = hn::RebindToSigned<Lanes>;

  /// `lengths` is |p| |q|.
  HWY_INLINE void measure_axes(const Vec3<LanesOf>& axis, LanesOf gap, LanesOf lengths,
                               std::size_t i) {
    const Lanes lanes;
    const Vec3<LanesOf> size = Abs(axis);
    const auto norm = sum(size);
    const auto unit = hn::Set(lanes, kEntryUnits * kUnit * kBoundRounding);
    const auto eta = hn::MulAdd(unit, lengths, of_poses_);
    auto error = hn::MulAdd(norm, drift_, hn::Set(lanes, kLeastError));
    error = hn::MulAdd(eta, reaches_, error);
    error = hn::MulAdd(units_, dot(size, reach_), error);
    const auto low = hn::Neg(hn::Add(gap, error));
    const auto excess = hn::MulAdd(unit, norm, hn::Mul(eta, hn::Set(lanes, kLengthEntries)));
    const auto longest = hn::MulAdd(excess, hn::Add(hn::Add(norm, norm), excess), dot(axis, axis));
    const auto square = hn::IfThenElse(hn::Gt(low, least_low_), hn::Div(hn::Mul(low, low), longest),
                                       hn::Set(lanes, -1.0));
    hn::Store(square, lanes, &translations_.lower[i]);
    const auto better = hn::Lt(square, best_);
    best_ = hn::IfThenElse(better, square, best_);
    best_index_ = hn::IfThenElse(hn::RebindMask(Indices(), better),
                                 hn::Iota(Indices(), static_cast<std::int64_t>(i)), best_index_);
  }

  BoxLanes boxes_;
  Vec3<LanesOf> reach_;
  LanesOf reaches_;  ///< the sum of reach_
  LanesOf least_low_;
  LanesOf drift_;
  LanesOf units_;     ///< of a gap and of an entry of the axis
  LanesOf of_poses_;  ///< pi + 2^-860
  SquaredTranslations& translations_;
  LanesOf best_;
  hn::Vec<Indices> best_index_;
};

/// Sets the depth if every axis has a bound, else the translations.
void measure_boxes(const Pair<3>& pair, BoxDifference& c, SquaredTranslations& translations,
                   BoxDepth& depth) {
  TranslationSearch search(pair, c, translations);
  search.template measure_block<0>();
  search.template measure_block<1>();
  search.template measure_block<2>();
  search.template measure_block<3>();
  search.finish();
  if (!(translations.least >= 0)) return;
  BoxAxis axis;
  Vector3 at_a;
  Vector3 at_b;
  const bool usual = measure_deepest(pair, c, translations.axis, axis, at_a, at_b);
  set_translation(axis, translations.axis, translations.least, depth.out.translation);
  depth.has_points = usual && close_by_own_edges(pair, translations.axis, axis, at_a, at_b);
  depth.point_a = at_a;
  depth.point_b = at_b;
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {
namespace {

HWY_EXPORT(measure_boxes);

bool is_exactly_zero(const Pair<3>& pair, std::size_t i) noexcept {
  const Vector3 p = edge_of(pair, kBoxAxisEdges[i][0]);
  const Vector3 q = edge_of(pair, kBoxAxisEdges[i][1]);
  const double rho = std::max(linear_error(*pair.a.pose), linear_error(*pair.b.pose));
  return cross_axis(p, q, rho).zero;
}

/// Measures axes without a bound. Those that are zero do not count. The others make the lower bound
/// 0, but may still be the minimum translation.
void set_least_among(const Pair<3>& pair, const BoxDifference& c,
                     const SquaredTranslations& translations, BoxTranslation& out) noexcept {
  double squared = std::numeric_limits<double>::infinity();
  double shortest = squared;
  std::size_t index = kBoxAxes;
  for (std::size_t i = 0; i < kBoxAxes; ++i) {
    const double lower = translations.lower[i];
    if (lower < 0) {
      if (is_exactly_zero(pair, i)) continue;
      squared = 0;
    } else {
      squared = std::min(squared, lower);
      if (!(lower < shortest * shortest)) continue;
    }
    BoxAxis axis;
    measure_axis(pair, c, i, axis);
    if (axis.gap > 0) return;
    const double length = -axis.gap / axis.length;
    if (!(is_measurable(axis.length) && length < shortest)) continue;
    shortest = length;
    out.axis = axis;
    index = i;
  }
  if (index < kBoxAxes) set_translation(out.axis, index, squared, out.translation);
}

}  // namespace

BoxDepth measure_depth(const Pair<3>& pair) {
  BoxDifference c;
  SquaredTranslations translations;
  BoxDepth depth;
  HWY_DYNAMIC_DISPATCH(measure_boxes)(pair, c, translations, depth);
  if (!(translations.least >= 0)) {
    set_least_among(pair, c, translations, depth.out);
  } else if (!depth.has_points) {
    measure_axis(pair, c, translations.axis, depth.out.axis);
  }
  if (depth.out.translation.known && !depth.has_points) find_box_witness(pair, depth);
  return depth;
}

MinimalTranslation<3> minimal_translation_of_boxes(const FilteredPair<3>& filtered) {
  return measure_depth(filtered.pair()).out.translation;
}

}  // namespace sunder::detail::sat
#endif
