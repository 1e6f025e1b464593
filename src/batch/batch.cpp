// SPDX-License-Identifier: Apache-2.0
//
// Idea: This file checks a request, and refuses it as a whole before it writes anything. Then a
//   Work computes the answers, and a Schedule runs it.
// Cost: Some hundred nanoseconds a call.
// Gives up: Nothing. An item that cannot be read gets a Refusal in the output.
#include "sunder/batch.hpp"

#include <string_view>

#include "batch/closest.hpp"
#include "batch/configurations.hpp"
#include "batch/request.hpp"
#include "batch/settle.hpp"
#include "machine/enum_names.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::batch::check_absent;
using detail::batch::check_column;
using detail::batch::check_found;
using detail::batch::check_list;
using detail::batch::check_number;
using detail::batch::check_options;
using detail::batch::check_output;
using detail::batch::check_table;
using detail::batch::ConfigurationSearch;
using detail::batch::Demand;
using detail::batch::find_closest;
using detail::batch::FirstError;
using detail::batch::kMostItems;
using detail::batch::LaneRecords;
using detail::batch::Schedule;
using detail::batch::Settler;
using detail::batch::wrong_shape;

/// The largest dimension of a matrix: the sizes in bytes are far from overflow.
constexpr std::int64_t kMostDimensions = 1 << 20;

/// Checks the tables that both kinds of batches have.
template <int D, class Batch>
void check_tables(const Batch& batch, FirstError& next) {
  next(check_table("bodies", batch.bodies.data, batch.bodies.count));
  next(check_table("poses", batch.poses.data, batch.poses.count));
  if (batch.poses.form != PoseTable<D>::Form::poses) {
    next(check_number("poses.dimension", batch.poses.dimension, D == kRunTime ? 1 : D,
                      D == kRunTime ? kMostDimensions : D));
  }
  if (batch.radii.data != nullptr) {
    next(check_column("radii", batch.radii, batch.bodies.count));
  }
}

template <int D>
void check_batch(const PairBatch<D>& batch, FirstError& next) {
  next(check_number("count", batch.count, 0, kMostItems));
  check_tables<D>(batch, next);
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

/// Checks a batch of configurations. The count of poses must fit into 32 bits.
template <int D>
void check_configurations(const ConfigurationBatch<D>& batch, const ConfigurationOutput& output,
                          FirstError& next) {
  constexpr std::int64_t kMostPoses = 0x7fffffff;
  const std::int64_t bodies = batch.bodies.count;
  check_tables<D>(batch, next);
  next(check_number("pairs", batch.pairs, 0, kMostPoses));
  next(check_number("configurations", batch.configurations, 0, kMostPoses));
  next(check_number("bodies", bodies, 0, kMostPoses));
  next(check_number("fixed", batch.fixed, 0, bodies));
  if (next.error()) return;
  const std::int64_t moving = bodies - batch.fixed;
  if (moving > 0) {
    next(check_number("configurations", batch.configurations, 0,
                      (kMostPoses - batch.fixed) / moving));
  }
  const std::int64_t poses = batch.fixed + batch.configurations * moving;
  next(check_number("poses", batch.poses.count, poses, kMostItems));
  next(check_list("body_a", batch.body_a, batch.pairs));
  next(check_list("body_b", batch.body_b, batch.pairs));
  next(check_output("verdicts", output.verdicts, batch.configurations));
  next(check_output("first_hits", output.first_hits, batch.configurations));
  next(check_output("refusals", output.refusals, batch.configurations));
  next(check_output("pair_verdicts", output.pair_verdicts, batch.configurations * batch.pairs));
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

/// Checks the request of a question whose hints and outputs are those of a verdict.
template <int D>
void check_verdict_alone(const BatchOutput<D>& output, const BatchOptions& options,
                         FirstError& next) {
  next(check_absent("distances", output.distances));
  if (options.certify) {
    next(wrong_shape("certify is for intersects() and distances() without radii; leave it false"));
  }
}

/// Checks the request of a question that writes no verdicts.
template <int D>
void check_refusals_alone(const BatchOutput<D>& output, const BatchOptions& options,
                          FirstError& next) {
  check_verdict_alone(output, options, next);
  next(check_absent("hints", output.hints));
  next(check_absent("verdicts", output.verdicts));
  next(check_absent("stages", output.stages));
}

template <int D>
Result<BatchReport> settle(const PairBatch<D>& batch, const BatchOutput<D>& output,
                           const BatchOptions& options, const Demand<D>& demand) {
  // Only the path of a single query computes hints, proofs, contacts and casts.
  const bool padded = batch.radii.data != nullptr;
  const auto records = output.hints.empty()
                           ? LaneRecords<D>(batch.bodies, batch.count, demand, padded)
                           : LaneRecords<D>();
  const Settler<D> settler(batch, output, demand, records);
  return Schedule(batch.count, settler, options).run();
}

}  // namespace

std::string_view to_string(Refusal refusal) noexcept {
  static constexpr std::string_view kNames[] = {"none",     "body_a",    "body_b",
                                                "pose_a",   "pose_b",    "matrix_a",
                                                "matrix_b", "dimension", "margin"};
  return detail::name_of<Refusal::margin>(kNames, refusal, "unknown");
}

template <int D>
Result<BatchReport> intersects(const PairBatch<D>& batch, const BatchOutput<D>& output,
                               const BatchOptions& options) {
  FirstError checked = check(batch, output, options);
  if (batch.radii.data != nullptr) {
    check_verdict_alone(output, options, checked);
  } else {
    checked(check_absent("distances", output.distances));
  }
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options, {.certify = options.certify});
}

