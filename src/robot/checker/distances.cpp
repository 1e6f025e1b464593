// SPDX-License-Identifier: Apache-2.0
//
// Idea: Balls bound each pair's distance from below. The pairs of a configuration are measured from the
//   least bound on, until the next bound is beyond the closest so far.
// Bound: The bound is computed in doubles, less what its roundings may be; intervals are those of queries.
// Cost: A query for each pair that is not beyond the closest, some hundred nanoseconds.
// Gives up: Nothing.
#include <algorithm>
#include <cmath>
#include <limits>

#include "batch/request.hpp"
#include "batch/schedule.hpp"
#include "robot/checker/bounds.hpp"
#include "robot/checker/data.hpp"
#include "robot/checker/pair.hpp"
#include "robot/checker/poses.hpp"
#include "robot/checker/request.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::int64_t kDistanceChunk = 256;

/// A pair that may be the closest.
struct Candidate {
  double bound = 0;  ///< at most its distance
  std::int64_t pair = 0;
};

class DistanceSearch {
 public:
  DistanceSearch(const CheckData& data, const RobotBatch& batch, const RobotDistanceOutput& output,
                 double width)
      : data_(data),
        batch_(batch),
        output_(output),
        width_(width),
        poses_(data),
        balls_(data.bodies.size()) {
    built_.resize(static_cast<std::size_t>(data.frames));
    for (std::int64_t pair = 0; pair < data.all_pairs(); ++pair) {
      if (data.unmet[static_cast<std::size_t>(pair)] == Verdict::separated)
        examined_.push_back(pair);
    }
    candidates_.reserve(examined_.size());
  }

  void measure(std::int64_t first, std::int32_t count, batch::Tally& tally);

 private:
  void measure_one(std::int64_t item, std::int32_t i, batch::Tally& tally);
  double bound_of(std::int64_t pair, std::int32_t i) const noexcept;
  Interval measure_index(std::int64_t pair, std::int32_t i, Witness<3>& witness);
  const Pose3& pose(std::int32_t i, std::int32_t frame) {
    std::optional<Pose3>& built = built_[static_cast<std::size_t>(frame)];
    if (!built) built.emplace(poses_.pose(i, frame));
    return *built;
  }

  const CheckData& data_;
  const RobotBatch& batch_;
  const RobotDistanceOutput& output_;
  double width_;
  BlockPoses poses_;
  std::vector<BlockBalls> balls_;
  std::vector<std::optional<Pose3>> built_;  ///< of the present configuration
  std::vector<std::int64_t> examined_;
  std::vector<Candidate> candidates_;
};

/// The ball of a part against another's, or against a box of the scene.
double DistanceSearch::bound_of(std::int64_t pair, std::int32_t i) const noexcept {
  const auto at = static_cast<std::size_t>(i);
  const auto own = static_cast<std::int64_t>(data_.pairs.size());
  double squares = 0;
  double radii = 0;
  if (pair < own) {
    const CheckPair& of = data_.pairs[static_cast<std::size_t>(pair)];
    const BlockBalls& a = balls_[static_cast<std::size_t>(of.a)];
    const BlockBalls& b = balls_[static_cast<std::size_t>(of.b)];
    for (const double gap :
         {double{a.x[at]} - b.x[at], double{a.y[at]} - b.y[at], double{a.z[at]} - b.z[at]}) {
      squares += gap * gap;
    }
    radii = double{a.radius[at]} + b.radius[at] +
            data_.bodies[static_cast<std::size_t>(of.a)].radius +
            data_.bodies[static_cast<std::size_t>(of.b)].radius;
  } else {
    const auto bodies = static_cast<std::int64_t>(data_.scene.size());
    const auto part = static_cast<std::size_t>((pair - own) / bodies);
    const FloatBox& box = data_.scene_boxes[static_cast<std::size_t>((pair - own) % bodies)];
    const BlockBalls& a = balls_[part];
    const std::array<double, 3> centre{a.x[at], a.y[at], a.z[at]};
    for (std::size_t k = 0; k < 3; ++k) {
      const double gap = std::max({0.0, box.lower[k] - centre[k], centre[k] - box.upper[k]});
      squares += gap * gap;
    }
    radii = double{a.radius[at]} + data_.bodies[part].scene_radius;
  }
  const double bound = std::sqrt(squares) * (1 - kApartShare) - radii * (1 + kCheckShare);
  return bound > 0 && bound < std::numeric_limits<double>::infinity() ? bound : 0;
}

Interval DistanceSearch::measure_index(std::int64_t index, std::int32_t i, Witness<3>& witness) {
  const auto own = static_cast<std::int64_t>(data_.pairs.size());
  if (index < own) {
    const CheckPair& of = data_.pairs[static_cast<std::size_t>(index)];
    const CheckBody& a = data_.bodies[static_cast<std::size_t>(of.a)];
    const CheckBody& b = data_.bodies[static_cast<std::size_t>(of.b)];
    return measure_pair({a, pose(i, a.pose), a.radius}, {b, pose(i, b.pose), b.radius}, width_,
                        &witness);
  }
  const auto bodies = static_cast<std::int64_t>(data_.scene.size());
  const CheckBody& a = data_.bodies[static_cast<std::size_t>((index - own) / bodies)];
  const auto body = static_cast<std::size_t>((index - own) % bodies);
  return measure_pair({a, pose(i, a.pose), a.scene_radius},
                      {data_.scene[body], data_.scene_poses[body], 0}, width_, &witness);
}

