// SPDX-License-Identifier: Apache-2.0
//
// LooseEdges holds the edges of two boxes that lie in one face of C, or nearly. Boxes of parallel
// orientation have up to four, and their shares of the vector between the boxes are not unique. The
// edges reduce the vector one after the other, each as far as it can. Parallel edges need one
// round; two rounds suffice in the other common cases. Nothing here is proven, and nothing needs to
// be: for any shares the points belong to the boxes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/vectors.hpp"
#include "narrow/sat/box_difference.hpp"

namespace sunder::detail::sat {

class LooseEdges {
 public:
  /// Adds column k; the current point of its box is in the middle of that edge.
  void add(const Pair<3>& pair, std::size_t k, double half) noexcept {
    Loose& next = loose_[count_++];
    next.edge = edge_of(pair, k);
    next.squared = dot<3>(next.edge, next.edge);
    next.half = half;
    next.of_a = k < 3;
  }

  /// Moves the points along the edges so that w, from a's to b's, gets shorter. Each edge is added
  /// to w and to the points once, which bounds the number of roundings.
  void reduce(Vector3& w, Vector3& at_a, Vector3& at_b) noexcept {
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

  /// Returns the direction of w. It is the face's normal n if w equals that up to rounding.
  /// Otherwise it is perpendicular to each edge whose share is not at its end.
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
