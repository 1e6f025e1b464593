// SPDX-License-Identifier: Apache-2.0
//
// The walk over a list of axes, the same for every shape: stop at the first axis that separates,
// keep the best one, and remember whether every axis was proven to be no separation.
#pragma once

#include "filter/axis.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

template <int D>
double largest_entry(const Vector<D>& u) noexcept {
  double largest = 0;
  for (const double entry : u) largest = std::max(largest, std::fabs(entry));
  return largest;
}

template <int D>
class AxisSearch {
 public:
  AxisSearch(const FilteredPair<D>& pair, Trace* trace) noexcept
      : pair_(pair), unit_error_(unit_axis_error(pair)), trace_(trace) {}

  /// Tries one axis in both senses. `extents(u)` are the gaps along u and along -u, without the
  /// offsets of the poses. True if the axis separates: the search is over.
  template <class Extents>
  bool separates(const Axis<D>& axis, const Extents& extents) noexcept {
    if (axis.zero) return false;
    complete_ = complete_ && axis.usable;
    ++axes_;
    double offset = 0;
    for (std::size_t l = 0; l < D; ++l) offset += axis.direction[l] * pair_.offset()[l];
    const auto [forward, backward] = extents(axis.direction);
    const double gap_forward = forward + offset;
    const double gap_backward = backward - offset;
    const bool ahead = gap_forward >= gap_backward;
    const double gap = ahead ? gap_forward : gap_backward;
    const double size = largest_entry<D>(axis.direction);
    const double error = unit_error_ * size + 0x1p-400;
    Vector<D> direction = axis.direction;
    if (!ahead) {
      for (double& entry : direction) entry = -entry;
    }
    record<D>(trace_, Algorithm::sat, TraceEvent::axis, pair_.pair(), {}, &direction, gap);
    complete_ = complete_ && gap < -(error + axis_drift(pair_, axis));
    if (gap > error) {
      best_ = direction;
      return true;
    }
    const double height = gap / size;
    if (axis.usable && height > best_height_) {
      best_height_ = height;
      best_ = direction;
    }
    return false;
  }

  /// The proposal once the list is at its end, or an axis separates.
  Proposed<D> finish(bool separated) noexcept {
    Proposed<D> proposed;
    proposed.direction = best_;
    proposed.has_direction = normalise(proposed.direction.data(), D);
    if (separated && proposed.has_direction) {
      proposed.verdict = Verdict::separated;
      proposed.stage = Stage::filter;
    } else if (complete_ && axes_ >= D) {
      proposed.verdict = Verdict::overlapping;
      proposed.stage = Stage::filter;
    }
    return proposed;
  }

 private:
  const FilteredPair<D>& pair_;
  double unit_error_;  ///< of a gap along a direction whose largest entry is 1
  Trace* trace_;
  Vector<D> best_{};
  double best_height_ = -std::numeric_limits<double>::infinity();
  int axes_ = 0;
  bool complete_ = true;
};

}  // namespace sunder::detail::sat
