// SPDX-License-Identifier: Apache-2.0
//
// Idea: An item is a single query, with bodies and poses from the batch's tables. The schedule of all batches cuts them
// into chunks.
// Cost: That of single queries. A matrix becomes a pose for each item.
// Gives up: Items that cannot be read. The refusal names the body, pose, matrix or radius that is wrong.
#include <atomic>
#include <limits>
#include <new>
#include <optional>

#include "batch/columns.hpp"
#include "batch/request.hpp"
#include "batch/schedule.hpp"
#include "mesh/named_place.hpp"
#include "sunder/body_batch.hpp"

namespace sunder::detail::mesh {
namespace {

using batch::Finding;
using batch::refused;

/// Items of a task, if the options name none: a mesh may take milliseconds, and a task shows progress.
constexpr std::int64_t kItemsOfTask = 16;
constexpr double kNoEnd = std::numeric_limits<double>::infinity();

enum class Asked : std::uint8_t { verdict, distance, margin };

struct Pads {
  double a = 0, b = 0;
  bool is_none() const noexcept { return is_zero_bits(a) && is_zero_bits(b); }
};

class BodySettler final : public batch::Work {
 public:
  BodySettler(const BodyBatch& batch, const BodyBatchOutput& output, Asked asked,
              const Column<double>& margins, double beyond) noexcept
      : batch_(batch), output_(output), asked_(asked), margins_(margins), beyond_(beyond) {}

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      batch::Tally& tally) const override {
    for (std::int64_t i = begin; i < end; ++i) {
      BodyPlace place;
      Finding found;
      try {
        found = examine(i, place);
      } catch (const std::bad_alloc&) {
        out_of_memory_ = true;  // nothing may be thrown to an executor
        return i;
      }
      batch::fill(output_.verdicts, i, i + 1, found.verdict);
      batch::fill(output_.stages, i, i + 1, found.stage);
      batch::fill(output_.refusals, i, i + 1, found.refusal);
      batch::fill(output_.places, i, i + 1, place);
      batch::fill(output_.distances, i, i + 1, found.distance);
      tally.add(i, found);
      if (tally.hits() >= limit) return i + 1;
    }
    return end;
  }

  bool is_out_of_memory() const noexcept { return out_of_memory_; }

  void forget(std::int64_t begin, std::int64_t end) const noexcept override {
    batch::fill(output_.verdicts, begin, end, Verdict::not_examined);
    batch::fill(output_.stages, begin, end, Stage::none);
    batch::fill(output_.refusals, begin, end, Refusal::none);
    batch::fill(output_.places, begin, end, BodyPlace{});
    batch::fill(output_.distances, begin, end, Interval{0, kNoEnd});
  }

 private:
  template <class Answer>
  static Finding told(const Answer& answer, BodyPlace& place) noexcept {
    copy_place(answer, place);
    return batch::finding_of(static_cast<const Decision&>(answer));
  }

  Finding examine(std::int64_t item, BodyPlace& place) const {
    const Body3* const a = body(batch_.body_a, item);
    if (a == nullptr) return refused(Refusal::body_a);
    const Body3* const b = body(batch_.body_b, item);
    if (b == nullptr) return refused(Refusal::body_b);
    std::optional<Pose3> made_a, made_b;
    bool is_there = true;
    const Pose3* const pose_a = pose(batch_.pose_a, item, made_a, is_there);
    if (!is_there) return refused(Refusal::pose_a);
    const Pose3* const pose_b = pose(batch_.pose_b, item, made_b, is_there);
    if (!is_there) return refused(Refusal::pose_b);
    if (pose_a == nullptr) return refused(Refusal::matrix_a);
    if (pose_b == nullptr) return refused(Refusal::matrix_b);
    return ask({*a, *pose_a}, {*b, *pose_b}, item, place);
  }

  Finding ask(const PosedBody3& a, const PosedBody3& b, std::int64_t item, BodyPlace& place) const {
    const Pads pads{radius(batch_.body_a, item), radius(batch_.body_b, item)};
    switch (asked_) {
      case Asked::distance:
        return measure(a, b, pads, place);
      case Asked::margin:
        return compare(a, b, pads, batch::number_at(margins_, item), place);
      case Asked::verdict:
        break;
    }
    return pads.is_none() ? told(intersects(a, b), place) : compare(a, b, pads, 0, place);
  }

  static Finding compare(const PosedBody3& a, const PosedBody3& b, const Pads& pads, double margin,
                         BodyPlace& place) {
    const auto answer = compare_to_margin(a, b, {margin, pads.a, pads.b});
    return answer ? told(answer.value(), place) : refused(Refusal::margin);
  }

