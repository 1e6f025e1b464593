// SPDX-License-Identifier: Apache-2.0
//
// Idea: Bodies that are apart meet first where their outlines do. Both trees of edges are walked together, the earliest
// boxes first. Edges that doubles do not prove late get their exact time. A ray is the cast of a point.
// Bound: The times of edges are fractions of integers, compared as such. The interval is the doubles next to the first.
// Cost: That of intersects(), and of O(log n) boxes and the edges on the way, for each pair of parts.
// Gives up: Motions that turn are refused.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "exact/rounding.hpp"
#include "geometry/refusal.hpp"
#include "mesh/default_environment.hpp"
#include "polygon/moving_edges.hpp"
#include "polygon/walk.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {
namespace {

/// The first time at which edges meet of all pairs of parts so far.
class CastSearch {
 public:
  CastSearch(const Vector2& velocity_a, const Vector2& velocity_b) noexcept
      : velocity_a_(velocity_a), velocity_b_(velocity_b), relative_(velocity_a, velocity_b) {}

  double apart(const Bounds<2>& p, const Bounds<2>& q) const noexcept {
    return earliest_meeting(p, q, relative_);
  }
  double reach() const noexcept { return reach_; }

  bool visit(std::int32_t i, std::int32_t j) {
    if (!moving_->may_meet(i, j, reach_)) return true;
    std::optional<EdgeMeeting> meeting = moving_->first_meeting(i, j);
    if (!meeting) return true;
    const int order = first_ ? compare_times(meeting->time, *first_) : -1;
    if (order > 0 || (order == 0 && !is_of_these_parts_)) return true;
    if (order < 0) {
      meetings_.clear();
      is_of_these_parts_ = true;
      first_ = meeting->time;
      enclosed_ = enclose_quotient(first_->numerator, first_->denominator);
      reach_ = std::nextafter(enclosed_.upper, 2.0);
    }
    meetings_.push_back(*std::move(meeting));
    return true;
  }

  void look_at(const PlacedOutline& a, std::int32_t part_a, const PlacedOutline& b,
               std::int32_t part_b) {
    moving_.emplace(a, velocity_a_, b, velocity_b_);
    is_of_these_parts_ = false;
    Walk<CastSearch>({a.placed(), a.tree()}, {b.placed(), b.tree()}, *this).run();
    if (!is_of_these_parts_) return;
    std::sort(meetings_.begin(), meetings_.end(),
              [](const EdgeMeeting& s, const EdgeMeeting& t) { return s.edges < t.edges; });
    const MovingOutlines::Contact at = moving_->contact(meetings_);
    answer_.verdict = CastVerdict::hit;
    answer_.time = {enclosed_.lower, std::min(enclosed_.upper, 1.0)};
    answer_.witness.reset();
    if (std::isfinite(at.point[0]) && std::isfinite(at.point[1]))
      answer_.witness = Witness<2>{at.normal, at.point, at.point};
    answer_.part_a = part_a;
    answer_.part_b = part_b;
    answer_.edge_a = a.is_polygon() ? at.edges[0] : -1;
    answer_.edge_b = b.is_polygon() ? at.edges[1] : -1;
  }

  /// Free, unless there was a hit.
  BodyCast2 answer() const {
    BodyCast2 found = answer_;
    if (!first_) {
      found.verdict = CastVerdict::free;
      found.time = {1, 1};
    }
    return found;
  }

 private:
  Vector2 velocity_a_, velocity_b_;
  RelativeVelocity relative_;
  double reach_ = std::nextafter(1.0, 2.0);
  std::optional<MovingOutlines> moving_;
  bool is_of_these_parts_ = false;  ///< the first meeting is one of the parts looked at
  std::optional<ExactTime> first_;
  Enclosed enclosed_{};
  std::vector<EdgeMeeting> meetings_;  ///< the first ones
  BodyCast2 answer_;
};

BodyCast2 cast_bodies2(const PosedBody2& a, const Motion2& motion_a, const PosedBody2& b,
                       const Motion2& motion_b) {
  BodyCast2 answer;
  const BodyDecision2 start = intersects(a, b);
  if (start) {
    answer.verdict = CastVerdict::hit;
    answer.time = {0, 0};
    answer.part_a = start.part_a;
    answer.part_b = start.part_b;
  } else {
    const PartsPair parts(a, b);
    Outlines outlines_a(parts.side(0)), outlines_b(parts.side(1));
    CastSearch search(motion_a.translation(), motion_b.translation());
    parts.for_each([&](const Bounds<2>& p, const Bounds<2>& q) { return search.apart(p, q); },
                   [&] { return search.reach(); },
                   [&](std::size_t i, std::size_t j) {
                     search.look_at(outlines_a.of(i), static_cast<std::int32_t>(i),
                                    outlines_b.of(j), static_cast<std::int32_t>(j));
                     return true;
                   });
    answer = search.answer();
  }
  answer.start = start.verdict;
  answer.steps = 1;
  return answer;
}

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

Result<BodyCast2> cast(const PosedBody2& a, const Motion2& motion_a, const PosedBody2& b,
                       const Motion2& motion_b) {
  const detail::DefaultEnvironment environment;
  if (motion_a.turns() || motion_b.turns()) return detail::refuse_turning();
  return detail::polygon::cast_bodies2(a, motion_a, b, motion_b);
}

Result<BodyCast2> ray_cast(const Vector2& origin, const Vector2& direction,
                           const PosedBody2& body) {
  const detail::DefaultEnvironment environment;
  Error error = detail::refuse_ray(origin, direction);
  if (!error.message.empty()) return error;
  const Body2 point{{Polytope2::from_points(std::array{origin}).value()}};
  BodyCast2 answer =
      detail::polygon::cast_bodies2(point, Motion2::linear(direction).value(), body, {});
  answer.part_a = answer.edge_a = -1;
  if (answer && answer.start != Verdict::separated) answer.witness = Witness<2>{{}, origin, origin};
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
