// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "narrow/lp/descent.hpp"
#include "narrow/lp/revised.hpp"

namespace sunder::detail::lp {

inline constexpr int kCoordinateStart = 6;  ///< below, pivots cost as little as the inversion

inline bool translated_only(const Pair<kRunTime>& pair) {
  return pair.a.pose->is_translation() && pair.b.pose->is_translation();
}

/// Returns the extremes of a - b in each coordinate, on the side where `direction` points. The last
/// pair is the opposite extreme in the largest coordinate. If the bodies overlap well, 0 is often
/// between them.
inline std::vector<IndexPair> coordinate_pairs(const Pair<kRunTime>& pair,
                                               const VectorN& direction) {
  const HullBlock& a = *pair.a.hull;
  const HullBlock& b = *pair.b.hull;
  const auto extreme = [&](std::size_t k, bool up) {
    return up ? IndexPair{a.highest()[k], b.lowest()[k]} : IndexPair{a.lowest()[k], b.highest()[k]};
  };
  std::vector<IndexPair> pairs;
  pairs.reserve(direction.size() + 1);
  std::size_t largest = 0;
  for (std::size_t k = 0; k < direction.size(); ++k) {
    pairs.push_back(extreme(k, direction[k] >= 0));
    if (std::fabs(direction[k]) > std::fabs(direction[largest])) largest = k;
  }
  pairs.push_back(extreme(largest, !(direction[largest] >= 0)));
  return pairs;
}

/// Sets the start basis: the last answer's basis, else the extreme vertices along the first
/// direction. Returns true if that direction itself separates.
template <int D>
bool begin(const FilteredPair<D>& filtered, const Request<D>& search, RevisedSimplex<D>& simplex,
           Vector<D>* apart) {
  if (!search.basis.empty()) {
    simplex.start(search.basis);
    return false;
  }
  IndexPair first{0, 0};
  const int d = filtered.dimension();
  const bool directed =
      search.direction != nullptr && search.direction->size() == static_cast<std::size_t>(d);
  if (directed) {
    double* const u = simplex.scratch();
    std::copy_n(search.direction->begin(), d, u);
    if (normalise(u, d)) {
      const DirectionalGap gap = simplex.columns().gap(u);
      first = gap.vertices;
      if (apart != nullptr && gap.proves_separated()) {
        *apart = make_vector<D>(d);
        std::copy_n(u, d, apart->begin());
        record<D>(search.trace, Algorithm::lp, TraceEvent::direction, filtered.pair(),
                  {&gap.vertices, 1}, apart, gap.value);
        return true;
      }
    }
  }
  if constexpr (D == kRunTime) {
    if (d >= kCoordinateStart && directed && translated_only(filtered.pair())) {
      simplex.start(coordinate_pairs(filtered.pair(), *search.direction));
      if (d < kDescentDimension || simplex.at_zero()) return false;
    }
    if (d >= kDescentDimension) {
      Descent descent = descend(filtered, first);
      if (apart != nullptr && descent.apart) {
        const DirectionalGap gap = filtered.gap(descent.direction.data());
        record<D>(search.trace, Algorithm::lp, TraceEvent::direction, filtered.pair(),
                  {&gap.vertices, 1}, &descent.direction, gap.value);
        *apart = std::move(descent.direction);
        return true;
      }
      simplex.start(descent.pairs, descent.weights);
      return false;
    }
  }
  simplex.start({&first, 1});
  return false;
}

}  // namespace sunder::detail::lp
