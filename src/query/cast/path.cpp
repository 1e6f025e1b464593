// SPDX-License-Identifier: Apache-2.0
//
// Idea: Casts along motions that the caller knows. Bodies at a distance `gap` whose points approach
// with at most `speed` stay apart for gap / speed. Each pose is exact, so that the verdict at a pose
// proves a meeting.
// Source: Conservative advancement (Mirtich 1996).
// Cost: A distance query a step.
// Gives up: Where the caller's bound on the speed cannot cross the gap in good time, and after the
// caller's number of steps.
#include <algorithm>
#include <cmath>

#include "exact/dyadic.hpp"
#include "query/cast/limits.hpp"
#include "query/cast/linear.hpp"
#include "query/decide.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {
namespace {

template <int D>
class PathCast {
 public:
  PathCast(const Polytope<D>& a, const Path<D>& path_a, const Polytope<D>& b, const Path<D>& path_b,
           const CastOptions& options)
      : a_(a),
        b_(b),
        path_a_(path_a),
        path_b_(path_b),
        tolerance_(tolerance_of(options)),
        most_steps_(most_steps(options)) {}

  Cast<D> run() {
    if (!path_a_.pose || !path_b_.pose) return answer_;
    if (meets_now()) return answer_;
    if (a_.empty() || b_.empty()) return free_cast<D>(answer_);
    if (!is_length(path_a_.speed) || !is_length(path_b_.speed)) return answer_;
    // Rounded up, and no 0 to divide by.
    const double speed = (path_a_.speed + path_b_.speed) * (1 + 0x1p-50) + 0x1p-1000;
    while (answer_.steps < most_steps_) {
      const double step = gap_now() / speed * (1 - 0x1p-50);
      if (step >= 1 - answer_.time.lower) return free_cast<D>(answer_);
      // A sum is rounded by less than 2^-52.
      const double next = answer_.time.lower + (step - 0x1p-52);
      if (next > answer_.time.lower) answer_.time.lower = next;
      if (step < tolerance_ && answer_.time.lower >= looked_ahead_ && meets_soon()) return answer_;
      // A gap that the bounds on the speed cannot cross in good time.
      if (!(step > tolerance_ / 1024)) return end_here();
    }
    return answer_;  // unresolved from here to the end
  }

 private:
  Decision verdict_at(double time) {
    ++answer_.steps;
    const Pose<D> pose_a = path_a_.pose(time);
    const Pose<D> pose_b = path_b_.pose(time);
    return intersects(Posed<D>{a_, pose_a, path_a_.radius}, Posed<D>{b_, pose_b, path_b_.radius});
  }

  bool meets_now() {
    const Pose<D> pose_a = path_a_.pose(0);
    const Pose<D> pose_b = path_b_.pose(0);
    const Posed<D> a{a_, pose_a, path_a_.radius};
    const Posed<D> b{b_, pose_b, path_b_.radius};
    if (!meets_at_start<D>(a, b, answer_)) return false;
    set_touching_place<D>(a, b, answer_);
    return true;
  }

  /// Returns a lower bound on the distance at answer_.time.lower.
  double gap_now() {
    ++answer_.steps;
    const Pose<D> pose_a = path_a_.pose(answer_.time.lower);
    const Pose<D> pose_b = path_b_.pose(answer_.time.lower);
    const Distance<D> apart =
        distance(Posed<D>{a_, pose_a, path_a_.radius}, Posed<D>{b_, pose_b, path_b_.radius},
                 {.search = {.hint = &hint_}});
    set_place<D>(apart, answer_);
    return apart.distance.lower;
  }

  bool meets_soon() {
    const double time = std::min(1.0, answer_.time.lower + 0.9 * tolerance_);
    looked_ahead_ = answer_.time.lower + 0.5 * tolerance_;
    if (!verdict_at(time)) return false;
    answer_.verdict = CastVerdict::hit;
    answer_.time.upper = time;
    return true;
  }

  Cast<D> end_here() {
    if (meets_soon()) return answer_;
    answer_.time.upper = std::min(1.0, answer_.time.lower + 0.9 * tolerance_);
    return answer_;
  }

  const Polytope<D>& a_;
  const Polytope<D>& b_;
  const Path<D>& path_a_;
  const Path<D>& path_b_;
  double tolerance_;
  int most_steps_;
  double looked_ahead_ = 0;
  Hint<D> hint_;
  Cast<D> answer_;
};

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Cast2 cast(const Polytope2& a, const Path<2>& path_a, const Polytope2& b, const Path<2>& path_b,
           const CastOptions& options) {
  return detail::PathCast<2>(a, path_a, b, path_b, options).run();
}
Cast3 cast(const Polytope3& a, const Path<3>& path_a, const Polytope3& b, const Path<3>& path_b,
           const CastOptions& options) {
  return detail::PathCast<3>(a, path_a, b, path_b, options).run();
}

}  // namespace sunder::inline SUNDER_ABI
