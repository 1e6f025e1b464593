// SPDX-License-Identifier: Apache-2.0
//
// Slack bounds the rounding errors of the corners of an expanding polytope. One power of two scales
// the corners so that C is about as large as 1. Then no product of the faces' normals leaves the
// range of doubles, and one length bounds the rounding error of a point.
#pragma once

#include <algorithm>
#include <cmath>

#include "filter/filtered_pair.hpp"
#include "narrow/epa/bounds.hpp"

namespace sunder::detail::epa {

template <int D>
struct Slack {
  bool usable = false;  ///< C's size is in the range of doubles and above its errors
  double scale = 1;     ///< a factor of all corners: a power of two
  Vector<D> errors{};   ///< bounds on the errors of a corner's entries, scaled
  double height = 0;    ///< bound on the rounding error of a corner's height over 0, scaled
  double flat = 0;      ///< heights below this count as rounding

  explicit Slack(const FilteredPair<D>& filtered) noexcept {
    double reach = 0;
    for (const double here : filtered.reach()) reach = std::max(reach, here);
    usable = reach > kLeastSlackReach && reach < kMostPairReach;
    if (!usable) return;
    scale = unit_scale(reach);
    double squared_error = 0;
    double squared_reach = 0;
    for (std::size_t l = 0; l < D; ++l) {
      errors[l] = filtered.error(static_cast<int>(l)) * scale + kSlackUnderflow;
      squared_error += errors[l] * errors[l];
      squared_reach += filtered.reach()[l] * scale * (filtered.reach()[l] * scale);
    }
    height = (std::sqrt(squared_error) + kSlackUnits * kUnit * std::sqrt(squared_reach)) *
             (1 + kSlackShare);
    usable = height < 1;
    flat = height / 2;
  }
};

}  // namespace sunder::detail::epa
