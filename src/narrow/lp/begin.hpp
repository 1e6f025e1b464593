// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "narrow/lp/descent.hpp"
#include "narrow/lp/revised.hpp"

namespace sunder::detail::lp {

/// Where to begin: the last answer's basis, else the extreme vertices along where to look first.
/// True if that direction separates by itself.
template <int D>
bool begin(const FilteredPair<D>& filtered, const Search<D>& search, RevisedSimplex<D>& simplex,
           Vector<D>* apart) {
  if (!search.basis.empty()) {
    simplex.start(search.basis);
    return false;
  }
  IndexPair first{0, 0};
  const int d = filtered.dimension();
  if (search.direction != nullptr && search.direction->size() == static_cast<std::size_t>(d)) {
    Vector<D> u = *search.direction;
    if (normalise(u.data(), d)) {
      const DirectionalGap gap = filtered.gap(u.data());
      first = gap.vertices;
      if (apart != nullptr && gap.proves_separated()) {
        record<D>(search.trace, Algorithm::lp, TraceEvent::direction, filtered.pair(),
                  {&gap.vertices, 1}, &u, gap.value);
        *apart = std::move(u);
        return true;
      }
    }
  }
  if constexpr (D == kRunTime) {
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
