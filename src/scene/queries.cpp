// SPDX-License-Identifier: Apache-2.0
//
// Idea: The tree's boxes bound times and distances from below. Bodies whose bound is at most the best upper end are asked.
// The answer is made of those alone whose bound is at most the last one, so that it does not depend on the tree.
// Bound: A quotient or a difference of doubles is off by a few units of itself; bounds are lowered by 2^-40.
// Cost: O(log n), and the bodies on the way.
// Gives up: Motions that turn are refused.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "batch/schedule.hpp"
#include "exact/dyadic.hpp"
#include "geometry/refusal.hpp"
#include "machine/failed_allocation.hpp"
#include "mesh/default_environment.hpp"
#include "scene/index.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::ReachBox;
using detail::scene::Index;
using detail::scene::SceneAccess;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kRoundDown = 1 - 0x1p-40;

/// Along a line, a box that moves from one place to another in the time from 0 to 1.
class Sweep {
 public:
  Sweep(const Bounds<3>& moving, const Vector3& way) : moving_(moving), way_(way) {}

  /// Returns a lower bound of the time at which it may meet another box; infinite where it does not until 1.
  double operator()(const ReachBox& still) const noexcept {
    double begin = 0, end = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      // Halves do not overflow.
      double before = 0.5 * still.lower[k] - 0.5 * moving_.upper[k],
             behind = 0.5 * still.reach[k] - 0.5 * moving_.lower[k];
      before -= 0x1p-50 * std::fabs(before) + 0x1p-1000;
      behind += 0x1p-50 * std::fabs(behind) + 0x1p-1000;
      const double way = 0.5 * way_[k];
      if (way > 0) {
        begin = std::max(begin, before / way);
        end = std::min(end, behind / way);
      } else if (way < 0) {
        begin = std::max(begin, behind / way);
        end = std::min(end, before / way);
      } else if (before > 0 || behind < 0) {
        return kNever;
      }
    }
    return begin * kRoundDown <= end * (1 + 0x1p-40) ? begin * kRoundDown
                                                     : kNever;  // never for NaN
  }

 private:
  Bounds<3> moving_;
  Vector3 way_;
};

/// How far boxes are from another one at least.
class Gap {
 public:
  explicit Gap(const Bounds<3>& box) : box_(box) {}

  double operator()(const ReachBox& other) const noexcept {
    double square = 0, most = 0;
    std::array<double, 3> gaps{};
    for (std::size_t k = 0; k < 3; ++k) {
      gaps[k] = std::max({0.0, other.lower[k] - box_.upper[k], box_.lower[k] - other.reach[k]});
      most = std::max(most, gaps[k]);
    }
    if (!(most < 0x1p500)) return most * kRoundDown;
    for (const double gap : gaps) square += gap * gap;
    return std::max(std::sqrt(square), most) * kRoundDown;
  }

 private:
  Bounds<3> box_;
};

/// A body that was asked, and the bound of its box.
template <class Answer>
struct Asked {
  double bound;
  Answer answer;
};

/// Returns the one of the least upper end among those whose bound is at most that end; the lowest id where there are
/// several. The interval holds the least of all.
template <class Answer>
Answer best_of(const std::vector<Asked<Answer>>& asked, double limit, const Answer& none,
               Interval Answer::*interval) {
  const Asked<Answer>* best = nullptr;
  double lower = kNever;
  for (const Asked<Answer>& one : asked) {
    if (!(one.bound <= limit)) continue;
    lower = std::min(lower, (one.answer.*interval).lower);
    if (best == nullptr) {
      best = &one;
      continue;
    }
    if (std::pair((one.answer.*interval).upper, one.answer.body) <
        std::pair((best->answer.*interval).upper, best->answer.body)) {
      best = &one;
    }
  }
  if (best == nullptr) return none;
  Answer answer = best->answer;
  (answer.*interval).lower = lower;
  return answer;
}

SceneCast free_of_all() {
  SceneCast none;
  none.verdict = CastVerdict::free;
  none.time = {1, 1};
  none.start = Verdict::separated;
  return none;
}

