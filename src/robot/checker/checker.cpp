// SPDX-License-Identifier: Apache-2.0
//
// Idea: A block of configurations goes through the pairs in their order, and leaves where it has its
//   answer. Balls about the parts come first, a configuration a lane. The configurations that they leave
//   open go through the lanes of hulls (batch/hull_lanes-inl.hpp), and what these leave is a query. Bodies of
//   the scene are found by a tree of boxes, again for a block at once.
// Cost: Kinematics, some operations for each pair, and for each pair near by about ten nanoseconds. A pair
//   that meets, or nearly does, costs a query.
// Gives up: Nothing. What lanes cannot prove is decided exactly.
#include <algorithm>
#include <memory>

#include "batch/block_lists.hpp"
#include "batch/kernels.hpp"
#include "batch/request.hpp"
#include "batch/schedule.hpp"
#include "machine/enum_names.hpp"
#include "robot/checker/data.hpp"
#include "robot/checker/pair.hpp"
#include "robot/checker/poses.hpp"
#include "robot/checker/request.hpp"
#include "sunder/robot_check.hpp"

namespace sunder::detail::robot {
namespace {

/// Configurations in a task: its memory costs little of its time.
constexpr std::int64_t kCheckChunk = 4096;

template <class T>
void set_entry(std::span<T> all, std::int64_t at, T value) noexcept {
  if (!all.empty()) all[static_cast<std::size_t>(at)] = value;
}

/// overlapping > touching > undecided > separated.
int gravity(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::overlapping:
      return 3;
    case Verdict::touching:
      return 2;
    case Verdict::undecided:
      return 1;
    default:
      return 0;
  }
}

/// The answer of a configuration so far.
struct Known {
  std::int64_t first_pair = -1;
  Verdict verdict = Verdict::separated;
};

/// Two bodies in a block, as lanes and queries need them.
struct BlockPair {
  const CheckBody& a;
  const CheckBody& b;
  double radius_a, radius_b, margin;
  float lane_distance;
  std::int64_t index;
  bool with_scene;
};

/// Examines blocks. A thread needs its own.
class BlockSearch {
 public:
  BlockSearch(const CheckData& data, const RobotBatch& batch, const RobotOutput& output)
      : data_(data), batch_(batch), output_(output), poses_(data), balls_(data.bodies.size()) {
    if (batch.along_path) hints_.resize(data.pairs.size());
    items_ = std::make_unique<batch::LaneItems>();
  }

  void examine(std::int64_t first, std::int32_t count, batch::Tally& tally);
  const Known& known(std::int32_t i) const noexcept { return known_[static_cast<std::size_t>(i)]; }
  RobotRefusal refusal(std::int32_t i) const noexcept { return poses_.refusal(i); }

 private:
  bool wants_all() const noexcept { return !output_.pair_verdicts.empty(); }
  void examine_parts(std::int64_t pair);
  void examine_scene(std::int32_t part);
  void settle(const BlockPair& pair, const BlockMask& near);
  /// These return the configurations that stay open.
  BlockMask settle_by_hulls(const BlockPair& pair, const BlockMask& near);
  BlockMask settle_by_pieces(const BlockPair& pair, const BlockMask& near);
  BlockMask find_meeting(const CheckBody& a, const CheckBody& b, const BlockPair& pair,
                         bool swapped, const BlockMask& near, std::vector<BlockMask>& meets);
  template <class Use>
  void run_lanes(const batch::LaneHull& a, const batch::LaneHull& b, const BlockPair& pair,
                 const BlockMask& near, float* hint, const Use& use);
  void settle_one(const BlockPair& pair, std::int32_t i);
  void note(std::int64_t pair, std::int32_t i, Verdict verdict);

