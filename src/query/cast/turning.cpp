// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each step starts at a time that was reached free of contact. It computes both poses in
// doubles and the closest direction between the computed bodies. It then takes the longest step
// along that direction that is proven free (free_step.hpp). Where the steps become shorter than the
// tolerance the search looks ahead: bodies that are computed to overlap deeper than their errors do
// meet.
// Source: Conservative advancement (Mirtich 1996), with a bound of second order along the direction
// in place of the speed alone.
// Bound: moving_body.hpp bounds the errors of the poses.
// Cost: A distance query and some ten support queries a step; 5 to 10 steps to a meeting.
// Gives up: Where bodies come closer than the errors of their poses without overlapping more than
// these, and where a step would be shorter than 2^-51.
#include "query/cast/turning.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "query/cast/free_step.hpp"
#include "query/cast/limits.hpp"
#include "query/cast/linear.hpp"
#include "query/cast/moving_body.hpp"
#include "query/decide.hpp"
#include "query/interval.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

constexpr double kLeastStep = 0x1p-51;  // of time, which is at most 1

template <int D>
class TurningCast {
 public:
  // The analyser does not see that MovingBody's constructor sets these members.
  // NOLINTNEXTLINE(clang-analyzer-optin.cplusplus.UninitializedObject)
  TurningCast(const Posed<D>& a, const Motion<D>& motion_a, const Posed<D>& b,
              const Motion<D>& motion_b, const CastOptions& options)
      : polytope_a_(a.polytope()),
        polytope_b_(b.polytope()),
        radius_a_(a.radius()),
        radius_b_(b.radius()),
        travel_(motion_a.translation()),
        origin_(origin_of(a, motion_a)),
        a_(make_body(a), motion_a, origin_, {}),
        b_(make_body(b), motion_b, origin_, relative(motion_a, motion_b)),
        tolerance_(tolerance_of(options)),
        most_steps_(most_steps(options)) {}

  /// The start must be proven separated.
  Cast<D> run(Cast<D> answer) {
    answer_ = answer;
    while (answer_.steps < most_steps_) {
      const double step = free_ahead();
      if (step >= 1 - answer_.time.lower) return free_cast<D>(answer_);
      if (step <= kLeastStep) return end_here();
      // The sum is rounded, by less than 2^-52.
      answer_.time.lower += step - 0x1p-52;
      if (step < tolerance_ && answer_.time.lower >= looked_ahead_ && meets_within(tolerance_)) {
        return answer_;
      }
    }
    return answer_;  // unresolved from here to the end
  }

 private:
  static Vector<D> origin_of(const Posed<D>& a, const Motion<D>& motion_a) {
    if (!is_zero_bits(motion_a.angle())) return motion_a.centre();
    Vector<D> origin{};
    for (int l = 0; l < D; ++l) origin[static_cast<std::size_t>(l)] = a.pose().offset(l);
    return origin;
  }
  static Vector<D> relative(const Motion<D>& motion_a, const Motion<D>& motion_b) {
    Vector<D> v{};
    for (std::size_t l = 0; l < D; ++l)
      v[l] = motion_b.translation()[l] - motion_a.translation()[l];
    return v;
  }

  /// Returns nothing where a pose can't be computed.
  std::optional<Moment<D>> moment_at(double time) const {
    std::optional<Pose<D>> pose_a = a_.pose_at(time);
    std::optional<Pose<D>> pose_b = b_.pose_at(time);
    if (!pose_a || !pose_b) return std::nullopt;
    return Moment<D>{time, *std::move(pose_a), *std::move(pose_b)};
  }

  /// Returns the length of a step from answer_.time.lower that is proven free; 0: none.
  double free_ahead() {
    ++answer_.steps;
    const std::optional<Moment<D>> now = moment_at(answer_.time.lower);
    if (!now) return 0;
    const Distance<D> apart =
        distance(Posed<D>{polytope_a_, now->pose_a, radius_a_},
                 Posed<D>{polytope_b_, now->pose_b, radius_b_}, {.search = {.hint = &hint_}});
    set_moved_place(apart);
    if (apart.verdict != Verdict::separated || !apart.witness) return 0;
    const double clearance = rounded::bound_radii(radius_a_, radius_b_).upper;
    return FreeStep<D>(a_, b_, *now, apart.witness->normal, clearance)
        .longest(1 - answer_.time.lower);
  }

  void set_moved_place(const Distance<D>& apart) {
    set_place<D>(apart, answer_);
    if (!answer_.witness) return;
    for (std::size_t l = 0; l < D; ++l) {
      const double x = apart.witness->point_a[l] + origin_[l] + answer_.time.lower * travel_[l];
      answer_.witness->point_a[l] = answer_.witness->point_b[l] = x;
    }
    keep_finite(answer_.witness);
  }

  /// Do the bodies for certain overlap at this time?
  bool overlaps_at(double time) {
    ++answer_.steps;
    const std::optional<Moment<D>> then = moment_at(time);
    if (!then) return false;
    const auto depth = penetration(Posed<D>{polytope_a_, then->pose_a, radius_a_},
                                   Posed<D>{polytope_b_, then->pose_b, radius_b_});
    return depth.depth.lower > a_.error() + b_.error();
  }

  /// Looks for a meeting no later than `width` after lower; the answer, if there is one.
  bool meets_within(double width) {
    const double time = std::min(1.0, answer_.time.lower + 0.9 * width);
    looked_ahead_ = std::max(looked_ahead_, answer_.time.lower + 0.5 * width);
    if (!overlaps_at(time)) return false;
    answer_.verdict = CastVerdict::hit;
    answer_.time.upper = time;
    return true;
  }

  /// No step from here is proven free: the bodies meet soon, or doubles cannot decide.
  Cast<D> end_here() {
    double width = tolerance_;
    for (int i = 0; i < kWidths; ++i, width *= 8) {
      if (meets_within(width)) return answer_;
    }
    answer_.time.upper = std::min(1.0, answer_.time.lower + 0.9 * tolerance_);
    return answer_;
  }

  /// The number of widths that are tried, each eight times the one before. The last is 4096 times the
  /// requested width.
  static constexpr int kWidths = 5;

  const Polytope<D>& polytope_a_;
  const Polytope<D>& polytope_b_;
  double radius_a_;
  double radius_b_;
  Vector<D> travel_;  ///< of the frame
  Vector<D> origin_;
  MovingBody<D> a_;
  MovingBody<D> b_;
  double tolerance_;
  int most_steps_;
  double looked_ahead_ = 0;
  Hint<D> hint_;
  Cast<D> answer_;
};

}  // namespace

template <int D>
Cast<D> cast_turning(const Posed<D>& a, const Motion<D>& motion_a, const Posed<D>& b,
                     const Motion<D>& motion_b, const CastOptions& options) {
  Cast<D> answer;
  if (meets_at_start<D>(a, b, answer)) return answer;
  if (a.polytope().empty() || b.polytope().empty()) return free_cast<D>(answer);
  return TurningCast<D>(a, motion_a, b, motion_b, options).run(answer);
}

template Cast<2> cast_turning<2>(const Posed2&, const Motion2&, const Posed2&, const Motion2&,
                                 const CastOptions&);
template Cast<3> cast_turning<3>(const Posed3&, const Motion3&, const Posed3&, const Motion3&,
                                 const CastOptions&);

}  // namespace sunder::detail
