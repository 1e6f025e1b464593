// SPDX-License-Identifier: Apache-2.0
//
// Idea: The indices of a whole block are read and checked together. If a kernel takes all items of
//   the block, it reads their indices in place. Otherwise its items are copied side by side, and
//   its codes are copied back. Items that cannot be read are left out and stay open.
// Cost: Some ten nanoseconds a block beside the kernels, and a copy of 16 bytes for a chosen item.
// Gives up: Bodies that no kernel takes.
#include "batch/blocks.hpp"

#include <algorithm>

#include "batch/block_lists.hpp"
#include "batch/kernels.hpp"
#include "batch/pose_runs.hpp"

namespace sunder::detail::batch {
namespace {

/// The items of a block, with their records.
template <class Record>
class Block {
 public:
  static constexpr int kDimension = Record::kDimension;

  Block(const PairBatch<kDimension>& batch, const RecordView<Record>& records,
        const LaneLists& lists, std::int32_t count, const LaneMargins* margins,
        LaneAnswers& answers) noexcept
      : records_(records),
        poses_(static_cast<std::uint32_t>(std::clamp<std::int64_t>(batch.poses.count, 0, kMost))),
        answers_(answers) {
    tables_.poses = static_cast<const std::byte*>(batch.poses.data);
    tables_.pose_stride = batch.poses.stride;
    tables_.far = is_far(batch.poses);
    tables_.records = records.data;
    tables_.columns = records.columns;
    tables_.bodies = records.count;
    tables_.corners = records.corners;
    tables_.centred = records.all_centred;
    items_.lists = lists;
    items_.count = count;
    if (margins != nullptr) {
      std::copy_n(margins->lower.begin(), count, items_.lower.begin());
      std::copy_n(margins->upper.begin(), count, items_.upper.begin());
      std::fill_n(items_.lower.begin() + count, kPadding, 0.0F);
      std::fill_n(items_.upper.begin() + count, kPadding, 0.0F);
    }
    const LargestIndices largest = largest_indices(lists, count);
    all_in_ = largest.hull < static_cast<std::uint32_t>(records.count) && largest.pose < poses_;
  }

  /// Runs the kernel on the pairs that it takes.
  template <class Kernel>
  void ask(const Kernel& kernel) noexcept {
    if (all_in_ && kernel.takes_all(records_)) {
      run_rounds(kernel, tables_, items_);
      std::copy_n(items_.codes.begin(), items_.count, answers_.codes.begin());
      for (std::size_t i = 0; Kernel::kMeasures && i < count(); ++i) {
        answers_.distances[i] = {items_.nearest[i], items_.farthest[i]};
      }
      return;
    }
    if (Kernel::kMeasures) std::fill_n(answers_.distances.begin(), items_.count, Interval{});
    if (!kernel.takes_none(records_)) ask_some(kernel);
  }

  const RecordView<Record>& records() const noexcept { return records_; }
  const LanePoses& tables() const noexcept { return tables_; }
  const LaneItems& items() const noexcept { return items_; }
  std::uint32_t poses() const noexcept { return poses_; }

 private:
  static constexpr std::int64_t kMost = 0x7fffffff;

  template <class Kernel>
  [[gnu::noinline]] void ask_some(const Kernel& kernel) noexcept {
    ChosenItems chosen;
    for (std::size_t i = 0; i < count(); ++i) {
      if ((all_in_ || is_in(i)) && takes(kernel, i)) chosen.take(items_, i);
    }
    chosen.settle(kernel, tables_, answers_);
  }

  std::size_t count() const noexcept { return static_cast<std::size_t>(items_.count); }
  bool is_in(std::size_t i) const noexcept {
    const LaneLists& lists = items_.lists;
    const auto bodies = static_cast<std::uint32_t>(records_.count);
    return static_cast<std::uint32_t>(lists.body_a[i]) < bodies &&
           static_cast<std::uint32_t>(lists.body_b[i]) < bodies &&
           static_cast<std::uint32_t>(lists.pose_a[i]) < poses_ &&
           static_cast<std::uint32_t>(lists.pose_b[i]) < poses_;
  }
  template <class Kernel>
  bool takes(const Kernel& kernel, std::size_t i) const noexcept {
    return kernel.takes(records_.data[items_.lists.body_a[i]],
                        records_.data[items_.lists.body_b[i]]);
  }

  const RecordView<Record>& records_;
  std::uint32_t poses_;
  LaneAnswers& answers_;
  Tables<Record> tables_;
  LaneItems items_;
  bool all_in_;
};

/// Makes records for a block whose table has none. Not inlined: they take much of the stack.
template <class Record, class Ask>
[[gnu::noinline]] void ask_with_own_records(const PairBatch<Record::kDimension>& batch,
                                            std::int32_t count, BlockLists& lists,
                                            const Ask& ask) noexcept {
  BlockRecords<Record> own;
  BlockOfIndices& body_a = lists.body_a.own(count);
  BlockOfIndices& body_b = lists.body_b.own(count);
  const RecordView<Record> records = own.make(batch.bodies, count, body_a.data(), body_b.data());
  fill_last_group(body_a, count);
  fill_last_group(body_b, count);
  ask(records);
}

/// Calls `ask` with a block and its records. Items that it does not settle stay open.
template <class Record, class Ask>
void ask_block(const PairBatch<Record::kDimension>& batch, const Records<Record>& records,
               std::int64_t first, std::int32_t count, const LaneMargins* margins,
               LaneAnswers& answers, const Ask& ask) noexcept {
  std::fill_n(answers.codes.begin(), count, std::uint8_t{kOpen});
  BlockLists lists(batch, first, count);
  const auto with = [&](const RecordView<Record>& view) {
    Block<Record> block(batch, view, lists.entries(), count, margins, answers);
    ask(block);
  };
  if (records.exist()) {
    with(records.view());
  } else {
    ask_with_own_records<Record>(batch, count, lists, with);
  }
  count_lane_codes(count, answers);
}

}  // namespace

void settle_in_lanes(const PairBatch<3>& batch, const HullRecords& records, std::int64_t first,
                     std::int32_t count, const LaneMargins* margins,
                     LaneAnswers& answers) noexcept {
  ask_block(batch, records, first, count, margins, answers, [&](Block<HullRecord>& block) {
    const bool padded = margins != nullptr;
    if (!padded) block.ask(BoxKernel{{}, batch.poses.form});
    block.ask(BallKernel{batch.poses.form, padded});
    if (padded) return;
    if (block.records().all_boxes) return;
    settle_pose_runs(batch, block.poses(), first, block.tables(), block.items(), answers);
  });
}

void settle_in_lanes(const PairBatch<2>& batch, const PolygonRecords& records, std::int64_t first,
                     std::int32_t count, LaneAnswers& answers) noexcept {
  ask_block(batch, records, first, count, nullptr, answers,
            [&](Block<PolygonRecord>& block) { block.ask(PolygonKernel{batch.poses.form}); });
}

void measure_in_lanes(const PairBatch<3>& batch, const BoxRecords& boxes, double width,
                      std::int64_t first, std::int32_t count, LaneAnswers& answers) noexcept {
  ask_block(batch, boxes, first, count, nullptr, answers, [&](Block<BoxRecord>& block) {
    block.ask(DistanceKernel{{}, batch.poses.form, width});
  });
}

}  // namespace sunder::detail::batch
