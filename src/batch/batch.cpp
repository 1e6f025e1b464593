// SPDX-License-Identifier: Apache-2.0
//
// The door to batches: what is refused as a whole is refused here, before anything is written.
#include "sunder/batch.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "batch/schedule.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::batch::ClosestSearch;
using detail::batch::Demand;
using detail::batch::Question;
using detail::batch::Schedule;
using detail::batch::Settler;

/// Of matrices: more are never read, and their bytes are far from overflowing.
constexpr std::int64_t kMostDimensions = 1 << 20;

Error wrong_shape(std::string message) { return {ErrorCode::wrong_shape, std::move(message)}; }

std::optional<Error> check_list(const char* name, const Indices& list, std::int64_t items) {
  if (list.data == nullptr ||
      list.count >= (list.stride == 0 ? std::min<std::int64_t>(items, 1) : items))
    return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(list.count) + " entries for " +
                     std::to_string(items) + " items; give one an item, or a stride of 0");
}

std::optional<Error> check_table(const char* name, const void* data, std::int64_t entries) {
  if (entries == 0 || (entries > 0 && data != nullptr)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(entries) +
                     " entries and starts nowhere; give the first one's address");
}

template <class T>
std::optional<Error> check_output(const char* name, std::span<T> output, std::int64_t items) {
  if (output.empty() || output.size() == static_cast<std::size_t>(items)) return std::nullopt;
  return wrong_shape(std::string(name) + " has " + std::to_string(output.size()) + " entries for " +
                     std::to_string(items) + " items; give one an item, or none");
}

std::optional<Error> check_number(const char* name, std::int64_t value, std::int64_t least,
                                  std::int64_t most) {
  if (least <= value && value <= most) return std::nullopt;
  return wrong_shape(std::string(name) + " is " + std::to_string(value) + "; give " +
                     std::to_string(least) + " to " + std::to_string(most));
}

template <class T>
std::optional<Error> check_column(const char* name, const Column<T>& column, std::int64_t entries) {
  if (entries == 0) return std::nullopt;
  if (column.data != nullptr && column.count >= (column.stride == 0 ? 1 : entries)) {
    return std::nullopt;
  }
  const std::int64_t given = column.data == nullptr ? 0 : column.count;
  return wrong_shape(std::string(name) + " has " + std::to_string(given) + " entries for " +
                     std::to_string(entries) + "; give one each, or a stride of 0");
}

/// The outputs and options that a question does not answer.
template <class T>
std::optional<Error> check_absent(const char* name, std::span<T> output) {
  if (output.empty()) return std::nullopt;
  return wrong_shape(std::string(name) + " is not answered by this question; leave it out");
}

/// The first of the errors that a request has.
class FirstError {
 public:
  void operator()(const std::optional<Error>& other) {
    if (!error_) error_ = other;
  }
  const std::optional<Error>& error() const noexcept { return error_; }

 private:
  std::optional<Error> error_;
};

constexpr std::int64_t kMost = std::int64_t{1} << 62;

template <int D>
void check_batch(const PairBatch<D>& batch, FirstError& next) {
  next(check_number("count", batch.count, 0, kMost));
  next(check_table("bodies", batch.bodies.data, batch.bodies.count));
  next(check_table("poses", batch.poses.data, batch.poses.count));
  if (batch.poses.form != PoseTable<D>::Form::poses) {
    next(check_number("poses.dimension", batch.poses.dimension, D == kRunTime ? 1 : D,
                      D == kRunTime ? kMostDimensions : D));
  }
  next(check_list("body_a", batch.body_a, batch.count));
  next(check_list("body_b", batch.body_b, batch.count));
  next(check_list("pose_a", batch.pose_a, batch.count));
  next(check_list("pose_b", batch.pose_b, batch.count));
}

