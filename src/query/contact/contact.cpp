// SPDX-License-Identifier: Apache-2.0
//
// Idea: The cores, the bodies without their radii, have a normal and a depth. Touching cores take
// them from a supporting plane, overlapping ones from the minimum translation, and separated ones
// from the closest points. Points come from the exact common part where cores touch, and from
// clipping along the normal elsewhere. Radii move them along the normal, and add to the depth.
// Bound: The verdict is exact: that of decide() for cores, that of their margin for bodies with
// radii. `depth` is proven; points and normals are rounded.
// Cost: Bodies that are not near end with the comparison of their distance and the margin. Others
// cost that of distance() or penetration(), and the clipping.
// Gives up: Where a coordinate overflows there are no points.
#include "sunder/contact.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "narrow/sat/sat.hpp"
#include "query/contact/grid_touch.hpp"
#include "query/contact/manifold.hpp"
#include "query/contact/reduce.hpp"
#include "query/contact/touching.hpp"
#include "query/intersects.hpp"
#include "query/interval.hpp"
#include "query/penetration.hpp"
#include "query/rounded/measure.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/margin.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::contact {
namespace {

/// The widest interval of a depth. Along a direction other than the minimum translation, the bodies
/// face each other with other features.
constexpr double kWidest = 0x1p-30;

template <int D>
int dimension_of(std::span<const ContactPoint<D>> corners) noexcept {
  return std::min(2, static_cast<int>(corners.size()) - 1);
}

template <int D>
bool are_finite(std::span<const ContactPoint<D>> points) noexcept {
  for (const ContactPoint<D>& point : points) {
    for (std::size_t l = 0; l < D; ++l) {
      if (!is_finite_bits(point.point_a[l]) || !is_finite_bits(point.point_b[l])) return false;
    }
  }
  return true;
}

/// The result for the cores. The depth is minus the signed distance.
template <int D>
struct Cores : Penetration<D> {
  explicit Cores(Memory memory) : points(memory) {}
  void set(const Decision& decision) { static_cast<Decision&>(*this) = decision; }

  List<ContactPoint<D>> points;
  int dimension = -1;
};

/// A query about bodies without radii, whose result is `cores`. A gap of `near` counts as contact.
template <int D>
class CoreQuestion {
 public:
  CoreQuestion(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options, double near,
               Memory memory, Cores<D>& cores)
      : a_(a),
        b_(b),
        pair_{make_body(a), make_body(b)},
        options_(options),
        near_(near),
        memory_(memory),
        cores_(cores) {}

  void run() {
    const Plan<D> plan(options_.search);
    if (!plan.wants(kNamed | kWatched) && meets_in_filter(plan)) return;
    if (!plan.wants(kNamed | kWatched | kHinted) && touches_at_once(plan)) return;
    lp::ExactDirection direction;
    Decided<D> decision;
    if (any_empty(pair_)) {
      decision = decide<D>(pair_, plan);
    } else {
      const FilteredPair<D> filtered(pair_);
      decision = decide_in_filter<D>(filtered, plan);
      if (decision.stage == Stage::none) {
        if (touches_at(decision, plan)) return;
        decision = decide_exactly<D>(filtered, decision, decision.decided_by, plan, &direction);
      }
    }
    if (decision.verdict == Verdict::overlapping) {
      face_deepest();
    } else if (decision.verdict == Verdict::separated && near_ > 0) {
      const Distance<D> found = distance(a_, b_, options_);
      cores_.set(found);
      cores_.depth = opposite_of(found.distance);
      cores_.witness = found.witness;
      face();
    } else {
      cores_.set(record(pair_, plan, decision));
      if (decision.verdict == Verdict::touching) {
        set_touching(find_touching<D>(pair_, decision, direction, memory_));
      }
    }
  }

 private:
  bool meets_in_filter(const Plan<D>& plan) {
    if (!plan.wants(D == 2 ? kHinted : kPlain) &&
        measure_overlap(pair_, plan, options_.width, cores_)) {
      face();
      return true;
    }
    if (!overlaps_in_filter(pair_, facet_)) return false;
    face_deepest();
    return true;
  }
  void face_deepest() {
    static_cast<Penetration<D>&>(cores_) = penetration(a_, b_, options_);
    face();
  }
  void face() {
    if (!cores_.witness) return;
    set_clipped_points<D>(pair_, {cores_.witness->normal, cores_.depth, near_}, cores_.points);
    cores_.dimension = dimension_of<D>(cores_.points);
  }

  /// Tests the facet at which a walk ended.
  bool touches_at(const Decided<D>& proposed, const Plan<D>& plan) {
    if constexpr (D == 3) {
      const bool other = plan.wants(kNamed | kWatched | kHinted) || sat::both_boxes(pair_);
      if (other || facet_ || proposed.pairs.size() < 3) return false;
      facet_ = {proposed.pairs[0], proposed.pairs[1], proposed.pairs[2]};
      Touching<3> touching(memory_);
      return find_touching_on_grid(pair_, *facet_, memory_, &touching) &&
             set_touching(plan, proposed.decided_by, std::move(touching));
    } else {
      return false;
    }
  }

