// SPDX-License-Identifier: Apache-2.0
//
// The least way out of two boxes, in two steps. Lanes bound the way out along each of the fifteen
// axes from below and tell which bound is least; that axis alone is measured once more, to bound
// the depth from above.
//
// From below. With n^ the axis in doubles, n = n^ + d the true one, p and q its edges, pi the error
// that the poses' rho leaves in an entry of n^ (filter/axis.hpp, minor()): an entry loses a
// rounding in each of two products and one in their difference, so that
//   |d_l| <= unit |n^_l| + eta,  eta = unit |p| |q| + pi + 2^-860,
//     for |p_m q_n| + |p_n q_m| <= |p| |q|
//   -g(n) >= low = -g^ - (units + unit) sum_l |n^_l| reach_l - |n^|_1 drift - 2^-400
//                  - eta sum_l reach_l
//   |n|^2 <= |n^|^2 + 2 s |n^|_1 + s^2,  s = unit |n^|_1 + 3 eta.
// g^ leaves out an edge that all lanes of a block are normal to, whose share of g(n) is 0. The way
// out along n is low / |n| or more. A low above 0 also proves that n is not zero, for C would have
// no gap along it. Squares are compared, so that sixteen lanes take no roots: a low above
// 2^-298 sum_l reach_l means that n is longer than 2^-299, and sizes below 2^500 have squares. The
// last factors cover the roundings of these lines.
#include "narrow/sat/box_way_out.hpp"

