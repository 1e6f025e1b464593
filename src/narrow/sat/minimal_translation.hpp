// SPDX-License-Identifier: Apache-2.0
//
// The minimal translation vector is the shortest translation of b after which it touches a in its
// boundary alone. It belongs to the facet of C that is nearest to 0, so the complete lists of axes
// include it. Along an axis b has to move as far as it reaches behind a's support plane. The SAT
// article uses the overlap of the two intervals, which is less if one interval contains the other.
#pragma once

#include <cmath>
#include <limits>

#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// `direction` is a unit vector from a to b, `length` the length of b's translation along the least
/// axis. `known` is false if a body has no faces or edges, or if the bodies are separated. `lower`
/// is 0 if some axis of the list is not proven to be nonzero.
template <int D>
struct MinimalTranslation {
  Vector<D> direction{};
  double length = 0;
  bool known = false;
  double lower = 0;  ///< proven: the true length is in [lower, upper]; lower may be 0
  double upper = std::numeric_limits<double>::infinity();
};

/// Cost: the whole list of axes: fifteen for boxes, (n + m)^2 products for polygons, each pair of
/// edges for polytopes.
MinimalTranslation<2> minimal_translation(const FilteredPair<2>& pair);
MinimalTranslation<3> minimal_translation(const FilteredPair<3>& pair);

/// Returns the minimal translation of two boxes.
MinimalTranslation<3> minimal_translation_of_boxes(const FilteredPair<3>& pair);

/// The bounds of an axis on the translation along it. Let g(u) be the gap along the computed axis
/// u, with an error of at most `error`. Let n = u + d be the true axis, |d| <= excess. Then
///
///   -g(n) / |n| >= (-g(u) - error - drift) / (|u| + excess)
///   -g(u) / |u| <= (-g(u) + error) / |u|
///
/// and the last factors cover the roundings of these lines.
struct TranslationBounds {
  double lower = 0;
  double upper = 0;
};
inline TranslationBounds translation_bounds(double gap, double error, double drift, double length,
                                            double excess) noexcept {
  return {(-gap - error - drift) / (length + excess) * (1 - kLastShare),
          (-gap + error) / length * (1 + kLastShare)};
}
/// For such lengths, squares of an axis' entries neither underflow nor overflow relevantly.
inline bool is_measurable(double length) noexcept { return length > 0x1p-300 && length < 0x1p300; }

/// The minimum translation over the axes added.
template <int D>
class LeastTranslation {
 public:
  explicit LeastTranslation(const FilteredPair<D>& pair) noexcept
      : unit_error_(unit_axis_error(pair)) {}

  void add(const MeasuredAxis<D>& axis) noexcept {
    if (axis.zero) return;
    double squared = 0;
    for (const double entry : axis.direction) squared += entry * entry;
    const double length = std::sqrt(squared);
    if (!axis.usable || !is_measurable(length)) {
      lowest_ = 0;
      return;
    }
    const bool ahead = axis.forward >= axis.backward;
    const double gap = ahead ? axis.forward : axis.backward;
    const double error = unit_error_ * axis.size + kLeastError;
    const TranslationBounds out = translation_bounds(gap, error, axis.drift, length, axis.excess);
    lowest_ = std::fmin(lowest_, out.lower);
    if (!(-gap / length < least_.length)) return;
    least_.length = -gap / length;
    least_.upper = out.upper;
    for (std::size_t k = 0; k < D; ++k) {
      least_.direction[k] = (ahead ? 1.0 : -1.0) * axis.direction[k] / length;
    }
  }

  MinimalTranslation<D> finish() noexcept {
    least_.known = least_.length >= 0 && std::isfinite(least_.length);
    if (std::isfinite(lowest_)) least_.lower = std::fmax(lowest_, 0.0);
    return least_;
  }

 private:
  double unit_error_;
  double lowest_ = std::numeric_limits<double>::infinity();
  MinimalTranslation<D> least_{{}, std::numeric_limits<double>::infinity()};
};

}  // namespace sunder::detail::sat
