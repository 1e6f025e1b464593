// SPDX-License-Identifier: Apache-2.0
#include "query/cast/free_step.hpp"

#include <algorithm>
#include <cmath>

namespace sunder::detail {
namespace {

constexpr double kUsedUp = 0x1p-10;  // the share of a gap that a step may leave unused
constexpr double kUp = 1 + 0x1p-30;  // covers the roundings of a few operations
constexpr double kClear = 1 + 0x1p-39;

template <int D>
double bend_of(const MovingBody<D>& body) noexcept {
  return body.turn_rate() > 0 ? body.turn_rate() * body.turn_rate() * body.radius() * kUp : 0;
}

}  // namespace

template <int D>
FreeStep<D>::FreeStep(const MovingBody<D>& a, const MovingBody<D>& b, const Moment<D>& now,
                      const Vector<D>& direction, double clearance)
    : a_(a),
      b_(b),
      now_(now),
      u_(direction),
      top_a_(a.extreme_ahead(now.pose_a, now.time, direction, 0, 1)),
      bottom_b_(b.extreme_ahead(now.pose_b, now.time, direction, 0, -1)),
      gap_(bottom_b_ - top_a_ - clearance * kClear),
      closing_(0),
      bend_(bend_of(a) + bend_of(b)),
      clearance_(clearance * kClear) {
  for (std::size_t l = 0; l < D; ++l) {
    closing_ -= u_[l] * (b.translation()[l] - a.translation()[l]);
  }
}

template <int D>
double FreeStep<D>::ahead(double step) const {
  return b_.extreme_ahead(now_.pose_b, now_.time, u_, step, -1) -
         a_.extreme_ahead(now_.pose_a, now_.time, u_, step, 1) - clearance_;
}

template <int D>
double FreeStep<D>::error(double step) const {
  return 4 * kUp *
         (a_.error() * (1 + step * a_.turn_rate()) + b_.error() * (1 + step * b_.turn_rate()));
}

/// Returns the bound from speeds and circles.
template <int D>
double FreeStep<D>::plain(double step) const {
  const double top = a_.extreme_within(top_a_, now_.time, u_, step, 1);
  const double bottom = b_.extreme_within(bottom_b_, now_.time, u_, step, -1);
  return (bottom - top - clearance_) - error(0) - std::max(step * closing_, 0.0) * kUp;
}

template <int D>
double FreeStep<D>::bound(double step) const {
  const double bent = bend_ > 0 ? step * step * 0.5 * bend_ * kUp : 0;
  return std::min(gap_, ahead(step)) - error(step) - bent;
}

template <int D>
double FreeStep<D>::longest(double most) const {
  if (plain(most) > 0 || bound(most) > 0) return most;
  // bound() is concave, positive at `good` and not at `bad`. Up to roundings it is positive where its
  // chord vanishes. A gap that is within its error now is not positive anywhere, and the
  // step is 0.
  double good = 0;
  double at_good = gap_ - error(0);
  double bad = most;
  double at_bad = bound(most);
  // The parabola through the rate of change now is a better start than all that is left.
  const double probe = 0x1p-20 * most;
  const double rate = (gap_ - ahead(probe)) / probe;
  const double root = rate + std::sqrt(rate * rate + 2 * bend_ * at_good);
  double guess = root > 0 ? 2 * (1 - kUsedUp) * at_good / root : most / 2;
  for (int round = 0; round < 8; ++round) {
    if (!(guess > good && guess < bad)) guess = (good + bad) / 2;
    const double value = bound(guess);
    if (value > 0) {
      good = guess;
      at_good = value;
    } else {
      bad = guess;
      at_bad = value;
    }
    if (at_good < kUsedUp * gap_ || good > (1 - kUsedUp) * bad) break;
    guess = good + (bad - good) * (1 - kUsedUp) * (at_good / (at_good - at_bad));
  }
  return good;
}

template class FreeStep<2>;
template class FreeStep<3>;

}  // namespace sunder::detail
