// SPDX-License-Identifier: Apache-2.0
//
// The columns (a_i - b_j; 1) of the program, never written down: one of them on demand, and which
// of all n m is the farthest along a direction.
#pragma once

#include <cmath>
#include <cstddef>

#include "filter/filtered_pair.hpp"

namespace sunder::detail::lp {

template <int D>
class Columns {
 public:
  /// `scratch` holds 2 d doubles; in 2-D and 3-D it is not used.
  Columns(const FilteredPair<D>& filtered, double* scratch) : filtered_(filtered) {
    if constexpr (D == kRunTime) {
      p_ = scratch;
      q_ = scratch + filtered.dimension();
      moved_a_ = is_translation(*filtered.pair().a.pose);
      moved_b_ = is_translation(*filtered.pair().b.pose);
    }
  }

  /// max over all pairs of w . (a - b), rounded, and the pair that attains it.
  double farthest(const double* w, IndexPair& at) const {
    if constexpr (D != kRunTime) {
      const DirectionalGap gap = filtered_.probe(w);
      at = gap.vertices;
      return -gap.value;
    } else {
      const auto& [a, b] = filtered_.pair();
      if (!moved_a_) pull_back(a, false, w, 1, p_);
      pull_back(b, moved_b_, w, -1, q_);
      const Extreme most_a = support<D>(*a.hull, moved_a_ ? w : p_);
      const Extreme least_b = support<D>(*b.hull, q_);
      double along = 0;
      const VectorN& offset = filtered_.offset();
      for (std::size_t l = 0; l < offset.size(); ++l) along += w[l] * offset[l];
      at = {most_a.vertex, least_b.vertex};
      return (most_a.value + least_b.value) - along;
    }
  }

  /// Lemma 1's gap, for |u|_inf <= 1.
  DirectionalGap gap(const double* u) const {
    DirectionalGap gap;
    gap.value = -farthest(u, gap.vertices);
    gap.error = filtered_.gap_error(u);
    return gap;
  }

  /// a_i - b_j, rounded.
  void difference(IndexPair pair, double* c) const {
    if constexpr (D == kRunTime) {
      const auto& [a, b] = filtered_.pair();
      if (moved_a_ && moved_b_) {
        const VectorN& offset = filtered_.offset();
        for (std::size_t l = 0; l < offset.size(); ++l) {
          const int k = static_cast<int>(l);
          c[l] = (a.hull->coordinate(pair.a, k) - b.hull->coordinate(pair.b, k)) - offset[l];
        }
        return;
      }
    }
    filtered_.difference(pair, c);
  }

 private:
  /// sign * R^T w, row by row as R lies in memory.
  static void pull_back(const Body<D>& body, bool moved, const double* w, double sign,
                        double* out) {
    const auto d = static_cast<std::size_t>(body.dimension());
    if (moved) {
      for (std::size_t k = 0; k < d; ++k) out[k] = sign * w[k];
      return;
    }
    for (std::size_t k = 0; k < d; ++k) out[k] = 0;
    const double* row = body.pose->linear_data();
    for (std::size_t l = 0; l < d; ++l, row += d) {
      const double factor = sign * w[l];
      for (std::size_t k = 0; k < d; ++k) out[k] += factor * row[k];
    }
  }

  const FilteredPair<D>& filtered_;
  double* p_ = nullptr;
  double* q_ = nullptr;
  bool moved_a_ = false;  ///< only moved, not turned
  bool moved_b_ = false;
};

}  // namespace sunder::detail::lp
