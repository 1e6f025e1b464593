// SPDX-License-Identifier: Apache-2.0
//
// The walk over a list of axes, the same for every shape: stop at the first axis that separates,
// keep the best one, and remember whether every axis was proven to be no separation.
#pragma once

#include <algorithm>
#include <limits>

#include "filter/axis.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// One axis with what was computed along it.
template <int D>
struct MeasuredAxis {
  Vector<D> direction{};
  double forward = 0;   ///< gap along the direction
  double backward = 0;  ///< gap along minus the direction
  double size = 0;      ///< largest entry of the direction
  double drift = 0;     ///< axis_drift(): what the true axis may have on top
  bool zero = false;    ///< proven to be exactly zero: no axis at all
  bool usable = false;  ///< told apart from zero
};

template <int D>
class AxisSearch {
 public:
  AxisSearch(const FilteredPair<D>& pair, Trace* trace) noexcept
      : pair_(pair), unit_error_(unit_axis_error(pair)), trace_(trace) {}

  /// True if the axis separates: the search is over.
  bool separates(const MeasuredAxis<D>& axis) {
    if (axis.zero) return false;
    ++axes_;
    const bool ahead = axis.forward >= axis.backward;
    const double gap = ahead ? axis.forward : axis.backward;
    const double error = unit_error_ * axis.size + 0x1p-400;
    if (trace_ != nullptr) [[unlikely]] {
      const Vector<D> direction = facing(axis, ahead);
      append_step<D>(*trace_, Algorithm::sat, TraceEvent::axis, pair_.pair(), {}, &direction, gap);
    }
    complete_ = complete_ && axis.usable && gap < -(error + axis.drift);
    if (gap > error) {
      best_ = facing(axis, ahead);
      return true;
    }
    const double height = gap / axis.size;
    if (axis.usable && height > best_height_) {
      best_height_ = height;
      best_ = facing(axis, ahead);
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
  static Vector<D> facing(const MeasuredAxis<D>& axis, bool ahead) noexcept {
    Vector<D> direction = axis.direction;
    if (!ahead) {
      for (double& entry : direction) entry = -entry;
    }
    return direction;
  }

  const FilteredPair<D>& pair_;
  double unit_error_;  ///< of a gap along a direction whose largest entry is 1
  Trace* trace_;
  Vector<D> best_{};
  double best_height_ = -std::numeric_limits<double>::infinity();
  int axes_ = 0;
  bool complete_ = true;
};

}  // namespace sunder::detail::sat
