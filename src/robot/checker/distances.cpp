// SPDX-License-Identifier: Apache-2.0
//
// Idea: Balls bound each pair's distance from below. The pairs of a configuration are measured from the
//   least bound on, until the next bound is beyond the closest so far. Where all distances are wanted, lanes
//   measure each pair of hulls in a block of configurations, and queries measure what they leave open.
// Bound: The bound is computed in doubles, less what its roundings may be; intervals are those of queries.
// Cost: A query for each pair that is not beyond the closest, some hundred nanoseconds; half of it in lanes.
// Gives up: Nothing.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "batch/kernels.hpp"
#include "batch/request.hpp"
#include "batch/schedule.hpp"
#include "geometry/hull_block.hpp"
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

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Vector3 kNowhere{kNaN, kNaN, kNaN};
constexpr Witness<3> kNoWitness{kNowhere, kNowhere, kNowhere};
/// The upper bound of a distance that lanes have left open.
constexpr double kOpenUpper = std::numeric_limits<double>::infinity();

/// The closest pair of those measured so far: of equal upper bounds the lowest.
struct Nearest {
  Interval distance{kOpenUpper, kOpenUpper};
  std::int64_t pair = -1;
  Witness<3> witness = kNoWitness;

  /// Returns whether this pair is the closest now.
  bool take(std::int64_t of, const Interval& found) noexcept {
    distance.lower = std::min(distance.lower, found.lower);
    const bool tied = found.upper == distance.upper && (pair < 0 || of < pair);
    if (!(found.upper < distance.upper) && !tied) return false;
    distance.upper = found.upper;
    pair = of;
    return true;
  }
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
    if (!output.pair_distances.empty()) {
      items_ = std::make_unique_for_overwrite<batch::LaneItems>();
      for (const std::int64_t pair : examined_)
        by_lanes_.push_back(suits_lanes(bodies_of(pair)) ? 1 : 0);
    }
    candidates_.reserve(examined_.size());
  }

  void measure(std::int64_t first, std::int32_t count, batch::Tally& tally);

 private:
  /// The bodies of a pair, with the radii that count.
  struct Bodies {
    const CheckBody& a;
    const CheckBody& b;
    double radius_a, radius_b;
    bool with_scene;
  };
  Bodies bodies_of(std::int64_t pair) const noexcept;
  static bool suits_lanes(const Bodies& bodies) noexcept;
  void measure_in_lanes(std::int64_t pair, std::int64_t first, std::int32_t count);
  Interval& pair_distance(std::int64_t item, std::int64_t pair) const noexcept {
    return output_.pair_distances[static_cast<std::size_t>(item * data_.all_pairs() + pair)];
  }
  void measure_closest(std::int64_t item, std::int32_t i, batch::Tally& tally);
  void measure_all(std::int64_t item, std::int32_t i, batch::Tally& tally);
  void write(std::int64_t item, const Nearest& nearest, std::size_t measured, batch::Tally& tally);
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
  // Where all distances are wanted:
  std::vector<char> by_lanes_;  ///< of each examined pair
  std::unique_ptr<batch::LaneItems> items_;
  batch::BlockOfIndices rows_a_{}, rows_b_{};
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
    const ReachBox& box = data_.scene_boxes[static_cast<std::size_t>((pair - own) % bodies)];
    const BlockBalls& a = balls_[part];
    const std::array<double, 3> centre{a.x[at], a.y[at], a.z[at]};
    for (std::size_t k = 0; k < 3; ++k) {
      const double gap = std::max({0.0, box.lower[k] - centre[k], centre[k] - box.reach[k]});
      squares += gap * gap;
    }
    radii = double{a.radius[at]} + data_.bodies[part].scene_radius;
  }
  const double bound = std::sqrt(squares) * (1 - kApartShare) - radii * (1 + kCheckShare);
  return bound > 0 && bound < std::numeric_limits<double>::infinity() ? bound : 0;
}

DistanceSearch::Bodies DistanceSearch::bodies_of(std::int64_t pair) const noexcept {
  const auto own = static_cast<std::int64_t>(data_.pairs.size());
  if (pair < own) {
    const CheckPair& of = data_.pairs[static_cast<std::size_t>(pair)];
    const CheckBody& a = data_.bodies[static_cast<std::size_t>(of.a)];
    const CheckBody& b = data_.bodies[static_cast<std::size_t>(of.b)];
    return {a, b, a.radius, b.radius, false};
  }
  const auto bodies = static_cast<std::int64_t>(data_.scene.size());
  const CheckBody& a = data_.bodies[static_cast<std::size_t>((pair - own) / bodies)];
  return {a, data_.scene[static_cast<std::size_t>((pair - own) % bodies)], a.scene_radius, 0, true};
}

Interval DistanceSearch::measure_index(std::int64_t pair, std::int32_t i, Witness<3>& witness) {
  const Bodies of = bodies_of(pair);
  const Pose3& pose_b =
      of.with_scene ? data_.scene_poses[static_cast<std::size_t>(of.b.pose)] : pose(i, of.b.pose);
  return measure_pair({of.a, pose(i, of.a.pose), of.radius_a}, {of.b, pose_b, of.radius_b}, width_,
                      &witness);
}

bool DistanceSearch::suits_lanes(const Bodies& of) noexcept {
  const auto suits = [](const CheckBody& body, double radius) {
    return body.is_hull() && is_zero_bits(radius) &&
           batch::HullDistanceKernel::suits(BlockAccess::block(body.hull));
  };
  return suits(of.a, of.radius_a) && suits(of.b, of.radius_b);
}

