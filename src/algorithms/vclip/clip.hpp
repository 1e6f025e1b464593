// SPDX-License-Identifier: Apache-2.0
//
// Clip cuts an edge by the planes of a Voronoi region.
#pragma once

#include "algorithms/vclip/features.hpp"

namespace sunder::detail::vclip {

/// The remaining part of the edge tail + t * along, 0 <= t <= 1, and the features behind the planes
/// that cut it.
struct Clip {
  Vector3 tail;
  Vector3 along;
  double low = 0;
  double high = 1;
  bool cut_low = false;
  bool cut_high = false;
  bool outside = false;  ///< all of it behind one plane: that of `beyond_low`
  Feature beyond_low{};
  Feature beyond_high{};

  bool empty() const noexcept { return outside || low > high; }
  Vector3 at(double t) const noexcept {
    Vector3 x = tail;
    for (std::size_t l = 0; l < 3; ++l) x[l] += t * along[l];
    return x;
  }

  /// Cuts off the part behind the plane through p with the normal `into`, which points into the
  /// region. The feature `beyond` lies behind that plane. Returns false if nothing remains.
  bool cut(const Vector3& p, const Vector3& into, const Feature& beyond) noexcept {
    const double from = dot<3>(minus<3>(tail, p), into);
    const double to = from + dot<3>(along, into);
    if (from < 0 && to < 0) {
      outside = cut_low = true;
      beyond_low = beyond;
    } else if (from < 0) {
      const double t = from / (from - to);
      if (t > low) {
        low = t;
        cut_low = true;
        beyond_low = beyond;
      }
    } else if (to < 0) {
      const double t = from / (from - to);
      if (t < high) {
        high = t;
        cut_high = true;
        beyond_high = beyond;
      }
    }
    return !empty();
  }
};

}  // namespace sunder::detail::vclip