#include "narrow/sat/bounds.hpp"
#include "narrow/sat/box_witness.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/box_way_out.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/sat/box_deepest-inl.hpp"
#include "narrow/sat/box_lanes-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOX_WAY_OUT
#define SUNDER_NARROW_SAT_BOX_WAY_OUT
namespace sunder::detail::sat {

/// Lower bounds on the squared ways out along all axes, -1 where there is none.
struct alignas(32) SquaredWays {
  std::array<double, 16> lower;
  double least;
  std::size_t axis;  ///< of the least
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {

/// What the search may square.
HWY_INLINE double drift_of_squares(const BoxDifference& c, double longest) {
  const bool in_range = longest * longest * (c.reach[0] + c.reach[1] + c.reach[2]) < 0x1p500;
  return in_range ? c.drift : std::numeric_limits<double>::infinity();
}

/// The walk over the lanes.
class SquaredWaysSearch {
 public:
  HWY_INLINE SquaredWaysSearch(const Pair<3>& pair, BoxDifference& c, SquaredWays& ways)
      : boxes_(pair, c),
        reach_(broadcast(Lanes(), c.reach.data())),
        reaches_(sum(reach_)),
        floor_(hn::Mul(reaches_, hn::Set(Lanes(), 0x1p-298))),
        drift_(hn::Set(Lanes(), drift_of_squares(c, longest_edge(pair)))),
        units_(hn::Set(Lanes(), c.units + kEntryUnits * kUnit * kBoundRounding)),
        of_poses_(
            hn::Set(Lanes(), cross_error_of_poses(pair, longest_edge(pair)) + kLeastMinorError)),
        ways_(ways),
        best_(hn::Set(Lanes(), std::numeric_limits<double>::infinity())),
        best_index_(hn::Zero(Indices())) {
    boxes_.read_lengths();
  }

  template <std::size_t kBlock>
  HWY_INLINE void take_block() {
    for (std::size_t i = 4 * kBlock; i < 4 * kBlock + 4; i += hn::Lanes(Lanes())) {
      const EdgeLanes edges = boxes_.template edges<kBlock>(i);
      const Vec3<LanesOf> axis = unfused_cross(edges.first, edges.second);
      take(axis, boxes_.template gap<kBlock>(axis), boxes_.template lengths<kBlock>(i), i);
    }
  }

  HWY_INLINE void finish() {
    const Lanes lanes;
    const auto least = hn::MinOfLanes(lanes, best_);
    const auto lane = hn::FindFirstTrue(lanes, hn::Eq(best_, least));
    alignas(32) std::int64_t indices[4];
    hn::Store(best_index_, Indices(), indices);
    ways_.least = hn::GetLane(least);
    const auto axis = static_cast<std::size_t>(indices[lane < 0 ? 0 : lane]);
    ways_.axis = axis < kBoxAxes ? axis : 12;
  }

 private:
  using Indices = hn::RebindToSigned<Lanes>;

  /// `lengths` is |p| |q|.
  HWY_INLINE void take(const Vec3<LanesOf>& axis, LanesOf gap, LanesOf lengths, std::size_t i) {
    const Lanes lanes;
    const Vec3<LanesOf> size = Abs(axis);
    const auto norm = sum(size);
    const auto unit = hn::Set(lanes, kEntryUnits * kUnit * kBoundRounding);
    const auto eta = hn::MulAdd(unit, lengths, of_poses_);
    auto error = hn::MulAdd(norm, drift_, hn::Set(lanes, kLeastError));
    error = hn::MulAdd(eta, reaches_, error);
    error = hn::MulAdd(units_, dot(size, reach_), error);
    const auto low = hn::Neg(hn::Add(gap, error));
    const auto stretch = hn::MulAdd(unit, norm, hn::Mul(eta, hn::Set(lanes, kLengthEntries)));
    const auto longest =
        hn::MulAdd(stretch, hn::Add(hn::Add(norm, norm), stretch), dot(axis, axis));
    const auto way = hn::IfThenElse(hn::Gt(low, floor_), hn::Div(hn::Mul(low, low), longest),
                                    hn::Set(lanes, -1.0));
    hn::Store(way, lanes, &ways_.lower[i]);
    const auto better = hn::Lt(way, best_);
    best_ = hn::IfThenElse(better, way, best_);
    best_index_ = hn::IfThenElse(hn::RebindMask(Indices(), better),
                                 hn::Iota(Indices(), static_cast<std::int64_t>(i)), best_index_);
  }

  BoxLanes boxes_;
  Vec3<LanesOf> reach_;
  LanesOf reaches_;  ///< their sum
  LanesOf floor_;
  LanesOf drift_;
  LanesOf units_;     ///< of a gap and of an entry of the axis
  LanesOf of_poses_;  ///< pi + 2^-860
  SquaredWays& ways_;
  LanesOf best_;
  hn::Vec<Indices> best_index_;
};

/// The depth where every axis has a bound; the ways out else.
void measure_boxes(const Pair<3>& pair, BoxDifference& c, SquaredWays& ways, BoxDepth& depth) {
  SquaredWaysSearch search(pair, c, ways);
  search.template take_block<0>();
  search.template take_block<1>();
  search.template take_block<2>();
  search.template take_block<3>();
  search.finish();
  if (!(ways.least >= 0)) return;
  BoxAxis axis;
  Vector3 at_a;
  Vector3 at_b;
  const bool usual = measure_deepest(pair, c, ways.axis, axis, at_a, at_b);
  set_way_out(axis, ways.axis, ways.least, depth.out.translation);
  depth.has_points = usual && close_by_own_edges(pair, ways.axis, axis, at_a, at_b);
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
  const double rho = std::max(pair.a.pose->linear_error(), pair.b.pose->linear_error());
  return cross_axis(p, q, rho).zero;
}

/// Where some axes have no bound: those that are zero are no axes, the others take the bound away,
/// but may still be the way out.
void set_least_among(const Pair<3>& pair, const BoxDifference& c, const SquaredWays& ways,
                     BoxWayOut& out) noexcept {
  double squared = std::numeric_limits<double>::infinity();
  double shortest = squared;
  std::size_t index = kBoxAxes;
  for (std::size_t i = 0; i < kBoxAxes; ++i) {
    const double lower = ways.lower[i];
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
  if (index < kBoxAxes) set_way_out(out.axis, index, squared, out.translation);
}

}  // namespace

BoxDepth measure_depth(const Pair<3>& pair) {
  BoxDifference c;
  SquaredWays ways;
  BoxDepth depth;
  HWY_DYNAMIC_DISPATCH(measure_boxes)(pair, c, ways, depth);
  if (!(ways.least >= 0)) {
    set_least_among(pair, c, ways, depth.out);
  } else if (!depth.has_points) {
    measure_axis(pair, c, ways.axis, depth.out.axis);
  }
  if (depth.out.translation.known && !depth.has_points) find_box_witness(pair, depth);
  return depth;
}

MinimalTranslation<3> minimal_translation_of_boxes(const FilteredPair<3>& filtered) {
  return measure_depth(filtered.pair()).out.translation;
}

}  // namespace sunder::detail::sat
#endif