  const CheckData& data_;
  const RobotBatch& batch_;
  const RobotOutput& output_;
  BlockPoses poses_;
  std::vector<BlockBalls> balls_;  ///< one a part
  struct NearBody {
    std::int32_t body;
    BlockMask near;
  };
  std::vector<NearBody> near_;  ///< bodies of the scene that a part comes near
  /// The directions that separated pairs of parts last, in the frames of their first bodies; empty unless along a path.
  std::vector<std::array<float, 3>> hints_;
  std::vector<BlockMask> meets_a_,
      meets_b_;  ///< where a piece is not apart from the other body's hull
  std::unique_ptr<batch::LaneItems> items_;
  batch::BlockOfIndices rows_a_{}, rows_b_{};
  std::array<std::int32_t, kCheckBlock> places_{};
  std::array<Known, kCheckBlock> known_{};
  std::int64_t first_ = 0;
  BlockMask open_;  ///< configurations that still need an answer
  std::int64_t pruned_ = 0;
};

void BlockSearch::note(std::int64_t pair, std::int32_t i, Verdict verdict) {
  if (wants_all()) {
    output_.pair_verdicts[static_cast<std::size_t>((first_ + i) * data_.all_pairs() + pair)] =
        verdict;
  }
  Known& known = known_[static_cast<std::size_t>(i)];
  if (gravity(verdict) <= gravity(known.verdict)) return;
  known = {pair, verdict};
  if (verdict == Verdict::overlapping && !wants_all()) open_.clear(i);
}

void BlockSearch::settle_one(const BlockPair& pair, std::int32_t i) {
  const Pose3 pose_a = poses_.pose(i, pair.a.pose);
  Verdict verdict;
  if (pair.with_scene) {
    const Pose3& pose_b = data_.scene_poses[static_cast<std::size_t>(pair.b.pose)];
    verdict =
        decide_pair({pair.a, pose_a, pair.radius_a}, {pair.b, pose_b, pair.radius_b}, pair.margin);
  } else {
    const Pose3 pose_b = poses_.pose(i, pair.b.pose);
    verdict =
        decide_pair({pair.a, pose_a, pair.radius_a}, {pair.b, pose_b, pair.radius_b}, pair.margin);
  }
  if (verdict != Verdict::separated) note(pair.index, i, verdict);
}

/// Runs the lanes of two hulls, and calls use(i, code) for each configuration of `near` in which they are not proven apart.
template <class Use>
void BlockSearch::run_lanes(const batch::LaneHull& a, const batch::LaneHull& b,
                            const BlockPair& pair, const BlockMask& near, float* hint,
                            const Use& use) {
  std::int32_t count = 0;
  near.each([&](std::int32_t i) {
    const auto at = static_cast<std::size_t>(count++);
    rows_a_[at] = poses_.row(i, pair.a.pose);
    rows_b_[at] = pair.with_scene ? poses_.scene_row(pair.b.pose) : poses_.row(i, pair.b.pose);
    places_[at] = i;
  });
  if (count == 0) return;
  batch::fill_last_group(rows_a_, count);
  batch::fill_last_group(rows_b_, count);
  items_->lists = {rows_a_.data(), rows_b_.data(), rows_a_.data(), rows_b_.data()};
  items_->count = count;
  const batch::LanePoses tables{reinterpret_cast<const std::byte*>(poses_.table()),
                                12 * sizeof(double), false};
  batch::HullKernel kernel{PoseTable<3>::Form::doubles, a, b};
  kernel.margin = pair.lane_distance;
  kernel.hint = hint;
  batch::run_rounds(kernel, tables, *items_);
  for (std::int32_t k = 0; k < count; ++k) {
    const std::uint8_t code = items_->codes[static_cast<std::size_t>(k)];
    if (code != batch::kApartByPortal) use(places_[static_cast<std::size_t>(k)], code);
  }
}

BlockMask BlockSearch::settle_by_hulls(const BlockPair& pair, const BlockMask& near) {
  if (pair.a.lanes == nullptr || pair.b.lanes == nullptr) return near;
  float* const hint = hints_.empty() || pair.with_scene
                          ? nullptr
                          : hints_[static_cast<std::size_t>(pair.index)].data();
  const bool exact = pair.a.is_hull() && pair.b.is_hull();
  BlockMask open;
  run_lanes(*pair.a.lanes, *pair.b.lanes, pair, near, hint, [&](std::int32_t i, std::uint8_t code) {
    if (code == batch::kOverlapByPortal && exact) {
      note(pair.index, i, Verdict::overlapping);
    } else {
      open.set(i);
    }
  });
  return open;
}

/// Finds where the pieces of a are apart from the hull of b. Returns the configurations in which each component of a
/// sticks out of b; where a is one hull, none.
BlockMask BlockSearch::find_meeting(const CheckBody& a, const CheckBody& b, const BlockPair& pair,
                                    bool swapped, const BlockMask& near,
                                    std::vector<BlockMask>& meets) {
  meets.assign(std::max<std::size_t>(a.pieces.size(), 1), near);
  if (a.least_diameter > b.most_diameter && a.pieces.empty()) return near;
  BlockMask all = near;
  BlockMask sticks_out;
  for (std::size_t k = 0; k < a.pieces.size(); ++k) {
    const MeshPiece& piece = a.pieces[k];
    BlockMask open;
    const auto use = [&](std::int32_t i, std::uint8_t) { open.set(i); };
    if (swapped) {
      run_lanes(*b.lanes, *piece.lanes, pair, near, nullptr, use);
    } else {
      run_lanes(*piece.lanes, *b.lanes, pair, near, nullptr, use);
    }
    meets[k] = open;
    sticks_out.add_without(near, open);
    const bool last = k + 1 == a.pieces.size() || a.pieces[k + 1].component != piece.component;
    if (!last) continue;
    all.keep(sticks_out);
    sticks_out = {};
  }
  return a.pieces.empty() ? BlockMask() : all;
}

/// Returns where pieces do not prove a pair apart, of which one body at least is a mesh (pieces.hpp).
BlockMask BlockSearch::settle_by_pieces(const BlockPair& pair, const BlockMask& near) {
  const CheckBody& a = pair.a;
  const CheckBody& b = pair.b;
  if (near.empty() || (a.pieces.empty() && b.pieces.empty())) return near;
  if (a.lanes == nullptr || b.lanes == nullptr) return near;
  BlockMask apart = find_meeting(a, b, pair, false, near, meets_a_);
  if (apart.empty()) return near;
  apart.keep(find_meeting(b, a, pair, true, near, meets_b_));
  const auto piece = [](const CheckBody& body, std::size_t k) -> const batch::LaneHull& {
    return body.pieces.empty() ? *body.lanes : *body.pieces[k].lanes;
  };
  for (std::size_t k = 0; k < meets_a_.size(); ++k) {
    for (std::size_t l = 0; l < meets_b_.size() && !apart.empty(); ++l) {
      BlockMask both = apart;
      both.keep(meets_a_[k]);
      both.keep(meets_b_[l]);
      run_lanes(piece(a, k), piece(b, l), pair, both, nullptr,
                [&](std::int32_t i, std::uint8_t) { apart.clear(i); });
    }
  }
  BlockMask open;
  open.add_without(near, apart);
  return open;
}

void BlockSearch::settle(const BlockPair& pair, const BlockMask& near) {
  settle_by_pieces(pair, settle_by_hulls(pair, near)).each([&](std::int32_t i) {
    settle_one(pair, i);
  });
}

void BlockSearch::examine_parts(std::int64_t index) {
  const CheckPair& pair = data_.pairs[static_cast<std::size_t>(index)];
  BlockMask near = open_;
  keep_near(balls_[static_cast<std::size_t>(pair.a)], balls_[static_cast<std::size_t>(pair.b)],
            pair.lane_distance, near);
  pruned_ += open_.count() - near.count();
  if (near.empty()) return;
  const CheckBody& a = data_.bodies[static_cast<std::size_t>(pair.a)];
  const CheckBody& b = data_.bodies[static_cast<std::size_t>(pair.b)];
  settle({a, b, a.radius, b.radius, pair.margin, pair.lane_distance, index, false}, near);
}

void BlockSearch::examine_scene(std::int32_t part) {
  const auto at = static_cast<std::size_t>(part);
  const CheckBody& a = data_.bodies[at];
  const ScenePart& of = data_.scene_parts[at];
  near_.clear();
  data_.tree->descend(
      open_,
      [&](const ReachBox& box, BlockMask& near) {
        keep_near(balls_[at], box, of.lane_distance, near);
        return !near.empty();
      },
      [&](std::int32_t body, const BlockMask& near) {
        if (!data_.scene[static_cast<std::size_t>(body)].empty && !data_.skips(part, body))
          near_.push_back({body, near});
      });
  // The lowest pair that meets comes first, whatever the tree.
  std::sort(near_.begin(), near_.end(),
            [](const NearBody& a, const NearBody& b) { return a.body < b.body; });
  pruned_ += std::int64_t{open_.count()} * data_.examined_bodies[at];
  for (NearBody& next : near_) {
    pruned_ -= next.near.count();
    next.near.keep(open_);
    if (next.near.empty()) continue;
    settle({a, data_.scene[static_cast<std::size_t>(next.body)], a.scene_radius, 0, of.margin,
            of.lane_distance, data_.scene_pair(part, next.body), true},
           next.near);
  }
}

void BlockSearch::examine(std::int64_t first, std::int32_t count, batch::Tally& tally) {
  first_ = first;
  pruned_ = 0;
  poses_.place(batch_.configurations.data() + first * data_.variables, count);
  open_ = BlockMask::first(count);
  for (std::int32_t i = 0; i < count; ++i) {
    known_[static_cast<std::size_t>(i)] = {};
    const bool refused = poses_.has_refused() && poses_.refusal(i) != RobotRefusal::none;
    if (refused) open_.clear(i);
    if (wants_all() && !refused) {
      std::copy(data_.unmet.begin(), data_.unmet.end(),
                output_.pair_verdicts.begin() + (first + i) * data_.all_pairs());
    }
  }
  for (std::size_t p = 0; p < data_.bodies.size(); ++p) {
    const CheckBody& body = data_.bodies[p];
    place_balls(body.ball, poses_.frame(body.pose), poses_.stride(), count, balls_[p]);
  }
  const auto pairs = static_cast<std::int64_t>(data_.pairs.size());
  for (std::int64_t pair = 0; pair < pairs && !open_.empty(); ++pair) examine_parts(pair);
  const auto parts = static_cast<std::int32_t>(data_.parts.size());
  for (std::int32_t part = 0; part < parts && !open_.empty() && !data_.scene.empty(); ++part)
    examine_scene(part);
  tally.counters.by_stage[static_cast<std::size_t>(Stage::bounds)] +=
      static_cast<std::uint64_t>(pruned_);
}

class CheckWork final : public batch::Work {
 public:
  CheckWork(const CheckData& data, const RobotBatch& batch, const RobotOutput& output)
      : data_(data), batch_(batch), output_(output) {}

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      batch::Tally& tally) const override;
  void forget(std::int64_t begin, std::int64_t end) const noexcept override;