  /// Most bodies that touch have parallel faces: their verdict comes with the points.
  bool touches_at_once(const Plan<D>& plan) {
    if constexpr (D == 3) {
      Touching<3> touching(memory_);
      Algorithm algorithm{};
      return find_touching_at_once(pair_, facet_, memory_, touching, algorithm) &&
             set_touching(plan, algorithm, std::move(touching));
    } else {
      return false;
    }
  }
  bool set_touching(const Plan<D>& plan, Algorithm algorithm, Touching<D>&& touching) {
    cores_.set(record(pair_, plan, {Verdict::touching, Stage::integer, algorithm}));
    set_touching(std::move(touching));
    return true;
  }

  void set_touching(Touching<D>&& touching) {
    cores_.points = std::move(touching.points);
    if (cores_.points.empty() || !are_finite<D>(cores_.points)) return;
    const ContactPoint<D>& first = cores_.points.front();
    cores_.witness = {touching.normal, first.point_a, first.point_b};
    cores_.dimension = dimension_of<D>(cores_.points);
    if (near_ > 0) add_near_points();
  }

  /// Adds clipped points to the corners of the common part, which keep their values. Where clipping
  /// lacks one of their names, the corners alone are the answer. Several supporting planes cause
  /// that.
  void add_near_points() {
    List<ContactPoint<D>> clipped(memory_);
    set_clipped_points<D>(pair_, {cores_.witness->normal, {}, near_}, clipped);
    for (const ContactPoint<D>& corner : cores_.points) {
      const auto same = std::ranges::find(clipped, corner.id, &ContactPoint<D>::id);
      if (same == clipped.end()) return;
      *same = corner;
    }
    cores_.points = std::move(clipped);
  }

  const Posed<D>& a_;
  const Posed<D>& b_;
  Pair<D> pair_;
  const MeasureOptions<D>& options_;
  double near_;
  Memory memory_;
  std::optional<FacetCorners> facet_;  ///< from the search for an overlap
  Cores<D>& cores_;  ///< filled in place: a list that moves at once stalls in store forwarding
};

/// Converts the result for the cores to the bodies with their radii.
template <int D>
void add_radii(const Posed<D>& a, const Posed<D>& b, const ContactOptions<D>& options,
               Verdict verdict, Cores<D>& cores) {
  const Vector<D> normal = cores.witness ? cores.witness->normal : Vector<D>{};
  const bool inside = cores.verdict != Verdict::separated;
  const Interval found = inside ? cores.depth : opposite_of(cores.depth);
  const Interval distance = rounded::signed_length<D>(a, b, found, inside, options.width,
                                                      cores.witness ? &normal : nullptr)
                                .length;
  cores.depth = verdict == Verdict::touching ? Interval{} : opposite_of(distance);
  rounded::move_out(a, b, cores.witness);
  for (ContactPoint<D>& point : cores.points) {
    rounded::move_out(a, b, normal, point.point_a, point.point_b);
    const double least = std::fmin(0 - options.near, cores.depth.upper);
    point.depth = std::clamp(point.depth + (a.radius() + b.radius()), least, cores.depth.upper);
  }
}

template <int D>
void write_points(const Cores<D>& cores, const ContactOptions<D>& options, Memory memory,
                  Contact<D>& answer) {
  answer.depth = cores.depth;
  answer.witness = cores.witness;
  if (!cores.witness || !are_finite<D>(cores.points)) return;
  answer.dimension = cores.dimension;
  answer.found = cores.points.size();
  const auto write = [&](std::span<ContactPoint<D>> out) {
    if (options.max_points > 0 && out.size() > static_cast<std::size_t>(options.max_points)) {
      out = out.first(static_cast<std::size_t>(options.max_points));
    }
    return keep_best<D>(cores.points, cores.witness->normal, out, memory);
  };
  answer.points.count = write(answer.points.data);
  write(options.all);
}

template <int D>
Contact<D> find(const Posed<D>& posed_a, const Posed<D>& posed_b,
                const ContactOptions<D>& options) {
  Scratch scratch;
  Contact<D> answer;
  const Posed<D> a = rounded::core(posed_a);
  const Posed<D> b = rounded::core(posed_b);
  const Margin radii{0, posed_a.radius(), posed_b.radius()};
  const bool has_radius = rounded::has_radius(posed_a, posed_b);
  const bool near = !is_zero_bits(options.near);
  MeasureOptions<D> measure{options.search, std::min(options.width, kWidest)};
  if (near || has_radius) {
    // Bodies that are farther apart than `near` end here. Only this comparison is counted.
    const auto within =
        compare_to_margin(a, b, {options.near, radii.radius_a, radii.radius_b}, options.search);
    measure.search.counters = nullptr;
    if (!within || options.near < 0) return answer;
    static_cast<Decision&>(answer) = within.value();
    if (answer.verdict == Verdict::separated) return answer;
    if (near && has_radius) {
      static_cast<Decision&>(answer) = compare_to_margin(a, b, radii, measure.search).value();
    }
  }
  const double gap = options.near + (radii.radius_a + radii.radius_b);
  Cores<D> cores(scratch.memory());
  CoreQuestion<D>(a, b, measure, gap, scratch.memory(), cores).run();
  if (has_radius) {
    add_radii(posed_a, posed_b, options, answer.verdict, cores);
  } else {
    static_cast<Decision&>(answer) = cores;
  }
  write_points(cores, options, scratch.memory(), answer);
  return answer;
}

}  // namespace
}  // namespace sunder::detail::contact

namespace sunder::inline SUNDER_ABI {

Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options) {
  return detail::contact::find<2>(a, b, options);
}
Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options) {
  return detail::contact::find<3>(a, b, options);
}

}  // namespace sunder::inline SUNDER_ABI