void DistanceSearch::measure_one(std::int64_t item, std::int32_t i, batch::Tally& tally) {
  std::fill(built_.begin(), built_.end(), std::nullopt);
  candidates_.clear();
  const bool all = !output_.pair_distances.empty();
  for (const std::int64_t pair : examined_)
    candidates_.push_back({all ? 0 : bound_of(pair, i), pair});
  if (!all) {
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return a.bound < b.bound || (a.bound == b.bound && a.pair < b.pair);
    });
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Interval closest{kInfinity, kInfinity};
  std::int64_t closest_pair = -1;
  const Vector3 nowhere{kNaN, kNaN, kNaN};
  Witness<3> witness{nowhere, nowhere, nowhere};
  std::size_t measured = 0;
  for (const Candidate& next : candidates_) {
    if (next.bound > closest.upper) break;
    ++measured;
    Witness<3> found{nowhere, nowhere, nowhere};
    const Interval distance = measure_index(next.pair, i, found);
    if (all)
      output_.pair_distances[static_cast<std::size_t>(item * data_.all_pairs() + next.pair)] =
          distance;
    closest.lower = std::min(closest.lower, distance.lower);
    const bool nearer =
        distance.upper < closest.upper ||
        (distance.upper == closest.upper && (closest_pair < 0 || next.pair < closest_pair));
    if (!nearer) continue;
    closest.upper = distance.upper;
    closest_pair = next.pair;
    witness = found;
  }
  if (closest_pair < 0) closest = {0, kInfinity};
  const auto at = static_cast<std::size_t>(item);
  if (!output_.closest.empty()) output_.closest[at] = closest;
  if (!output_.closest_pairs.empty()) output_.closest_pairs[at] = closest_pair;
  if (!output_.witnesses.empty()) output_.witnesses[at] = witness;
  batch::Finding finding;
  if (closest.lower > 0 || closest_pair < 0) finding.verdict = Verdict::separated;
  if (closest.upper <= 0) finding.verdict = Verdict::overlapping;
  tally.add(item, finding);
  tally.counters.by_stage[static_cast<std::size_t>(Stage::bounds)] += candidates_.size() - measured;
}

void DistanceSearch::measure(std::int64_t first, std::int32_t count, batch::Tally& tally) {
  poses_.place(batch_.configurations.data() + first * data_.variables, count);
  for (std::size_t p = 0; p < data_.bodies.size(); ++p) {
    const CheckBody& body = data_.bodies[p];
    place_balls(body.ball, poses_.frame(body.pose), poses_.stride(), count, balls_[p]);
  }
  for (std::int32_t i = 0; i < count; ++i) {
    const RobotRefusal refusal = poses_.refusal(i);
    if (refusal == RobotRefusal::none) {
      measure_one(first + i, i, tally);
      continue;
    }
    if (!output_.refusals.empty()) output_.refusals[static_cast<std::size_t>(first + i)] = refusal;
    tally.add(first + i, batch::refused(Refusal::matrix_a));
  }
}

class DistanceWork final : public batch::Work {
 public:
  DistanceWork(const CheckData& data, const RobotBatch& batch, const RobotDistanceOutput& output,
               double width)
      : data_(data), batch_(batch), output_(output), width_(width) {}

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t,
                      batch::Tally& tally) const override {
    DistanceSearch search(data_, batch_, output_, width_);
    for (std::int64_t first = begin; first < end; first += kCheckBlock) {
      search.measure(first,
                     static_cast<std::int32_t>(std::min<std::int64_t>(kCheckBlock, end - first)),
                     tally);
    }
    return end;
  }
  void forget(std::int64_t begin, std::int64_t end) const noexcept override {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr Vector3 kNowhere{kNaN, kNaN, kNaN};
    batch::fill(output_.closest, begin, end, Interval{0, kInfinity});
    batch::fill(output_.closest_pairs, begin, end, std::int64_t{-1});
    batch::fill(output_.witnesses, begin, end, Witness<3>{kNowhere, kNowhere, kNowhere});
    batch::fill(output_.refusals, begin, end, RobotRefusal::none);
    const std::int64_t pairs = data_.all_pairs();
    batch::fill(output_.pair_distances, begin * pairs, end * pairs, Interval{0, kInfinity});
  }

 private:
  const CheckData& data_;
  const RobotBatch& batch_;
  const RobotDistanceOutput& output_;
  double width_;
};

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

Result<BatchReport> RobotChecker::distances(const RobotBatch& batch,
                                            const RobotDistanceOutput& output,
                                            const BatchOptions& options) const {
  using detail::batch::check_output;
  detail::batch::FirstError checked;
  detail::robot::check_configurations(*data_, batch, checked);
  checked(check_output("closest", output.closest, batch.count));
  checked(check_output("closest_pairs", output.closest_pairs, batch.count));
  checked(check_output("witnesses", output.witnesses, batch.count));
  checked(check_output("refusals", output.refusals, batch.count));
  if (!checked.error())
    checked(check_output("pair_distances", output.pair_distances, batch.count * pairs()));
  detail::batch::check_options(options, batch.count, checked);
  if (options.stop != BatchStop::never) {
    checked(
        detail::batch::wrong_shape("distances are measured of all configurations; leave stop out"));
  }
  if (checked.error()) return *checked.error();
  const detail::robot::DistanceWork work(*data_, batch, output, options.width);
  return detail::batch::Schedule(batch.count, work, options, detail::robot::kDistanceChunk).run();
}

}  // namespace sunder::inline SUNDER_ABI
