// SPDX-License-Identifier: Apache-2.0
//
// Computes the values of PosedPoints and their error bounds, compiled for the baseline instruction
// set. Tests see the kernels of narrow/mpr through this header alone.
#pragma once

#include <array>
#include <cstddef>
#include <hwy/highway.h>

#include "filter/float_reach.hpp"
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

}  // namespace sunder::detail::mpr