 private:
  const CheckData& data_;
  const RobotBatch& batch_;
  const RobotOutput& output_;
};

void CheckWork::forget(std::int64_t begin, std::int64_t end) const noexcept {
  batch::fill(output_.verdicts, begin, end, Verdict::not_examined);
  batch::fill(output_.first_pairs, begin, end, std::int64_t{-1});
  batch::fill(output_.refusals, begin, end, RobotRefusal::none);
  const std::int64_t pairs = data_.all_pairs();
  batch::fill(output_.pair_verdicts, begin * pairs, end * pairs, Verdict::not_examined);
}

std::int64_t CheckWork::settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                               batch::Tally& tally) const {
  BlockSearch search(data_, batch_, output_);
  for (std::int64_t first = begin; first < end; first += kCheckBlock) {
    const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kCheckBlock, end - first));
    search.examine(first, count, tally);
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int64_t item = first + i;
      const Known& known = search.known(i);
      const RobotRefusal refusal = search.refusal(i);
      batch::Finding finding;
      finding.verdict = known.verdict;
      if (refusal != RobotRefusal::none) finding = batch::refused(Refusal::matrix_a);
      set_entry(output_.verdicts, item, finding.verdict);
      set_entry(output_.first_pairs, item, known.first_pair);
      set_entry(output_.refusals, item, refusal);
      tally.add(item, finding);
      if (tally.hits() < limit) continue;
      forget(item + 1, first + count);
      return item + 1;
    }
  }
  return end;
}

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::batch::check_options;
using detail::batch::check_output;
using detail::batch::FirstError;
using detail::batch::wrong_shape;

}  // namespace

std::string_view to_string(RobotRefusal refusal) noexcept {
  static constexpr std::string_view kNames[] = {"none", "not_finite", "too_large",
                                                "zero_quaternion"};
  return detail::name_of<RobotRefusal::zero_quaternion>(kNames, refusal, "unknown");
}

Result<BatchReport> RobotChecker::check(const RobotBatch& batch, const RobotOutput& output,
                                        const BatchOptions& options) const {
  FirstError checked;
  detail::robot::check_configurations(*data_, batch, checked);
  checked(check_output("verdicts", output.verdicts, batch.count));
  checked(check_output("first_pairs", output.first_pairs, batch.count));
  checked(check_output("refusals", output.refusals, batch.count));
  if (!checked.error())
    checked(check_output("pair_verdicts", output.pair_verdicts, batch.count * pairs()));
  check_options(options, batch.count, checked);
  if (options.certify) checked(wrong_shape("certify is for batches of pairs; leave it false"));
  if (checked.error()) return *checked.error();
  const detail::robot::CheckWork work(*data_, batch, output);
  return detail::batch::Schedule(batch.count, work, options, detail::robot::kCheckChunk).run();
}

}  // namespace sunder::inline SUNDER_ABI
