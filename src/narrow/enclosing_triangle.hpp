// SPDX-License-Identifier: Apache-2.0
//
// Three differences of corners with 0 inside, from a few corners of each polygon. Of polygons that
// are symmetric about one point, such as a square and itself, the extreme points of C form
// triangles with 0 on a side only, while corners paired otherwise give points inside C that do
// better.
#pragma once

#include "filter/simplex_interior.hpp"

namespace sunder::detail {

/// Four pairs whose corners may be paired anew.
using FourPairs = std::array<IndexPair, 4>;

/// Of the sixteen differences of these corners the three that hold 0 deepest, by their least minor.
/// False if none hold it. Costs some 560 triangles, so only for those that clearly meet.
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
  // A triangle is wound left about 0 and taken from its least corner on.
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
