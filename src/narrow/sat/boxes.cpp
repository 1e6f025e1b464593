// SPDX-License-Identifier: Apache-2.0
//
// Idea: C is a zonotope of at most six edge directions. Each of its facets is perpendicular to the
// cross product of two of them, for any matrices. All fifteen axes are measured at once, one per
// lane.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: Lemma 1 for each gap, and minor()'s bound for each axis. Axes too close to decide are
// measured in integers (box_axes.cpp).
// Cost: Fifteen axes of about 60 products, two to eight a vector.
// Gives up: Where C may be flat, and where the exact test needs more than 1023 bits.
#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/boxes.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/space-inl.hpp"

#ifndef SUNDER_NARROW_SAT_BOXES
#define SUNDER_NARROW_SAT_BOXES
namespace sunder::detail::sat {

/// Fifteen axes, and the first again to fill the lanes.
inline constexpr std::size_t kAxisLanes = 16;
using AxisLanes = std::array<double, kAxisLanes>;

struct alignas(64) BoxAxes {
  std::array<AxisLanes, 3> first, second;  ///< the two edges of each axis
  std::array<AxisLanes, 3> direction;      ///< their cross product, rounded
  AxisLanes forward, backward, size, drift, excess;
  AxisLanes usable;  ///< positive where the axis is proven to be not zero
};

/// The result of the blocks measured so far.
struct Found {
  std::size_t measured = 0;     ///< axes
  bool separated = false;       ///< along an axis of the last block
  bool overlaps_on_all = true;  ///< proven along each, the true axes included
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace sunder::detail::HWY_NAMESPACE;  // the operations on Vec3
using Lanes = hn::CappedTag<double, 8>;
using LanesOf = hn::Vec<Lanes>;
using VectorOf = Vec3<LanesOf>;

struct Range {
  LanesOf least;
  LanesOf greatest;
};

/// Returns min and max over the box of u . R x, from its bounds. They are values at its vertices,
/// so Lemma 1 holds.
HWY_INLINE Range range_along(const Body<3>& body, const VectorOf& u) {
  const Lanes lanes;
  Range range{hn::Zero(lanes), hn::Zero(lanes)};
  const double* const r = linear_data(*body.pose);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto p = dot(u, broadcast(lanes, r[k], r[3 + k], r[6 + k]));
    const auto low = hn::Mul(p, hn::Set(lanes, body.hull->lower[k]));
    const auto high = hn::Mul(p, hn::Set(lanes, body.hull->upper[k]));
    range.least = hn::Add(range.least, hn::Min(low, high));
    range.greatest = hn::Add(range.greatest, hn::Max(low, high));
  }
  return range;
}

/// Returns p x q unfused, and sets minor()'s bounds on the errors of its entries.
HWY_INLINE VectorOf cross_of(const VectorOf& p, const VectorOf& q, double rho, VectorOf& error) {
  const Lanes lanes;
  const auto each = [lanes](double x) HWY_ATTR { return broadcast(lanes, x, x, x); };
  const VectorOf ab = Mul(turned(p), turned_back(q));
  const VectorOf cd = Mul(turned_back(p), turned(q));
  const VectorOf sizes = Add(Abs(p), Abs(q));
  const VectorOf factors = Add(turned(sizes), turned_back(sizes));
  const VectorOf of_factors = Mul(each(kMinorEntries * rho), Add(factors, each(2 * rho)));
  const VectorOf of_rounding = Mul(each(kMinorUnits * kUnit), Add(Abs(ab), Abs(cd)));
  error = Add(Add(of_rounding, of_factors), each(kLeastMinorError));
  return Sub(ab, cd);
}
HWY_INLINE LanesOf greatest_of(const VectorOf& v) { return hn::Max(hn::Max(v.x, v.y), v.z); }

/// Measures a block of axes and updates `found`.
HWY_INLINE void measure_block(const FilteredPair<3>& filtered, double rho, double unit_error,
                              std::size_t i, BoxAxes& axes, Found& found) {
  const Lanes lanes;
  VectorOf errors;
  const VectorOf u = cross_of(load(lanes, axes.first, i), load(lanes, axes.second, i), rho, errors);
  const Range a = range_along(filtered.pair().a, u);
  const Range b = range_along(filtered.pair().b, u);
  const auto offset = dot(u, broadcast(lanes, filtered.offset().data()));
  const auto drift = hn::Mul(dot(errors, broadcast(lanes, filtered.reach().data())),
                             hn::Set(lanes, 1 + kAxisShare));
  const auto size = greatest_of(Abs(u));
  const auto usable = greatest_of(Sub(Abs(u), errors));
  const auto forward = hn::Add(hn::Sub(b.least, a.greatest), offset);
  const auto backward = hn::Sub(hn::Sub(a.least, b.greatest), offset);
  store(lanes, u, axes.direction, i);
  hn::Store(forward, lanes, &axes.forward[i]);
  hn::Store(backward, lanes, &axes.backward[i]);
  hn::Store(drift, lanes, &axes.drift[i]);
  hn::Store(sum(errors), lanes, &axes.excess[i]);
  hn::Store(size, lanes, &axes.size[i]);
  hn::Store(usable, lanes, &axes.usable[i]);

  const auto gap = hn::Max(forward, backward);
  const auto error =
      hn::Add(hn::Mul(hn::Set(lanes, unit_error), size), hn::Set(lanes, kLeastError));
  const auto meets =
      hn::And(hn::Lt(gap, hn::Neg(hn::Add(error, drift))), hn::Gt(usable, hn::Zero(lanes)));
  found.separated = found.separated || !hn::AllFalse(lanes, hn::Gt(gap, error));
  found.overlaps_on_all = found.overlaps_on_all && hn::AllTrue(lanes, meets);
}

/// Measures one block after another, up to the first with an axis that separates.
Found measure_axes(const FilteredPair<3>& filtered, double rho, double unit_error, BoxAxes& axes) {
  Found found;
  const std::size_t block = hn::Lanes(Lanes());
  for (std::size_t i = 0; i < kAxisLanes && !found.separated; i += block) {
    measure_block(filtered, rho, unit_error, i, axes, found);
    found.measured = std::min(i + block, kBoxAxes);
  }
  return found;
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {
namespace {

HWY_EXPORT(measure_axes);

/// Sets the edges of each axis.
void set_edges(const Pair<3>& pair, BoxAxes& axes) noexcept {
  for (int l = 0; l < 3; ++l) {
    std::array<double, 6> edges;
    for (int k = 0; k < 3; ++k) {
      edges[static_cast<std::size_t>(k)] = pair.a.pose->linear(l, k);
      edges[static_cast<std::size_t>(k) + 3] = pair.b.pose->linear(l, k);
    }
    AxisLanes& first = axes.first[static_cast<std::size_t>(l)];
    AxisLanes& second = axes.second[static_cast<std::size_t>(l)];
    for (std::size_t i = 0; i < kAxisLanes; ++i) {
      first[i] = edges[kBoxAxisEdges[i % kBoxAxes][0]];
      second[i] = edges[kBoxAxisEdges[i % kBoxAxes][1]];
    }
  }
}

MeasuredAxis<3> axis_at(const BoxAxes& axes, std::size_t i, double rho) noexcept {
  MeasuredAxis<3> axis;
  axis.direction = {axes.direction[0][i], axes.direction[1][i], axes.direction[2][i]};
  axis.forward = axes.forward[i];
  axis.backward = axes.backward[i];
  axis.size = axes.size[i];
  axis.drift = axes.drift[i];
  axis.usable = axes.usable[i] > 0;
  if (axis.size == 0) {
    const Vector3 p{axes.first[0][i], axes.first[1][i], axes.first[2][i]};
    const Vector3 q{axes.second[0][i], axes.second[1][i], axes.second[2][i]};
    axis.zero = cross_axis(p, q, rho).zero;
  }
  return axis;
}

}  // namespace

Proposed<3> propose_boxes(const FilteredPair<3>& filtered, const Request<3>& search) {
  const Pair<3>& pair = filtered.pair();
  BoxAxes axes;
  set_edges(pair, axes);
  const double rho = std::max(linear_error(*pair.a.pose), linear_error(*pair.b.pose));
  AxisSearch<3> list(filtered, search.trace);
  const Found found = HWY_DYNAMIC_DISPATCH(measure_axes)(filtered, rho, list.unit_error(), axes);
  if (found.overlaps_on_all && search.trace == nullptr) return overlap_by_all_axes<3>();
  std::uint32_t open = 0;
  bool solid = false;
  for (std::size_t i = 0; i < found.measured; ++i) {
    const AxisResult result = list.add(axis_at(axes, i, rho));
    if (result == AxisResult::separated) return list.finish(true);
    if (result == AxisResult::undecided) open |= std::uint32_t{1} << i;
    solid = solid || result == AxisResult::overlapping;
  }
  Proposed<3> proposed = list.finish(false);
  if (proposed.stage == Stage::none) {
    Proposed<3> exact = decide_on_axes(pair, open, solid);
    if (exact.stage != Stage::none) return exact;
  }
  return proposed;
}

MinimalTranslation<3> minimal_translation_of_boxes(const FilteredPair<3>& filtered) {
  const Pair<3>& pair = filtered.pair();
  BoxAxes axes;
  set_edges(pair, axes);
  const double rho = std::max(linear_error(*pair.a.pose), linear_error(*pair.b.pose));
  const Found found =
      HWY_DYNAMIC_DISPATCH(measure_axes)(filtered, rho, unit_axis_error(filtered), axes);
  LeastTranslation<3> least(filtered);
  if (found.separated) return {};
  for (std::size_t i = 0; i < kBoxAxes; ++i) {
    MeasuredAxis<3> axis = axis_at(axes, i, rho);
    axis.excess = axes.excess[i] * (1 + kAxisShare);
    least.add(axis);
  }
  return least.finish();
}

}  // namespace sunder::detail::sat
#endif
