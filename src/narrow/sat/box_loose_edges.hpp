// SPDX-License-Identifier: Apache-2.0
//
// Edges of two boxes that lie in one face of C, or nearly: where boxes stand parallel there are up
// to four, and which of them share what is to be closed between the boxes is open. One after the
// other takes all it can. Parallel edges do so at once; two rounds do for what else is common.
// Nothing here is proven: wherever edges end, the points are of the boxes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/vectors.hpp"
#include "narrow/sat/box_difference.hpp"

namespace sunder::detail::sat {

class LooseEdges {
 public:
  /// Column k, of whose box the point is in the middle of it.
  void add(const Pair<3>& pair, std::size_t k, double half) noexcept {
    Loose& next = loose_[count_++];
    next.edge = edge_of(pair, k);
    next.squared = dot<3>(next.edge, next.edge);
    next.half = half;
    next.of_a = k < 3;
  }

  /// Moves the points along the edges so that w, from a's to b's, gets shorter. Each edge adds to w
  /// and to the points once, so that their roundings can be counted.
  void settle(Vector3& w, Vector3& at_a, Vector3& at_b) noexcept {
    Vector3 left = w;
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < count_; ++i) {
        Loose& it = loose_[i];
        const double best = it.share - dot<3>(left, it.edge) / it.squared;
        const double share = std::clamp(best, -it.half, it.half);
        add_to(left, share - it.share, it.edge);
        it.share = share;
      }
    }
    for (std::size_t i = 0; i < count_; ++i) {
      const Loose& it = loose_[i];
      add_to(w, it.share, it.edge);
      add_to(it.of_a ? at_a : at_b, it.of_a ? -it.share : it.share, it.edge);
    }
  }

  /// The direction of w: the normal n of the face where that is w but for rounding, and at right
  /// angles to an edge that did not end at its end.
  Vector3 direction(const Vector3& w, const Vector3& n) const noexcept {
    const double along = dot<3>(w, n) / dot<3>(n, n);
    Vector3 aside = w;
    add_to(aside, -along, n);
    if (dot<3>(aside, aside) <= 0x1p-70 * dot<3>(w, w)) {
      return along > 0 ? n : Vector3{-n[0], -n[1], -n[2]};
    }
    Vector3 u = w;
    for (std::size_t i = 0; i < count_; ++i) {
      const Loose& it = loose_[i];
      if (!(std::fabs(it.share) < it.half)) continue;
      for (int twice = 0; twice < 2; ++twice) add_to(u, -dot<3>(u, it.edge) / it.squared, it.edge);
      break;
    }
    return u;
  }

 private:
  struct Loose {
    Vector3 edge;
    double squared;
    double half;
    double share = 0;
    bool of_a;
  };
  static void add_to(Vector3& v, double factor, const Vector3& by) noexcept {
    for (std::size_t l = 0; l < 3; ++l) v[l] += factor * by[l];
  }

  std::array<Loose, 6> loose_;
  std::size_t count_ = 0;
};

}  // namespace sunder::detail::sat