template <int D>
Result<BatchReport> intersects(const ConfigurationBatch<D>& batch,
                               const ConfigurationOutput& output, const BatchOptions& options) {
  FirstError checked;
  check_configurations(batch, output, checked);
  check_options(options, batch.configurations, checked);
  if (options.certify) checked(wrong_shape("certify is for batches of pairs; leave it false"));
  if (checked.error()) return *checked.error();
  const ConfigurationSearch<D> search(batch, output);
  return Schedule(batch.configurations, search, options, search.chunk()).run();
}

template <int D>
Result<BatchReport> distances(const PairBatch<D>& batch, const BatchOutput<D>& output,
                              const BatchOptions& options) {
  FirstError checked = check(batch, output, options);
  if (options.certify && batch.radii.data != nullptr) {
    check_verdict_alone<D>({}, options, checked);
  }
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options,
                   {.question = detail::batch::Question::distance,
                    .certify = options.certify,
                    .width = options.width,
                    .beyond = options.beyond});
}

template <int D>
Result<BatchReport> compare_to_margins(const PairBatch<D>& batch, Column<double> margins,
                                       const BatchOutput<D>& output, const BatchOptions& options) {
  FirstError checked = check(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_column("margins", margins, batch.count));
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options,
                   {.question = detail::batch::Question::margin, .margins = margins});
}

template <int D>
Result<BatchReport> prove_batch(const PairBatch<D>& batch,
                                std::type_identity_t<Column<Proposal<D>>> proposals,
                                const BatchOutput<D>& output, const BatchOptions& options) {
  FirstError checked = check(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_absent("hints", output.hints));
  checked(check_column("proposals", proposals, batch.count));
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options,
                   {.question = detail::batch::Question::proof, .proposals = proposals});
}

template <int D>
Result<BatchReport> contacts(const PairBatch<D>& batch,
                             std::type_identity_t<std::span<Contact<D>>> found,
                             const BatchOutput<D>& output, const BatchOptions& options,
                             const ContactOptions<D>& each) {
  FirstError checked = check(batch, output, options);
  check_verdict_alone(output, options, checked);
  checked(check_found(found.size(), batch.count));
  if (checked.error()) return *checked.error();
  return settle<D>(
      batch, output, options,
      {.question = detail::batch::Question::contact, .contact_options = each, .contacts = found});
}

template <int D>
Result<BatchReport> casts(const PairBatch<D>& batch,
                          std::type_identity_t<Column<Motion<D>>> motions,
                          std::type_identity_t<std::span<Cast<D>>> found,
                          const BatchOutput<D>& output, const BatchOptions& options,
                          const CastOptions& each) {
  FirstError checked = check(batch, output, options);
  check_refusals_alone(output, options, checked);
  checked(check_found(found.size(), batch.count));
  checked(check_column("motions", motions, batch.poses.count));
  if (checked.error()) return *checked.error();
  return settle<D>(batch, output, options,
                   {.question = detail::batch::Question::cast,
                    .cast_options = each,
                    .motions = motions,
                    .casts = found});
}

template <int D>
Result<Closest> closest(const PairBatch<D>& batch, const BatchOutput<D>& output,
                        const BatchOptions& options, const Closest& known) {
  FirstError checked = check(batch, output, options);
  check_refusals_alone(output, options, checked);
  checked(check_number("known.item", known.item, -1, std::max<std::int64_t>(batch.count, 0) - 1));
  if (checked.error()) return *checked.error();
  const detail::batch::PolytopeItems<D> items(batch, options.width);
  return find_closest(items, batch.count, output.refusals, options, known, Schedule::kChunk);
}

#define SUNDER_BATCHES(D)                                                                      \
  template Result<BatchReport> intersects(const PairBatch<D>&, const BatchOutput<D>&,          \
                                          const BatchOptions&);                                \
  template Result<BatchReport> intersects(const ConfigurationBatch<D>&,                        \
                                          const ConfigurationOutput&, const BatchOptions&);    \
  template Result<BatchReport> distances(const PairBatch<D>&, const BatchOutput<D>&,           \
                                         const BatchOptions&);                                 \
  template Result<BatchReport> compare_to_margins(const PairBatch<D>&, Column<double>,         \
                                                  const BatchOutput<D>&, const BatchOptions&); \
  template Result<BatchReport> prove_batch(const PairBatch<D>&, Column<Proposal<D>>,           \
                                           const BatchOutput<D>&, const BatchOptions&);        \
  template Result<Closest> closest(const PairBatch<D>&, const BatchOutput<D>&,                 \
                                   const BatchOptions&, const Closest&)
#define SUNDER_MOVED_BATCHES(D)                                                                  \
  template Result<BatchReport> contacts(const PairBatch<D>&, std::span<Contact<D>>,              \
                                        const BatchOutput<D>&, const BatchOptions&,              \
                                        const ContactOptions<D>&);                               \
  template Result<BatchReport> casts(const PairBatch<D>&, Column<Motion<D>>, std::span<Cast<D>>, \
                                     const BatchOutput<D>&, const BatchOptions&,                 \
                                     const CastOptions&)
SUNDER_BATCHES(2);
SUNDER_BATCHES(3);
SUNDER_BATCHES(kRunTime);
SUNDER_MOVED_BATCHES(2);
SUNDER_MOVED_BATCHES(3);

}  // namespace sunder::inline SUNDER_ABI
