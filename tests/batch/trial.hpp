// SPDX-License-Identifier: Apache-2.0
//
// Computes the numbers of a batch's lanes, and the claims of Lemmas B, H and P, on the chosen
// instruction set. Tests see the kernels of batch/ through this header alone.
#pragma once

#include <array>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::detail::batch {

// Lemma B bounds the gaps of two boxes.

/// In doubles, or rounded to floats as in a batch.
struct PlacedBoxes {
  std::array<double, 9> a{}, b{};  ///< row-major
  std::array<double, 3> offset_a{}, offset_b{};
  std::array<double, 3> centre_a{}, centre_b{};  ///< in the bodies' frames
  std::array<double, 3> half_a{}, half_b{};
};

struct LaneGaps {
  bool holds = false;     ///< true if the lemma applies
  float largest = 0;      ///< of all fifteen values
  float bound = 0;        ///< E
  bool overlaps = false;  ///< proven without the values of parallel edges
};

LaneGaps box_lane_gaps(const PlacedBoxes& boxes);

// Lemma H bounds the numbers of one pair of hulls.

using FloatPoint = std::array<float, 3>;

/// In doubles, or rounded to floats as in a batch.
struct HullPoses {
  std::array<double, 9> a{}, b{};  ///< row-major
  std::array<double, 3> offset_a{}, offset_b{};
};

struct HullMeasures {
  bool holds = false;   ///< true if the lemma applies
  float height = 0;     ///< h(u)
  float of_height = 0;  ///< E
  float unit = 0;       ///< 12 e r
  FloatPoint inside{};  ///< v
  /// Vertices of C: the one with h(u), and a portal's three about it.
  std::array<FloatPoint, 4> points{};
  std::array<float, 3> minors{};  ///< of two corners of the portal and v each
  float least_minor = 0;          ///< of these and of the portal's own
  float of_minor = 0;             ///< 192 e r^3
};

/// `u` has entries below 2^44 in size. The hulls' supports are read from tables where `by_table`.
HullMeasures measure_hulls(const Polytope3& a, const Polytope3& b, const HullPoses& poses,
                           const FloatPoint& u, bool by_table = false);

// Lemma P bounds the gaps of two polygons.

/// In doubles, or rounded to floats as in a batch.
struct PlacedPolygon {
  std::array<double, 4> linear{};  ///< row-major
  std::array<double, 2> offset{};
  std::vector<std::array<double, 2>> corners;  ///< eight, counter-clockwise
  double farthest = 0;                         ///< no corner is farther from the origin
};

struct PlaneGap {
  bool holds = false;    ///< true if the lemma applies
  bool upright = false;  ///< both matrices are proven to preserve orientation
  bool far = false;      ///< proven separated by balls
  float largest = 0;     ///< along the normals of all edges
  float bound = 0;       ///< E
};

PlaneGap polygon_lane_gap(const PlacedPolygon& a, const PlacedPolygon& b);

}  // namespace sunder::detail::batch