/// Asks the bodies on the way; cast(id) is the cast against one.
template <class CastOne>
Result<SceneCast> first_on_the_way(const Index::Tree& tree, const Sweep& sweep,
                                   const CastOne& cast_one) {
  std::vector<Asked<SceneCast>> asked;
  double limit = 1;
  Error refused;
  tree.tree->search(sweep, limit, [&](std::int32_t i) {
    const std::int32_t id = tree.ids[static_cast<std::size_t>(i)];
    const Result<BodyCast> found = cast_one(id);
    if (!found) {
      refused = found.error();
      return;
    }
    if (found.value().verdict != CastVerdict::hit) return;
    SceneCast one;
    static_cast<BodyCast&>(one) = found.value();
    one.body = id;
    limit = std::min(limit, one.time.upper);
    asked.push_back({sweep(tree.boxes[static_cast<std::size_t>(i)]), one});
  });
  if (!refused.message.empty()) return refused;
  return best_of<SceneCast>(asked, limit, free_of_all(), &SceneCast::time);
}

Error refuse_vector(std::string_view name, const Vector3& vector) {
  return detail::refuse_entries(name, vector, "entry");
}

Body3 body_of(const Vector3& point) {
  return Body3{{Polytope3::from_points(std::array{point}).value()}};
}

/// Asks items on an executor's threads. ask(i) answers item i; an exception of an allocation is passed on.
template <class Ask>
BatchReport ask_items(std::size_t count, const BatchOptions& options, const Ask& ask) {
  class Items final : public detail::batch::Work {
   public:
    explicit Items(const Ask& asked) : ask(asked) {}
    std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t,
                        detail::batch::Tally&) const override {
      failed.attempt([&] {
        for (std::int64_t i = begin; i < end; ++i) ask(static_cast<std::size_t>(i));
      });
      return end;
    }
    void forget(std::int64_t, std::int64_t) const noexcept override {}
    const Ask& ask;
    mutable detail::FailedAllocation failed;
  };
  constexpr std::int64_t kTask = 64;
  const Items items(ask);
  const BatchReport report =
      detail::batch::Schedule(static_cast<std::int64_t>(count), items, options, kTask).run();
  items.failed.pass_on();
  return report;
}

Error refuse_lengths(std::size_t one, std::size_t two) {
  if (one == two) return {};
  return {ErrorCode::wrong_shape, "there are " + std::to_string(one) + " questions and room for " +
                                      std::to_string(two) + " answers; give spans of one length"};
}

}  // namespace

Result<SceneReport> Scene::check(const CheckOptions& options) const {
  return sunder::check(*this, options);
}
Result<SceneReport> Scene::check() const { return sunder::check(*this); }

Result<SceneCast> Scene::ray_cast(const Vector3& origin, const Vector3& direction) const {
  const detail::DefaultEnvironment environment;
  Error error = detail::refuse_ray(origin, direction);
  if (!error.message.empty()) return error;
  return first_on_the_way(SceneAccess::tree(*this), Sweep({origin, origin}, direction),
                          [&](std::int32_t id) -> Result<BodyCast> {
                            const SceneBody& other = body(id);
                            if (other.body)
                              return sunder::ray_cast(origin, direction, {*other.body, other.pose});
                            const Result<Cast3> found =
                                sunder::ray_cast(origin, direction, posed(id));
                            if (!found) return found.error();
                            BodyCast one;
                            static_cast<Cast3&>(one) = found.value();
                            one.part_b = one ? 0 : -1;
                            return one;
                          });
}

Result<SceneCast> Scene::cast(const PosedBody3& moving, const Motion3& motion) const {
  const detail::DefaultEnvironment environment;
  if (motion.turns()) {
    return Error{
        ErrorCode::not_served,
        "the motion turns; a scene is crossed along lines alone: cut the motion into steps"};
  }
  return first_on_the_way(SceneAccess::tree(*this), Sweep(world_box(moving), motion.translation()),
                          [&](std::int32_t id) -> Result<BodyCast> {
                            const Body3 other = SceneAccess::union_of(*this, id);
                            return sunder::cast(moving, motion, {other, body(id).pose}, {});
                          });
}

SceneDistance Scene::closest(const PosedBody3& other) const {
  const detail::DefaultEnvironment environment;
  const Index::Tree& tree = SceneAccess::tree(*this);
  const Gap gap(world_box(other));
  std::vector<Asked<SceneDistance>> asked;
  double limit = std::numeric_limits<double>::max();
  tree.tree->search(gap, limit, [&](std::int32_t i) {
    SceneDistance one;
    one.body = tree.ids[static_cast<std::size_t>(i)];
    const Body3 own = SceneAccess::union_of(*this, one.body);
    static_cast<BodyDistance&>(one) = distance(other, {own, body(one.body).pose});
    limit = std::min(limit, one.distance.upper);
    asked.push_back({gap(tree.boxes[static_cast<std::size_t>(i)]), one});
  });
  SceneDistance none;
  none.verdict = Verdict::separated;
  none.stage = Stage::bounds;
  none.proven = true;
  none.distance = {std::numeric_limits<double>::max(), kNever};
  return best_of<SceneDistance>(asked, limit, none, &SceneDistance::distance);
}

