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

#include "lanes/scan-inl.hpp"

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
using Lanes = hn::CappedTag<double, 8>;
using LanesOf = hn::Vec<Lanes>;

struct Range {
  LanesOf least;
  LanesOf greatest;
};

/// Returns min and max over the box of u . R x, from its bounds. They are values at its vertices,
/// so Lemma 1 holds.
HWY_INLINE Range range_along(const Body<3>& body, LanesOf ux, LanesOf uy, LanesOf uz) {
  const Lanes lanes;
  Range range{hn::Zero(lanes), hn::Zero(lanes)};
  for (int k = 0; k < 3; ++k) {
    auto p = hn::Mul(ux, hn::Set(lanes, body.pose->linear(0, k)));
    p = hn::MulAdd(uy, hn::Set(lanes, body.pose->linear(1, k)), p);
    p = hn::MulAdd(uz, hn::Set(lanes, body.pose->linear(2, k)), p);
    const auto low = hn::Mul(p, hn::Set(lanes, body.hull->lower[k]));
    const auto high = hn::Mul(p, hn::Set(lanes, body.hull->upper[k]));
    range.least = hn::Add(range.least, hn::Min(low, high));
    range.greatest = hn::Add(range.greatest, hn::Max(low, high));
  }
  return range;
}

/// a b - c d unfused, and minor()'s bound on its error.
struct MinorLanes {
  LanesOf value;
  LanesOf error;
};
HWY_INLINE MinorLanes minor_lanes(LanesOf a, LanesOf b, LanesOf c, LanesOf d, double rho) {
  const Lanes lanes;
  const auto ab = hn::Mul(a, b);
  const auto cd = hn::Mul(c, d);
  const auto products = hn::Add(hn::Abs(ab), hn::Abs(cd));
  const auto factors = hn::Add(hn::Add(hn::Abs(a), hn::Abs(b)), hn::Add(hn::Abs(c), hn::Abs(d)));
  const auto of_factors =
      hn::Mul(hn::Set(lanes, kMinorEntries * rho), hn::Add(factors, hn::Set(lanes, 2 * rho)));
  const auto of_rounding = hn::Mul(hn::Set(lanes, kMinorUnits * kUnit), products);
  return {hn::Sub(ab, cd),
          hn::Add(hn::Add(of_rounding, of_factors), hn::Set(lanes, kLeastMinorError))};
}

/// Measures a block of axes and updates `found`.
HWY_INLINE void measure_block(const FilteredPair<3>& filtered, double rho, double unit_error,
                              std::size_t i, BoxAxes& axes, Found& found) {
  const Lanes lanes;
  const auto px = hn::Load(lanes, &axes.first[0][i]);
  const auto py = hn::Load(lanes, &axes.first[1][i]);
  const auto pz = hn::Load(lanes, &axes.first[2][i]);
  const auto qx = hn::Load(lanes, &axes.second[0][i]);
  const auto qy = hn::Load(lanes, &axes.second[1][i]);
  const auto qz = hn::Load(lanes, &axes.second[2][i]);
  const MinorLanes x = minor_lanes(py, qz, pz, qy, rho);
  const MinorLanes y = minor_lanes(pz, qx, px, qz, rho);
  const MinorLanes z = minor_lanes(px, qy, py, qx, rho);

  const Range a = range_along(filtered.pair().a, x.value, y.value, z.value);
  const Range b = range_along(filtered.pair().b, x.value, y.value, z.value);
  auto offset = hn::Mul(x.value, hn::Set(lanes, filtered.offset()[0]));
  offset = hn::MulAdd(y.value, hn::Set(lanes, filtered.offset()[1]), offset);
  offset = hn::MulAdd(z.value, hn::Set(lanes, filtered.offset()[2]), offset);
  auto drift = hn::Mul(x.error, hn::Set(lanes, filtered.reach()[0]));
  drift = hn::MulAdd(y.error, hn::Set(lanes, filtered.reach()[1]), drift);
  drift = hn::MulAdd(z.error, hn::Set(lanes, filtered.reach()[2]), drift);
  const auto size = hn::Max(hn::Max(hn::Abs(x.value), hn::Abs(y.value)), hn::Abs(z.value));
  const auto usable =
      hn::Max(hn::Max(hn::Sub(hn::Abs(x.value), x.error), hn::Sub(hn::Abs(y.value), y.error)),
              hn::Sub(hn::Abs(z.value), z.error));

  hn::Store(x.value, lanes, &axes.direction[0][i]);
  hn::Store(y.value, lanes, &axes.direction[1][i]);
  hn::Store(z.value, lanes, &axes.direction[2][i]);
  drift = hn::Mul(drift, hn::Set(lanes, 1 + kAxisShare));
  const auto forward = hn::Add(hn::Sub(b.least, a.greatest), offset);
  const auto backward = hn::Sub(hn::Sub(a.least, b.greatest), offset);
  hn::Store(forward, lanes, &axes.forward[i]);
  hn::Store(backward, lanes, &axes.backward[i]);
  hn::Store(drift, lanes, &axes.drift[i]);
  hn::Store(hn::Add(hn::Add(x.error, y.error), z.error), lanes, &axes.excess[i]);
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
