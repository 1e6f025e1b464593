// SPDX-License-Identifier: Apache-2.0
//
// Idea: A window of items is in a run if all its items have one pair of hulls. Windows of the same
//   pair, one after the other, form a run, whose open items go to lanes over poses.
// Cost: A comparison of indices for each item, and a copy of 16 bytes for each that is open.
// Gives up: Pairs of boxes, hulls that LaneHull does not suit, and items whose indices are invalid.
#include "batch/pose_runs.hpp"

#include <algorithm>

#include "batch/block_lists.hpp"
#include "batch/kernels.hpp"

namespace sunder::detail::batch {
namespace {

struct HullPair {
  std::int32_t a, b;
  friend bool operator==(const HullPair&, const HullPair&) = default;
};

HullPair pair_at(const PairBatch<3>& batch, std::int64_t item) noexcept {
  return {index_at(batch.body_a, item), index_at(batch.body_b, item)};
}

bool is_one_for_all(const Indices& list) noexcept { return list.stride == 0; }

/// Returns whether all items of the window with `item` have its pair.
bool is_window_of_one(const PairBatch<3>& batch, std::int64_t item) noexcept {
  const std::int64_t begin = item - item % kPoseWindow;
  const std::int64_t end = std::min(begin + kPoseWindow, batch.count);
  const HullPair first = pair_at(batch, begin);
  for (std::int64_t i = begin + 1; i < end; ++i) {
    if (pair_at(batch, i) != first) return false;
  }
  return true;
}

/// Finds the runs of a block, and settles them.
class RunFinder {
 public:
  RunFinder(const PairBatch<3>& batch, std::uint32_t poses, std::int64_t first,
            const LanePoses& tables, const LaneItems& items, LaneAnswers& answers) noexcept
      : batch_(batch),
        poses_(poses),
        first_(first),
        tables_(tables),
        items_(items),
        answers_(answers) {}

  void settle() noexcept {
    const bool all = is_one_for_all(batch_.body_a) && is_one_for_all(batch_.body_b);
    const std::int64_t end = first_ + items_.count;
    for (std::int64_t item = first_; item < end;) {
      const std::int64_t next = all ? end : std::min(end, item - item % kPoseWindow + kPoseWindow);
      if (all || is_window_of_one(batch_, item)) {
        take_run(item, next);
      }
      item = next;
    }
    flush();
  }

 private:
  /// Adds a window to the run, or begins another run.
  void take_run(std::int64_t begin, std::int64_t end) noexcept {
    const HullPair pair = pair_at(batch_, begin);
    if (pair != pair_) flush();
    pair_ = pair;
    for (std::int64_t item = begin; item < end; ++item) {
      const auto at = static_cast<std::size_t>(item - first_);
      if (answers_.codes[at] == kOpen && has_poses(at)) run_.take(items_, at);
    }
  }

  bool has_poses(std::size_t at) const noexcept {
    return static_cast<std::uint32_t>(items_.lists.pose_a[at]) < poses_ &&
           static_cast<std::uint32_t>(items_.lists.pose_b[at]) < poses_;
  }

  void flush() noexcept {
    if (!run_.empty() && is_in(batch_.bodies, pair_.a) && is_in(batch_.bodies, pair_.b)) {
      const HullBlock& a = block_of(batch_.bodies, pair_.a);
      const HullBlock& b = block_of(batch_.bodies, pair_.b);
      // Boxes have their own lanes.
      const bool boxes = a.shape == Shape::box && b.shape == Shape::box;
      if (!boxes && LaneHull::suits(a) && LaneHull::suits(b)) {
        const LaneHull of_a(a);
        const LaneHull of_b(b);
        run_.settle(HullKernel{batch_.poses.form, of_a, of_b}, tables_, answers_);
      }
    }
    run_.clear();
  }

  const PairBatch<3>& batch_;
  std::uint32_t poses_;
  std::int64_t first_;
  const LanePoses& tables_;
  const LaneItems& items_;
  LaneAnswers& answers_;
  HullPair pair_{-1, -1};
  ChosenItems run_;
};

}  // namespace

void settle_pose_runs(const PairBatch<3>& batch, std::uint32_t poses, std::int64_t first,
                      const LanePoses& tables, const LaneItems& items,
                      LaneAnswers& answers) noexcept {
  RunFinder(batch, poses, first, tables, items, answers).settle();
}

}  // namespace sunder::detail::batch