Result<SceneDistance> Scene::closest(const Vector3& point) const {
  Error error = refuse_vector("point", point);
  if (!error.message.empty()) return error;
  const Body3 own = body_of(point);
  return closest(own);
}

std::vector<SceneMeeting> Scene::meet(const PosedBody3& other) const {
  const detail::DefaultEnvironment environment;
  const Index::Tree& tree = SceneAccess::tree(*this);
  std::vector<SceneMeeting> meetings;
  tree.tree->search(Gap(world_box(other)), 0.0, [&](std::int32_t i) {
    SceneMeeting one;
    one.body = tree.ids[static_cast<std::size_t>(i)];
    const Body3 own = SceneAccess::union_of(*this, one.body);
    static_cast<BodyDecision&>(one) = intersects(other, {own, body(one.body).pose});
    if (one) meetings.push_back(one);
  });
  std::sort(meetings.begin(), meetings.end(),
            [](const SceneMeeting& x, const SceneMeeting& y) { return x.body < y.body; });
  return meetings;
}

Result<std::vector<std::int32_t>> Scene::near(const PosedBody3& other, double distance) const {
  const detail::DefaultEnvironment environment;
  const Body3 nothing{std::span<const Part3>()};
  const auto refused = compare_to_margin(nothing, nothing, {.distance = distance});
  if (!refused) return refused.error();
  const Index::Tree& tree = SceneAccess::tree(*this);
  std::vector<std::int32_t> found;
  tree.tree->search(Gap(world_box(other)), distance, [&](std::int32_t i) {
    const std::int32_t id = tree.ids[static_cast<std::size_t>(i)];
    const Body3 own = SceneAccess::union_of(*this, id);
    const auto compared = compare_to_margin(other, {own, body(id).pose}, {.distance = distance});
    if (compared.value().verdict != Verdict::separated) found.push_back(id);
  });
  std::sort(found.begin(), found.end());
  return found;
}

Result<BatchReport> Scene::ray_casts(std::span<const Vector3> origins,
                                     std::span<const Vector3> directions,
                                     std::span<SceneCast> answers,
                                     const BatchOptions& options) const {
  for (const std::size_t size : {directions.size(), answers.size()}) {
    Error error = refuse_lengths(origins.size(), size);
    if (!error.message.empty()) return error;
  }
  for (std::size_t i = 0; i < origins.size(); ++i) {
    for (const auto& [name, vector] :
         {std::pair{"origins", &origins[i]}, std::pair{"directions", &directions[i]}}) {
      Error error = refuse_vector(std::string(name) + "[" + std::to_string(i) + "]", *vector);
      if (!error.message.empty()) return error;
    }
  }
  SceneAccess::tree(*this);
  return ask_items(origins.size(), options, [&](std::size_t i) {
    answers[i] = ray_cast(origins[i], directions[i]).value();
  });
}

Result<BatchReport> Scene::closest(std::span<const Vector3> points,
                                   std::span<SceneDistance> answers,
                                   const BatchOptions& options) const {
  Error error = refuse_lengths(points.size(), answers.size());
  for (std::size_t i = 0; i < points.size() && error.message.empty(); ++i)
    error = refuse_vector("points[" + std::to_string(i) + "]", points[i]);
  if (!error.message.empty()) return error;
  SceneAccess::tree(*this);
  return ask_items(points.size(), options,
                   [&](std::size_t i) { answers[i] = closest(points[i]).value(); });
}

void Scene::candidate_pairs(double clearance, const std::function<bool(BodyPair)>& sink) const {
  const Index::Tree& tree = SceneAccess::tree(*this);
  struct Stream {
    const Scene& scene;
    const Index::Tree& tree;
    const std::function<bool(BodyPair)>& sink;
    bool prune(const detail::PrunedBlock&) const noexcept { return true; }
    bool examine(std::int32_t i, std::int32_t j) const {
      const BodyPair pair{tree.ids[static_cast<std::size_t>(i)],
                          tree.ids[static_cast<std::size_t>(j)]};
      return scene.skips(pair) || sink(pair);
    }
  };
  detail::scene::join_within(tree, clearance, Stream{*this, tree, sink});
}

}  // namespace sunder::inline SUNDER_ABI
