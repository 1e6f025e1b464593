// SPDX-License-Identifier: Apache-2.0
//
// AxisSearch iterates over a list of axes, for all shapes. It stops at the first axis that
// separates, keeps the best one, and records whether an overlap is proven along every axis.
#pragma once

#include <algorithm>
#include <limits>

#include "filter/axis.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// One axis with the values computed along it.
template <int D>
struct MeasuredAxis {
  Vector<D> direction{};
  double forward = 0;   ///< gap along the direction
  double backward = 0;  ///< gap along minus the direction
  double size = 0;      ///< largest entry of the direction
  double drift = 0;     ///< axis_drift(): the additional error of the true axis
  double excess = 0;    ///< bound on the additional length of the true axis
  bool zero = false;    ///< proven to be exactly zero: not an axis
  bool usable = false;  ///< proven to be not zero
};

/// The relation of the bodies along an axis.
enum class AxisResult : std::uint8_t {
  zero,         ///< the axis is exactly zero
  separated,    ///< proven
  overlapping,  ///< proven along the axis, with a margin
  undecided
};

/// Measures an axis by the extreme vertices of both bodies.
template <int D>
MeasuredAxis<D> measure(const FilteredPair<D>& filtered, const Axis<D>& axis) {
  const Vector<D>& u = axis.direction;
  const auto greatest = [&u](const Body<D>& body, double sign) {
    return support<D>(*body.hull, pull_back(body, u.data(), sign).data()).value;
  };
  const Pair<D>& pair = filtered.pair();
  MeasuredAxis<D> measured;
  double offset = 0;
  for (std::size_t l = 0; l < D; ++l) {
    offset += u[l] * filtered.offset()[l];
    measured.size = std::max(measured.size, std::fabs(u[l]));
  }
  measured.direction = u;
  measured.forward = (-greatest(pair.b, -1) - greatest(pair.a, 1)) + offset;
  measured.backward = (-greatest(pair.b, 1) - greatest(pair.a, -1)) - offset;
  measured.drift = axis_drift(filtered, axis);
  for (const double error : axis.error) measured.excess += error * (1 + kAxisShare);
  measured.zero = axis.zero;
  measured.usable = axis.usable;
  return measured;
}

/// Returns the proposal of a complete list with a proven overlap along every axis.
template <int D>
Proposed<D> overlap_by_all_axes() noexcept {
  Proposed<D> proposed;
  proposed.verdict = Verdict::overlapping;
  proposed.stage = Stage::filter;
  return proposed;
}

template <int D>
class AxisSearch {
 public:
  AxisSearch(const FilteredPair<D>& pair, Trace* trace) noexcept
      : pair_(pair), unit_error_(unit_axis_error(pair)), trace_(trace) {}

  /// Returns the proof of an axis, without adding it to the search.
  AxisResult classify(const MeasuredAxis<D>& axis) const noexcept {
    if (axis.zero) return AxisResult::zero;
    const double gap = axis.forward >= axis.backward ? axis.forward : axis.backward;
    const double error = unit_error_ * axis.size + kLeastError;
    if (gap > error) return AxisResult::separated;
    return axis.usable && gap < -(error + axis.drift) ? AxisResult::overlapping
                                                      : AxisResult::undecided;
  }

  /// Adds one axis. The search ends if it separates.
  AxisResult add(const MeasuredAxis<D>& axis) {
    const AxisResult result = classify(axis);
    if (result == AxisResult::zero) return result;
    ++axes_;
    const bool ahead = axis.forward >= axis.backward;
    const double gap = ahead ? axis.forward : axis.backward;
    if (trace_ != nullptr) [[unlikely]] {
      const Vector<D> direction = facing(axis, ahead);
      append_step<D>(*trace_, Algorithm::sat, TraceEvent::axis, pair_.pair(), {}, &direction, gap);
    }
    if (result == AxisResult::separated) {
      best_ = facing(axis, ahead);
      return result;
    }
    const double height = gap / axis.size;
    if (axis.usable && height > best_height_) {
      best_height_ = height;
      best_ = facing(axis, ahead);
    }
    complete_ = complete_ && result == AxisResult::overlapping;
    return result;
  }

  /// Tests whether an axis beyond the list separates. It is added if it does, and discarded if not.
  bool separates(const MeasuredAxis<D>& axis) {
    return classify(axis) == AxisResult::separated && add(axis) == AxisResult::separated;
  }

  /// Returns the proposal at the end of the list, or after an axis that separates.
  Proposed<D> finish(bool separated) noexcept {
    if (complete_ && axes_ >= D && !separated) return overlap_by_all_axes<D>();
    Proposed<D> proposed;
    proposed.direction = best_;
    proposed.has_direction = normalise(proposed.direction.data(), D);
    if (separated && proposed.has_direction) {
      proposed.verdict = Verdict::separated;
      proposed.stage = Stage::filter;
    }
    return proposed;
  }

  /// Returns true if an overlap is proven along every axis added so far.
  bool overlaps_on_all() const noexcept { return complete_; }
  /// Returns Lemma 1's error along a direction whose largest entry is 1.
  double unit_error() const noexcept { return unit_error_; }

 private:
  static Vector<D> facing(const MeasuredAxis<D>& axis, bool ahead) noexcept {
    Vector<D> direction = axis.direction;
    if (!ahead) {
      for (double& entry : direction) entry = -entry;
    }
    return direction;
  }

  const FilteredPair<D>& pair_;
  double unit_error_;
  Trace* trace_;
  Vector<D> best_{};
  double best_height_ = -std::numeric_limits<double>::infinity();
  int axes_ = 0;
  bool complete_ = true;
};

}  // namespace sunder::detail::sat
