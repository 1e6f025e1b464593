// SPDX-License-Identifier: Apache-2.0
//
// enclosing_triangle() finds three differences of corners that enclose 0, from a few corners of
// each polygon. Extreme points of C do not suffice if both polygons are symmetric about one point,
// such as a square and itself. They form only triangles with 0 on a side. Other pairings of the
// same corners give points inside C whose triangles hold 0 strictly inside.
#pragma once

#include "filter/simplex_interior.hpp"

namespace sunder::detail {

/// Four pairs whose corners may be paired differently.
using FourPairs = std::array<IndexPair, 4>;

/// Finds, among the sixteen differences of these corners, the three that hold 0 deepest, measured
/// by their least minor. Returns false if no three hold it. Costs about 560 triangles, so it is for
/// pairs that clearly meet only.
inline bool enclosing_triangle(const FilteredPair<2>& filtered, const FourPairs& given,
                               std::array<IndexPair, 3>& triangle) {
  std::array<IndexPair, 16> pairs;
  std::array<Vector<2>, 16> points;
  for (std::size_t i = 0; i < 16; ++i) {
    pairs[i] = {given[i / 4].a, given[i % 4].b};
    filtered.difference(pairs[i], points[i].data());
  }
  const auto cross = [&points](std::size_t i, std::size_t j) {
    return points[i][0] * points[j][1] - points[i][1] * points[j][0];
  };
  double deepest = 0;
  // Each triangle is counter-clockwise about 0 and starts at its least corner.
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = i + 1; j < 16; ++j) {
      const double first = cross(i, j);
      if (!(first > deepest)) continue;
      for (std::size_t k = i + 1; k < 16; ++k) {
        const double least = std::min({first, cross(j, k), cross(k, i)});
        if (!(least > deepest)) continue;
        deepest = least;
        triangle = {pairs[i], pairs[j], pairs[k]};
      }
    }
  }
  return deepest > 0;
}

}  // namespace sunder::detail
