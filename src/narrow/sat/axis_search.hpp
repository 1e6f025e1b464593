// SPDX-License-Identifier: Apache-2.0
//
// The walk over a list of axes, the same for every shape: stop at the first axis that separates,
// keep the best one, and remember whether every axis was proven to be no separation.
#pragma once

#include <algorithm>
#include <limits>

#include "filter/axis.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {

/// One axis with what was computed along it.
template <int D>
struct MeasuredAxis {
  Vector<D> direction{};
  double forward = 0;   ///< gap along the direction
  double backward = 0;  ///< gap along minus the direction
  double size = 0;      ///< largest entry of the direction
  double drift = 0;     ///< axis_drift(): what the true axis may have on top
  double stretch = 0;   ///< by how much the true axis may be longer
  bool zero = false;    ///< proven to be exactly zero: no axis at all
  bool usable = false;  ///< told apart from zero
};

/// What is known of the bodies along an axis.
enum class AxisSays : std::uint8_t {
  nothing,    ///< the axis is exactly zero
  separated,  ///< proven
  meeting,    ///< proven, with room to spare
  unclear
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
  for (const double error : axis.error) measured.stretch += error * (1 + kAxisShare);
  measured.zero = axis.zero;
  measured.usable = axis.usable;
  return measured;
}

/// The proposal of a complete list along all of which the bodies were proven to meet.
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

  /// What an axis proves, without taking it in.
  AxisSays judge(const MeasuredAxis<D>& axis) const noexcept {
    if (axis.zero) return AxisSays::nothing;
    const double gap = axis.forward >= axis.backward ? axis.forward : axis.backward;
    const double error = unit_error_ * axis.size + kLeastError;
    if (gap > error) return AxisSays::separated;
    return axis.usable && gap < -(error + axis.drift) ? AxisSays::meeting : AxisSays::unclear;
  }

  /// Takes in one axis. The search is over if it separates.
  AxisSays take(const MeasuredAxis<D>& axis) {
    const AxisSays says = judge(axis);
    if (says == AxisSays::nothing) return says;
    ++axes_;
    const bool ahead = axis.forward >= axis.backward;
    const double gap = ahead ? axis.forward : axis.backward;
    if (trace_ != nullptr) [[unlikely]] {
      const Vector<D> direction = facing(axis, ahead);
      append_step<D>(*trace_, Algorithm::sat, TraceEvent::axis, pair_.pair(), {}, &direction, gap);
    }
    if (says == AxisSays::separated) {
      best_ = facing(axis, ahead);
      return says;
    }
    const double height = gap / axis.size;
    if (axis.usable && height > best_height_) {
      best_height_ = height;
      best_ = facing(axis, ahead);
    }
    complete_ = complete_ && says == AxisSays::meeting;
    return says;
  }

  /// Whether an axis beyond the list separates; it is kept if it does, and forgotten if not.
  bool separates(const MeasuredAxis<D>& axis) {
    return judge(axis) == AxisSays::separated && take(axis) == AxisSays::separated;
  }

  /// The proposal once the list is at its end, or an axis separates.
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

  /// Proven to meet along every axis taken in so far.
  bool all_meet() const noexcept { return complete_; }
  /// Lemma 1's error along a direction whose largest entry is 1.
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
