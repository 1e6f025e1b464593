// SPDX-License-Identifier: Apache-2.0
//
// Proves an overlap of two hulls of few faces from the segment between their centres: both cover more
// than the whole of it. It is for files that are compiled once for each instruction set.
//
// Let L go from a's centre to b's, and d = R^T L in the frame of a body, -R^T L for b. About its centre
// a body is m_f . y <= 1 for its faces f. It covers the part 1 / g of the segment, where
//
//   g = max_f m_f . R^-1 L
//
// is its gauge. Where 1 / g_A + 1 / g_B > 1, a point of the segment is strictly inside all planes of
// both bodies.
//
// Bound. Let e = 2^-23 and let `unit` be that of the planes. An entry of m is off by less than 1.26
// units (Topology::inner_planes()), and is at most 2^15 units.
//
// - Let R be within phi <= 2^-24 of a rotation. Then R^-1 L and R^T L differ by at most 2.1 phi |L|, so
// that m . d is off by 2^-7 units of |d|_1.
//
// - Roundings of d to floats, of its products and of their sums lose 4 e 2^15 = 2^-6 units of |d|_1.
// Together these are below kGaugeUnits |d|_1 units.
//
// - Each entry of L is off by entry_error (filter/reach.hpp), hence d by 3^(1/2) times that. m . d is
// off by less than kGaugeEntries entry_error units. That also covers what is flushed.
//
// The last comparison and the factors before it lose less than kGaugeShare.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_BETWEEN_CENTRES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_BETWEEN_CENTRES_INL_HPP
#undef SUNDER_NARROW_MPR_BETWEEN_CENTRES_INL_HPP
#else
#define SUNDER_NARROW_MPR_BETWEEN_CENTRES_INL_HPP
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "filter/float_reach.hpp"
#include "geometry/topology.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Returns an upper bound on the gauge of a body along d. `extra` is the part of the error that does
/// not depend on d, in units.
HWY_INLINE float gauge_of(const Topology::Planes& planes, const Vector3& d, float extra) {
  using Lanes = hn::CappedTag<float, Topology::kPlaneLanes>;
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> whole;
  const hn::Rebind<std::int16_t, Lanes> narrow;
  const auto x = static_cast<float>(d[0]);
  const auto y = static_cast<float>(d[1]);
  const auto z = static_cast<float>(d[2]);
  const auto wide_x = hn::Set(lanes, x), wide_y = hn::Set(lanes, y), wide_z = hn::Set(lanes, z);
  const auto heights = [&](std::ptrdiff_t i) HWY_ATTR {
    const auto row = [&](std::ptrdiff_t k) HWY_ATTR {
      const auto from = hn::LoadU(narrow, planes.rows + k * planes.stride + i);
      return hn::ConvertTo(lanes, hn::PromoteTo(whole, from));
    };
    return hn::MulAdd(row(2), wide_z, hn::MulAdd(row(1), wide_y, hn::Mul(row(0), wide_x)));
  };
  auto greatest = heights(0);
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(lanes));
  for (std::ptrdiff_t i = step; i < planes.stride; i += step)
    greatest = hn::Max(greatest, heights(i));
  const float size = (std::fabs(x) + std::fabs(y)) + std::fabs(z);
  const float most = hn::GetLane(hn::MaxOfLanes(lanes, greatest));
  return planes.unit * (most + (kGaugeUnits * size + extra));
}

/// Returns sign R^T line.
HWY_INLINE Vector3 turned_back(const Pose<3>& pose, const Vector3& line, double sign) {
  const double* const r = linear_data(pose);
  const Vector3 v{sign * line[0], sign * line[1], sign * line[2]};
  return {(r[0] * v[0] + r[3] * v[1]) + r[6] * v[2], (r[1] * v[0] + r[4] * v[1]) + r[7] * v[2],
          (r[2] * v[0] + r[5] * v[1]) + r[8] * v[2]};
}

HWY_INLINE bool is_nearly_rotation(const Pose<3>& pose) {
  const double phi = std::max(greatest_singular_value(pose) - 1, 1 - least_singular_value(pose));
  return phi + kGaugeLinearErrors * linear_error(pose) <= kMostGaugePhi;
}

HWY_INLINE bool have_inner_planes(const Pair<3>& pair) {
  const Topology* const a = pair.a.hull->topology.get();
  const Topology* const b = pair.b.hull->topology.get();
  return a != nullptr && b != nullptr && a->has_inner_planes() && b->has_inner_planes();
}

/// Returns true if the bound holds for the poses and sizes.
HWY_INLINE bool suits_gauges(const Pair<3>& pair, const Reach& reach) {
  return is_nearly_rotation(*pair.a.pose) && is_nearly_rotation(*pair.b.pose) &&
         suits_floats(pair, reach);
}

/// Returns the part of a gauge's error that comes from the line of centres, in units.
HWY_INLINE float gauge_extra(const Reach& reach) {
  return static_cast<float>(kGaugeEntries * reach.entry_error());
}

/// Both bodies have inner planes. Returns true if they are proven to overlap. `line` goes from a's
/// centre to b's.
HWY_INLINE bool overlap_between_centres(const Pair<3>& pair, const Vector3& line,
                                        const Reach& reach) {
  const Topology::Planes a = pair.a.hull->topology->inner_planes();
  const Topology::Planes b = pair.b.hull->topology->inner_planes();
  if (!suits_gauges(pair, reach)) return false;
  const float extra = gauge_extra(reach);
  const float of_a = gauge_of(a, turned_back(*pair.a.pose, line, 1), extra);
  const float of_b = gauge_of(b, turned_back(*pair.b.pose, line, -1), extra);
  return of_a + of_b > of_a * of_b * (1 + kGaugeShare);
}

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_BETWEEN_CENTRES_INL_HPP
