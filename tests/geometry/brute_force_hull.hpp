// SPDX-License-Identifier: Apache-2.0
//
// Computes convex hulls of a few points by definition: all planes through three points (lines
// through two) with no point above. It uses rational numbers, and none of the library's code.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "geometry/rational.hpp"
#include "sunder/polytope.hpp"

namespace sunder::test {

/// The indices of the points of each facet; they identify a facet.
using FacetSet = std::set<std::set<std::int32_t>>;

/// Facets of distinct points that span R^3.
inline FacetSet brute_force_facets(const std::vector<Vector3>& points) {
  std::vector<RationalPoint> exact;
  for (const Vector3& p : points) exact.push_back(rational(p));
  FacetSet facets;
  const auto n = static_cast<std::int32_t>(points.size());
  const auto at = [&](std::int32_t i) -> const RationalPoint& {
    return exact[static_cast<std::size_t>(i)];
  };
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = i + 1; j < n; ++j) {
      for (std::int32_t k = j + 1; k < n; ++k) {
        const RationalPoint normal = cross(minus(at(j), at(i)), minus(at(k), at(i)));
        if (dot(normal, normal) == 0) continue;
        int least = 0;
        int greatest = 0;
        std::set<std::int32_t> on;
        for (std::int32_t q = 0; q < n && least * greatest == 0; ++q) {
          const int side = sign(dot(normal, minus(at(q), at(i))));
          least = std::min(least, side);
          greatest = std::max(greatest, side);
          if (side == 0) on.insert(q);
        }
        if (least * greatest == 0) facets.insert(on);
      }
    }
  }
  return facets;
}

/// A point is extreme if and only if no other point lies on all of its facets and on more.
inline std::vector<std::int32_t> brute_force_extremes(const FacetSet& facets, std::int32_t count) {
  std::vector<std::set<const std::set<std::int32_t>*>> facets_at(static_cast<std::size_t>(count));
  for (const std::set<std::int32_t>& facet : facets) {
    for (const std::int32_t i : facet) facets_at[static_cast<std::size_t>(i)].insert(&facet);
  }
  std::vector<std::int32_t> extremes;
  for (std::int32_t i = 0; i < count; ++i) {
    const auto& mine = facets_at[static_cast<std::size_t>(i)];
    bool extreme = !mine.empty();
    for (std::int32_t j = 0; j < count && extreme; ++j) {
      const auto& other = facets_at[static_cast<std::size_t>(j)];
      extreme = i == j || !std::includes(other.begin(), other.end(), mine.begin(), mine.end());
    }
    if (extreme) extremes.push_back(i);
  }
  return extremes;
}

}  // namespace sunder::test