/// Measures a pair in all configurations of a block. What stays open gets an infinite upper bound.
void DistanceSearch::measure_in_lanes(std::int64_t pair, std::int64_t first, std::int32_t count) {
  const Bodies of = bodies_of(pair);
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    rows_a_[at] = poses_.row(i, of.a.pose);
    rows_b_[at] = of.with_scene ? poses_.scene_row(of.b.pose) : poses_.row(i, of.b.pose);
  }
  batch::fill_last_group(rows_a_, count);
  batch::fill_last_group(rows_b_, count);
  items_->lists = {rows_a_.data(), rows_b_.data(), rows_a_.data(), rows_b_.data()};
  items_->count = count;
  const batch::HullDistanceKernel kernel{PoseTable<3>::Form::doubles, BlockAccess::block(of.a.hull),
                                         BlockAccess::block(of.b.hull), width_};
  kernel.run({reinterpret_cast<const std::byte*>(poses_.table()), 12 * sizeof(double), false},
             *items_);
  for (std::int32_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool open = items_->codes[at] == batch::kOpen || poses_.refusal(i) != RobotRefusal::none;
    pair_distance(first + i, pair) =
        open ? Interval{0, kOpenUpper} : Interval{items_->nearest[at], items_->farthest[at]};
  }
}

/// Writes the answers of a configuration, of which `measured` pairs were measured.
void DistanceSearch::write(std::int64_t item, const Nearest& nearest, std::size_t measured,
                           batch::Tally& tally) {
  const bool any = nearest.pair >= 0;
  const Interval closest = any ? nearest.distance : Interval{0, kOpenUpper};
  const auto at = static_cast<std::size_t>(item);
  if (!output_.closest.empty()) output_.closest[at] = closest;
  if (!output_.closest_pairs.empty()) output_.closest_pairs[at] = nearest.pair;
  if (!output_.witnesses.empty()) output_.witnesses[at] = nearest.witness;
  batch::Finding finding;
  if (closest.lower > 0 || !any) finding.verdict = Verdict::separated;
  if (closest.upper <= 0) finding.verdict = Verdict::overlapping;
  tally.add(item, finding);
  tally.counters.by_stage[static_cast<std::size_t>(Stage::bounds)] += examined_.size() - measured;
}

/// Measures the pairs that may be the closest, from the least bound on.
void DistanceSearch::measure_closest(std::int64_t item, std::int32_t i, batch::Tally& tally) {
  candidates_.clear();
  for (const std::int64_t pair : examined_) candidates_.push_back({bound_of(pair, i), pair});
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
    return a.bound < b.bound || (a.bound == b.bound && a.pair < b.pair);
  });
  Nearest nearest;
  std::size_t measured = 0;
  for (const Candidate& next : candidates_) {
    if (next.bound > nearest.distance.upper) break;
    ++measured;
    Witness<3> witness = kNoWitness;
    const Interval distance = measure_index(next.pair, i, witness);
    if (nearest.take(next.pair, distance)) nearest.witness = witness;
  }
  write(item, nearest, measured, tally);
}

/// Measures the pairs that lanes have left open. Where the closest is asked for, queries measure those that
/// may be it: it is then that of measure_closest().
void DistanceSearch::measure_all(std::int64_t item, std::int32_t i, batch::Tally& tally) {
  const bool asks_closest =
      !output_.closest.empty() || !output_.closest_pairs.empty() || !output_.witnesses.empty();
  double least = kOpenUpper;
  for (std::size_t k = 0; k < examined_.size() && asks_closest; ++k) {
    if (by_lanes_[k] != 0) least = std::min(least, pair_distance(item, examined_[k]).upper);
  }
  Nearest nearest;
  for (std::size_t k = 0; k < examined_.size(); ++k) {
    const std::int64_t pair = examined_[k];
    Interval& distance = pair_distance(item, pair);
    const bool known = by_lanes_[k] != 0 && distance.upper < kOpenUpper &&
                       !(asks_closest && distance.lower * (1 - 0x1p-30) <= least);
    Witness<3> witness = kNoWitness;
    if (!known) distance = measure_index(pair, i, witness);
    if (nearest.take(pair, distance)) nearest.witness = witness;
  }
  write(item, nearest, examined_.size(), tally);
}

void DistanceSearch::measure(std::int64_t first, std::int32_t count, batch::Tally& tally) {
  poses_.place(batch_.configurations.data() + first * data_.variables, count);
  for (std::size_t p = 0; p < data_.bodies.size(); ++p) {
    const CheckBody& body = data_.bodies[p];
    place_balls(body.ball, poses_.frame(body.pose), poses_.stride(), count, balls_[p]);
  }
  for (std::size_t k = 0; k < by_lanes_.size(); ++k) {
    if (by_lanes_[k] != 0) measure_in_lanes(examined_[k], first, count);
  }
  for (std::int32_t i = 0; i < count; ++i) {
    const RobotRefusal refusal = poses_.refusal(i);
    if (refusal == RobotRefusal::none) {
      std::fill(built_.begin(), built_.end(), std::nullopt);
      if (output_.pair_distances.empty()) {
        measure_closest(first + i, i, tally);
      } else {
        measure_all(first + i, i, tally);
      }
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
    batch::fill(output_.closest, begin, end, Interval{0, kOpenUpper});
    batch::fill(output_.closest_pairs, begin, end, std::int64_t{-1});
    batch::fill(output_.witnesses, begin, end, kNoWitness);
    batch::fill(output_.refusals, begin, end, RobotRefusal::none);
    const std::int64_t pairs = data_.all_pairs();
    batch::fill(output_.pair_distances, begin * pairs, end * pairs, Interval{0, kOpenUpper});
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