  Finding measure(const PosedBody3& a, const PosedBody3& b, const Pads& pads,
                  BodyPlace& place) const {
    if (beyond_ < kNoEnd) {
      BodyPlace unused;
      Finding found = compare(a, b, pads, beyond_, unused);
      if (found.refusal != Refusal::none) return found;
      found.distance = {beyond_, kNoEnd};
      if (found.verdict == Verdict::separated) return found;
    }
    const auto answer =
        pads.is_none() ? Result<BodyDistance>(distance(a, b)) : distance(a, b, pads.a, pads.b);
    if (!answer) return refused(Refusal::margin);
    Finding found = told(answer.value(), place);
    found.distance = answer.value().distance;
    return found;
  }

  const Body3* body(const Indices& list, std::int64_t item) const noexcept {
    const std::int32_t index = batch::index_at(list, item);
    if (index < 0 || index >= batch_.bodies.count) return nullptr;
    return &batch::entry_at(batch_.bodies.data, batch_.bodies.stride, index);
  }

  /// Returns null for a matrix that is not finite.
  const Pose3* pose(const Indices& list, std::int64_t item, std::optional<Pose3>& made,
                    bool& is_there) const {
    const std::int32_t index = batch::index_at(list, item);
    const PoseTable<3>& table = batch_.poses;
    is_there = index >= 0 && index < table.count;
    if (!is_there) return nullptr;
    if (table.form == PoseTable<3>::Form::poses)
      return &batch::entry_at(static_cast<const Pose3*>(table.data), table.stride, index);
    batch::MatrixRows<3> rows;
    if (!batch::read_matrix<3>(table, index, rows)) return nullptr;
    return &made.emplace(Pose3::from_matrix(rows).value());
  }

  double radius(const Indices& list, std::int64_t item) const noexcept {
    return batch_.radii.data == nullptr
               ? 0
               : batch::number_at(batch_.radii, batch::index_at(list, item));
  }

  const BodyBatch& batch_;
  const BodyBatchOutput& output_;
  Asked asked_;
  Column<double> margins_;
  double beyond_;
  mutable std::atomic<bool> out_of_memory_{false};
};

Result<BatchReport> run(const BodyBatch& batch, const BodyBatchOutput& output,
                        const BatchOptions& options, Asked asked,
                        const Column<double>& margins = {}) {
  batch::FirstError next;
  next(batch::check_number("count", batch.count, 0, batch::kMostItems));
  next(batch::check_table("bodies", batch.bodies.data, batch.bodies.count));
  next(batch::check_table("poses", batch.poses.data, batch.poses.count));
  if (batch.poses.form != PoseTable<3>::Form::poses)
    next(batch::check_number("poses.dimension", batch.poses.dimension, 3, 3));
  if (batch.radii.data != nullptr)
    next(batch::check_column("radii", batch.radii, batch.bodies.count));
  next(batch::check_list("body_a", batch.body_a, batch.count));
  next(batch::check_list("body_b", batch.body_b, batch.count));
  next(batch::check_list("pose_a", batch.pose_a, batch.count));
  next(batch::check_list("pose_b", batch.pose_b, batch.count));
  next(batch::check_output("verdicts", output.verdicts, batch.count));
  next(batch::check_output("stages", output.stages, batch.count));
  next(batch::check_output("refusals", output.refusals, batch.count));
  next(batch::check_output("places", output.places, batch.count));
  next(batch::check_output("distances", output.distances, batch.count));
  if (asked != Asked::distance) next(batch::check_absent("distances", output.distances));
  if (asked == Asked::margin) next(batch::check_column("margins", margins, batch.count));
  batch::check_options(options, batch.count, next);
  if (options.certify)
    next(batch::wrong_shape("certify is for batches of polytopes; leave it false"));
  if (!is_zero_bits(options.width))
    next(batch::wrong_shape("width is for batches of polytopes; leave it 0"));
  if (asked != Asked::distance && options.beyond < kNoEnd)
    next(batch::wrong_shape("beyond is for distances(); leave it infinite"));
  if (next.error()) return *next.error();
  const BodySettler settler(batch, output, asked, margins, options.beyond);
  const BatchReport report = batch::Schedule(batch.count, settler, options, kItemsOfTask).run();
  if (settler.is_out_of_memory()) throw std::bad_alloc();
  return report;
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<BatchReport> intersects(const BodyBatch& batch, const BodyBatchOutput& output,
                               const BatchOptions& options) {
  return detail::mesh::run(batch, output, options, detail::mesh::Asked::verdict);
}
Result<BatchReport> distances(const BodyBatch& batch, const BodyBatchOutput& output,
                              const BatchOptions& options) {
  return detail::mesh::run(batch, output, options, detail::mesh::Asked::distance);
}
Result<BatchReport> compare_to_margins(const BodyBatch& batch, Column<double> margins,
                                       const BodyBatchOutput& output, const BatchOptions& options) {
  return detail::mesh::run(batch, output, options, detail::mesh::Asked::margin, margins);
}

}  // namespace sunder::inline SUNDER_ABI