template <int D>
void check_outputs(const BatchOutput<D>& output, std::int64_t items, FirstError& next) {
  next(check_output("verdicts", output.verdicts, items));
  next(check_output("stages", output.stages, items));
  next(check_output("refusals", output.refusals, items));
  next(check_output("hints", output.hints, items));
  next(check_output("distances", output.distances, items));
}

void check_options(const BatchOptions& options, std::int64_t items, FirstError& next) {
  next(check_number("begin", options.begin, 0, std::max(items, std::int64_t{0})));
  next(check_number("chunk", options.chunk, 0, kMost));
  next(check_number("hits", options.hits, 1, kMost));
  if (!detail::is_finite_bits(options.width) ||
      (std::signbit(options.width) && !detail::is_zero_bits(options.width))) {
    next(wrong_shape("width is negative or not finite; 0 asks for the default width"));
  }
}

template <int D>
FirstError check(const PairBatch<D>& batch, const BatchOutput<D>& output,
                 const BatchOptions& options) {
  FirstError next;
  check_batch(batch, next);
  check_outputs(output, batch.count, next);
  check_options(options, batch.count, next);
  return next;
}

template <int D>
void check_verdict_alone(const BatchOutput<D>& output, const BatchOptions& options,
                         FirstError& next) {
  next(check_absent("distances", output.distances));
  if (options.certify) {
    next(wrong_shape("certify is for intersects() and distances(); leave it false"));
  }
}

template <int D>
Result<BatchReport> settle(const PairBatch<D>& batch, const BatchOutput<D>& output,
                           const BatchOptions& options, const Demand<D>& demand) {
  const Settler<D> settler(batch, output, demand);
  return Schedule<Settler<D>>(batch.count, settler, options).run();
}

template <int D>
Result<BatchReport> decide_all(const PairBatch<D>& batch, const BatchOutput<D>& output,
                               const BatchOptions& options) {
  FirstError checked = check<D>(batch, output, options);
  checked(check_absent("distances", output.distances));
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options, {.certify = options.certify});
}

template <int D>
Result<BatchReport> measure_all(const PairBatch<D>& batch, const BatchOutput<D>& output,
                                const BatchOptions& options) {
  FirstError checked = check<D>(batch, output, options);
  if (checked.error()) return *checked.error();
  return settle<D>(
      batch, output, options,
      {.question = Question::distance, .certify = options.certify, .width = options.width});
}

template <int D>
Result<BatchReport> compare(const PairBatch<D>& batch, const BatchMargins& margins,
                            const BatchOutput<D>& output, const BatchOptions& options) {
  FirstError checked = check<D>(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_column("margins.distances", margins.distances, batch.count));
  if (margins.radii.data != nullptr) {
    checked(check_column("margins.radii", margins.radii, batch.bodies.count));
  }
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options, {.question = Question::margin, .margins = margins});
}

template <int D>
Result<BatchReport> prove_all(const PairBatch<D>& batch, const Column<Proposal<D>>& proposals,
                              const BatchOutput<D>& output, const BatchOptions& options) {
  FirstError checked = check<D>(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_absent("hints", output.hints));
  checked(check_column("proposals", proposals, batch.count));
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options, {.question = Question::proof, .proposals = proposals});
}

template <int D>
Result<Closest> find_closest(const PairBatch<D>& batch, const BatchOutput<D>& output,
                             BatchOptions options, const Closest& known) {
  FirstError checked = check<D>(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_absent("hints", output.hints));
  checked(check_absent("verdicts", output.verdicts));
  checked(check_absent("stages", output.stages));
  checked(check_number("known.item", known.item, -1, std::max<std::int64_t>(batch.count, 0) - 1));
  if (checked.error()) return *checked.error();
  options.stop = BatchStop::never;
  options.hit = BatchHit::meets;
  const ClosestSearch<D> search(batch, output.refusals, options.width);
  if (known.item >= 0) search.enter(known.item);
  const BatchReport report = Schedule<ClosestSearch<D>>(batch.count, search, options).run();
  Closest found = search.answer();
  found.report = report;
  return found;
}

}  // namespace

