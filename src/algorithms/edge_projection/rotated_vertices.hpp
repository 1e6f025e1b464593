// SPDX-License-Identifier: Apache-2.0
//
// RotatedVertices holds vertices in the world frame, rotated but not translated. One power of two
// scales them to size 1, so that no product of them leaves the range. They do not change while
// bodies are only translated.
#pragma once

#include <vector>

#include "filter/filtered_pair.hpp"

namespace sunder::detail::edge_projection {

template <int D>
double rotated_reach(const Body<D>& body) noexcept {
  double most = 0;
  for (int l = 0; l < D; ++l) {
    double sum = 0;
    for (int k = 0; k < D; ++k) sum += std::fabs(body.pose->linear(l, k)) * body.hull->max_abs[k];
    most = std::max(most, sum);
  }
  return most;
}

template <int D>
std::vector<Vector<D>> turned_vertices(const Body<D>& body, double scale) {
  std::vector<Vector<D>> points(static_cast<std::size_t>(body.hull->count));
  for (std::int32_t v = 0; v < body.hull->count; ++v) {
    Vector<D>& point = points[static_cast<std::size_t>(v)];
    for (int l = 0; l < D; ++l) {
      double sum = 0;
      for (int k = 0; k < D; ++k) sum += body.pose->linear(l, k) * body.hull->coordinate(v, k);
      point[static_cast<std::size_t>(l)] = sum * scale;
    }
  }
  return points;
}

template <int D>
struct RotatedVertices {
  explicit RotatedVertices(const Pair<D>& pair) {
    const double most = std::max(rotated_reach(pair.a), rotated_reach(pair.b));
    if (!(most > 0x1p-900 && most < 0x1p900)) return;
    scale = unit_scale(most);
    a = turned_vertices(pair.a, scale);
    b = turned_vertices(pair.b, scale);
  }

  /// Computes t_B - t_A in this scale. Returns false if the bodies have no size, or if they are so
  /// far apart relative to it that no edge is needed.
  bool shift_of(const FilteredPair<D>& filtered, Vector<D>& shift) const noexcept {
    shift = filtered.offset();
    for (double& entry : shift) {
      entry *= scale;
      if (!(std::fabs(entry) < 0x1p200)) return false;
    }
    return scale > 0;
  }

  double scale = 0;  ///< 0 if the bodies have no size that can be scaled
  std::vector<Vector<D>> a, b;
};

}  // namespace sunder::detail::edge_projection
