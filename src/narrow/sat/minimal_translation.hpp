// SPDX-License-Identifier: Apache-2.0
//
// The minimal translation vector: the shortest way to move b so that it meets a in its boundary
// alone. It belongs to the facet of C that is nearest to 0, so the complete lists of axes hold it.
// Along an axis b has to go as far as it reaches behind a's support plane; the overlap of the two
// intervals, which the SAT article takes, is less than that where one interval holds the other.
#pragma once

#include <cmath>
#include <limits>

#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// `direction` is a unit vector from a to b, `length` what b moves, as the least axis says it.
/// `known` is false where a body has no faces or edges to read, and where the bodies are apart.
template <int D>
struct MinimalTranslation {
  Vector<D> direction{};
  double length = 0;
  bool known = false;
  double lower = 0;  ///< proven: the real length is in [lower, upper]; lower is 0 where the list
                     ///< holds an axis that is not told apart from zero
  double upper = std::numeric_limits<double>::infinity();
  int axis = -1;  ///< boxes: which of kBoxAxisEdges it was
};

/// Cost: the whole list of axes: fifteen for boxes, (n + m)^2 products for polygons, a pair of
/// edges at a time for polytopes.
MinimalTranslation<2> minimal_translation(const FilteredPair<2>& pair);
MinimalTranslation<3> minimal_translation(const FilteredPair<3>& pair);

/// Two boxes.
MinimalTranslation<3> minimal_translation_of_boxes(const FilteredPair<3>& pair);

/// The bounds that an axis puts on the way out along it. With g(u) the gap along the computed axis
/// u, off by at most `error`, and n = u + d the true one, |d| <= stretch:
///   -g(n) / |n| >= (-g(u) - error - drift) / (|u| + stretch)
///   -g(u) / |u| <= (-g(u) + error) / |u|
/// and the last factors cover the roundings of these lines.
struct WayOut {
  double lower = 0;
  double upper = 0;
};
inline WayOut way_out(double gap, double error, double drift, double length,
                      double stretch) noexcept {
  return {(-gap - error - drift) / (length + stretch) * (1 - kLastShare),
          (-gap + error) / length * (1 + kLastShare)};
}
/// Squares of the entries of such axes are no matter for underflow or overflow.
inline bool is_measurable(double length) noexcept { return length > 0x1p-300 && length < 0x1p300; }

/// The least way out over the axes taken in.
template <int D>
class LeastWayOut {
 public:
  explicit LeastWayOut(const FilteredPair<D>& pair) noexcept : unit_error_(unit_axis_error(pair)) {}

  void take(const MeasuredAxis<D>& axis) noexcept {
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
    const WayOut out = way_out(gap, error, axis.drift, length, axis.stretch);
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
