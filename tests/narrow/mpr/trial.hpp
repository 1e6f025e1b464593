// SPDX-License-Identifier: Apache-2.0
//
// Computes the values of PosedPoints and their error bounds, compiled for the baseline instruction
// set. Tests see the kernels of narrow/mpr through this header alone.
#pragma once

#include <array>
#include <cstddef>
#include <hwy/highway.h>

#include "filter/balls.hpp"
#include "filter/float_reach.hpp"
#include "narrow/mpr/between_centres-inl.hpp"
#include "narrow/mpr/posed_points-inl.hpp"

namespace sunder::detail::mpr {

using HWY_NAMESPACE::Float3;
using HWY_NAMESPACE::VertexName;

/// The values of one rounding mode.
struct FloatMeasures {
  bool suits = false;
  float height = 0;
  double height_error = 0;
  std::array<Float3, 3> points{};
  double entry_error = 0;
  float minor = 0;
  float minor_error = 0;
};

/// The highest point along u and the points of `names`.
inline FloatMeasures measure_in_floats(const Pair<3>& pair, const Float3& u,
                                       const std::array<VertexName, 3>& names) {
  FloatMeasures found;
  const Vector3 offset = offset_of(pair);
  const Reach reach = reach_of(pair, offset);
  found.suits = reach.in_range() && suits_floats(pair, reach);
  if (!found.suits) return found;
  const FloatReach floats{reach.reach, reach.drift};
  const HWY_NAMESPACE::PosedPoints points(pair, offset);
  points.probe(HWY_NAMESPACE::broadcast(HWY_NAMESPACE::Fours(), u.data()), found.height);
  found.height_error = static_cast<double>(floats.gap_error(points.names())) *
                           static_cast<double>(HWY_NAMESPACE::size_of(u)) +
                       static_cast<double>(kLeastFloatGapError);
  found.entry_error = floats.entry_error();
  for (std::size_t k = 0; k < 3; ++k) found.points[k] = first(points[names[k]]);
  found.minor = GetLane(dot(points[names[0]], cross(points[names[1]], points[names[2]])));
  found.minor_error = floats.minor_error();
  return found;
}

/// The gauges of a pair along the line of centres, of a, then of b: as computed, and with their errors.
struct Gauges {
  bool suits = false;
  bool overlap = false;
  std::array<float, 2> values{};
  std::array<float, 2> bounds{};
};

/// Both bodies have inner planes.
inline Gauges gauges_of(const Pair<3>& pair) {
  Gauges found;
  const Reach reach = reach_of(pair, offset_of(pair));
  found.suits = HWY_NAMESPACE::suits_gauges(pair, reach);
  if (!found.suits) return found;
  const Vector3 line = line_of_centres(FilteredPair<3>(pair));
  for (std::size_t k = 0; k < 2; ++k) {
    const Body<3>& body = k == 0 ? pair.a : pair.b;
    const Topology::Planes planes = body.hull->topology->inner_planes();
    const Vector3 d = HWY_NAMESPACE::turned_back(*body.pose, line, k == 0 ? 1 : -1);
    found.bounds[k] = HWY_NAMESPACE::gauge_of(planes, d, HWY_NAMESPACE::gauge_extra(reach));
    const auto size = static_cast<float>(sum_of_sizes(d));
    found.values[k] =
        found.bounds[k] - planes.unit * (kGaugeUnits * size + HWY_NAMESPACE::gauge_extra(reach));
  }
  found.overlap = HWY_NAMESPACE::overlap_between_centres(pair, line, reach);
  return found;
}

}  // namespace sunder::detail::mpr