std::string_view to_string(Refusal refusal) noexcept {
  switch (refusal) {
    case Refusal::none:
      return "none";
    case Refusal::body_a:
      return "body_a";
    case Refusal::body_b:
      return "body_b";
    case Refusal::pose_a:
      return "pose_a";
    case Refusal::pose_b:
      return "pose_b";
    case Refusal::matrix_a:
      return "matrix_a";
    case Refusal::matrix_b:
      return "matrix_b";
    case Refusal::dimension:
      return "dimension";
    case Refusal::margin:
      return "margin";
  }
  return "unknown";
}

Result<BatchReport> intersects(const PairBatch<2>& batch, const BatchOutput<2>& output,
                               const BatchOptions& options) {
  return decide_all<2>(batch, output, options);
}
Result<BatchReport> intersects(const PairBatch<3>& batch, const BatchOutput<3>& output,
                               const BatchOptions& options) {
  return decide_all<3>(batch, output, options);
}
Result<BatchReport> intersects(const PairBatch<kRunTime>& batch,
                               const BatchOutput<kRunTime>& output, const BatchOptions& options) {
  return decide_all<kRunTime>(batch, output, options);
}

Result<BatchReport> distances(const PairBatch<2>& batch, const BatchOutput<2>& output,
                              const BatchOptions& options) {
  return measure_all<2>(batch, output, options);
}
Result<BatchReport> distances(const PairBatch<3>& batch, const BatchOutput<3>& output,
                              const BatchOptions& options) {
  return measure_all<3>(batch, output, options);
}
Result<BatchReport> distances(const PairBatch<kRunTime>& batch, const BatchOutput<kRunTime>& output,
                              const BatchOptions& options) {
  return measure_all<kRunTime>(batch, output, options);
}

Result<BatchReport> compare_to_margins(const PairBatch<2>& batch, const BatchMargins& margins,
                                       const BatchOutput<2>& output, const BatchOptions& options) {
  return compare<2>(batch, margins, output, options);
}
Result<BatchReport> compare_to_margins(const PairBatch<3>& batch, const BatchMargins& margins,
                                       const BatchOutput<3>& output, const BatchOptions& options) {
  return compare<3>(batch, margins, output, options);
}
Result<BatchReport> compare_to_margins(const PairBatch<kRunTime>& batch,
                                       const BatchMargins& margins,
                                       const BatchOutput<kRunTime>& output,
                                       const BatchOptions& options) {
  return compare<kRunTime>(batch, margins, output, options);
}

Result<BatchReport> prove_batch(const PairBatch<2>& batch, Column<Proposal2> proposals,
                                const BatchOutput<2>& output, const BatchOptions& options) {
  return prove_all<2>(batch, proposals, output, options);
}
Result<BatchReport> prove_batch(const PairBatch<3>& batch, Column<Proposal3> proposals,
                                const BatchOutput<3>& output, const BatchOptions& options) {
  return prove_all<3>(batch, proposals, output, options);
}
Result<BatchReport> prove_batch(const PairBatch<kRunTime>& batch, Column<ProposalN> proposals,
                                const BatchOutput<kRunTime>& output, const BatchOptions& options) {
  return prove_all<kRunTime>(batch, proposals, output, options);
}

Result<Closest> closest(const PairBatch<2>& batch, const BatchOutput<2>& output,
                        const BatchOptions& options, const Closest& known) {
  return find_closest<2>(batch, output, options, known);
}
Result<Closest> closest(const PairBatch<3>& batch, const BatchOutput<3>& output,
                        const BatchOptions& options, const Closest& known) {
  return find_closest<3>(batch, output, options, known);
}
Result<Closest> closest(const PairBatch<kRunTime>& batch, const BatchOutput<kRunTime>& output,
                        const BatchOptions& options, const Closest& known) {
  return find_closest<kRunTime>(batch, output, options, known);
}

}  // namespace sunder::inline SUNDER_ABI
