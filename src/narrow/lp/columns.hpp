// SPDX-License-Identifier: Apache-2.0
//
// Columns represents the columns (a_i - b_j; 1) of the program, which are never stored. It computes
// one of them on demand, and finds the farthest of all n m along a direction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "filter/filtered_pair.hpp"
#include "lanes/support.hpp"

namespace sunder::detail::lp {

template <int D>
class Columns {
 public:
  /// Returns the number of doubles in `scratch`.
  static std::size_t scratch_size(int dimension) {
    return D == kRunTime ? 2 * static_cast<std::size_t>(dimension) : 0;
  }

  Columns(const FilteredPair<D>& filtered, double* scratch) : filtered_(filtered) {
    if constexpr (D == kRunTime) {
      offset_ = filtered.offset();
      p_ = scratch;
      q_ = p_ + offset_.size();
      translated_a_ = filtered.pair().a.pose->is_translation();
      translated_b_ = filtered.pair().b.pose->is_translation();
      in_place_ = std::all_of(offset_.begin(), offset_.end(), [](double x) { return x == 0; });
    }
  }

  /// Returns max over all pairs of w . (a - b), rounded, and the pair that attains it; its column
  /// too, if `column` is not null.
  double farthest(const double* w, IndexPair& at, double* column = nullptr) const {
    if constexpr (D != kRunTime) {
      const DirectionalGap gap = filtered_.probe(w);
      at = gap.vertices;
      if (column != nullptr) get(at, column);
      return -gap.value;
    } else {
      const auto& [a, b] = filtered_.pair();
      if (!translated_a_) pull_back(a, w, p_);
      if (!translated_b_) pull_back(b, w, q_);
      const FarthestPair farthest = farthest_pair(
          query(a, translated_a_ ? w : p_), query(b, translated_b_ ? w : q_), a.hull->dimension);
      at = {farthest.a.vertex, farthest.b.vertex};
      if (column != nullptr) get(at, column);
      return (farthest.a.value + farthest.b.value) - along_offset(w);
    }
  }

  /// Returns Lemma 1's gap, for |u|_inf <= 1.
  DirectionalGap gap(const double* u) const {
    DirectionalGap gap;
    gap.value = -farthest(u, gap.vertices);
    gap.error = filtered_.gap_error(u);
    return gap;
  }

  /// Computes (a_i - b_j; 1), rounded.
  void get(IndexPair pair, double* column) const {
    const auto& [a, b] = filtered_.pair();
    const int d = a.dimension();
    column[d] = 1;
    if constexpr (D == kRunTime) {
      if (translated_a_ && translated_b_) {
        const double* p = a.hull->points + pair.a;
        const double* q = b.hull->points + pair.b;
        for (int k = 0; k < d; ++k, p += a.hull->stride, q += b.hull->stride) {
          column[k] = (*p - *q) - offset_[static_cast<std::size_t>(k)];
        }
        return;
      }
    }
    filtered_.difference(pair, column);
  }

 private:
  double along_offset(const double* w) const {
    double along = 0;
    if (in_place_) return along;
    for (std::size_t l = 0; l < offset_.size(); ++l) along += w[l] * offset_[l];
    return along;
  }

  static SupportQuery query(const Body<D>& body, const double* direction) {
    return {body.hull->points, body.hull->stride, body.hull->count, direction};
  }

  /// Computes R^T w, row by row in R's memory order.
  static void pull_back(const Body<D>& body, const double* w, double* out) {
    const auto d = static_cast<std::size_t>(body.dimension());
    std::fill_n(out, d, 0.0);
    const double* row = linear_data(*body.pose);
    for (std::size_t l = 0; l < d; ++l, row += d) {
      for (std::size_t k = 0; k < d; ++k) out[k] += w[l] * row[k];
    }
  }

  const FilteredPair<D>& filtered_;
  std::span<const double> offset_;  ///< in n dimensions
  double* p_ = nullptr;
  double* q_ = nullptr;
  bool translated_a_ = false;  ///< translated, not rotated
  bool translated_b_ = false;
  bool in_place_ = false;  ///< no offset
};

}  // namespace sunder::detail::lp
