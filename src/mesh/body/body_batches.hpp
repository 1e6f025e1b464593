// SPDX-License-Identifier: Apache-2.0
//
// Idea: An item is a single query, with bodies and poses from the batch's tables. The schedule of all batches cuts them
//   into chunks. One text serves space and the plane.
// Cost: That of single queries. A matrix becomes a pose for each item.
// Gives up: Items that cannot be read. The refusal names the body, pose, matrix or radius that is wrong.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "batch/closest.hpp"
#include "batch/columns.hpp"
#include "batch/request.hpp"
#include "batch/schedule.hpp"
#include "exact/dyadic.hpp"
#include "exact/root_sum.hpp"
#include "geometry/refusal.hpp"
#include "machine/failed_allocation.hpp"
#include "mesh/body/body_items.hpp"
#include "sunder/body_batch.hpp"

namespace sunder::detail::mesh {

/// Returns the distance of bodies that are apart, none of them empty, exactly. Throws std::bad_alloc.
template <int D>
Root exact_distance_of_bodies(const PosedBodyOf<D>& a, const PosedBodyOf<D>& b);

/// Items of a task, if the options name none: a mesh may take milliseconds, and a task shows progress.
inline constexpr std::int64_t kItemsOfTask = 16;

enum class Asked : std::uint8_t { verdict, distance, margin, contact, penetration, cast };

/// A question, and what it reads and writes beside the arrays of all questions.
template <int D>
struct BodyDemand {
  using Types = BodyTypes<D>;
  Asked asked = Asked::verdict;
  double beyond = kNoEnd;
  Column<double> margins{};
  std::span<typename Types::Contact> contacts{};
  std::span<typename Types::Penetration> penetrations{};
  Column<Motion<D>> motions{};
  std::span<typename Types::Cast> casts{};
};

template <int D>
class BodySettler final : public batch::Work {
 public:
  BodySettler(const BodyBatch<D>& table, const BodyBatchOutput<D>& output,
              const BodyDemand<D>& demand) noexcept
      : reader_(table), output_(output), demand_(demand) {}

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      batch::Tally& tally) const override {
    for (std::int64_t i = begin; i < end; ++i) {
      Shown shown;
      Finding found;
      if (!failed_.attempt([&] { found = examine(i, shown); })) return i;
      batch::fill(output_.verdicts, i, i + 1, found.verdict);
      batch::fill(output_.stages, i, i + 1, found.stage);
      batch::fill(output_.refusals, i, i + 1, found.refusal);
      batch::fill(output_.places, i, i + 1, shown.place);
      batch::fill(output_.distances, i, i + 1, found.distance);
      batch::fill(output_.witnesses, i, i + 1, shown.witness);
      tally.add(i, found);
      if (tally.hits() >= limit) return i + 1;
    }
    return end;
  }

  const FailedAllocation& failed() const noexcept { return failed_; }

  void forget(std::int64_t begin, std::int64_t end) const noexcept override {
    batch::fill(output_.verdicts, begin, end, Verdict::not_examined);
    batch::fill(output_.stages, begin, end, Stage::none);
    batch::fill(output_.refusals, begin, end, Refusal::none);
    batch::fill(output_.places, begin, end, BodyPlace{});
    batch::fill(output_.distances, begin, end, Interval{0, kNoEnd});
    batch::fill(output_.witnesses, begin, end, std::nullopt);
    forget_answers(demand_.contacts, begin, end);
    forget_answers(demand_.penetrations, begin, end);
    for (std::int64_t i = begin; i < end && !demand_.casts.empty(); ++i)
      demand_.casts[static_cast<std::size_t>(i)] = {};
  }

 private:
  /// What an item's answer shows beside a finding.
  struct Shown {
    BodyPlace place;
    std::optional<Witness<D>> witness;
  };

  template <class Answer>
  static void forget_answers(std::span<Answer> all, std::int64_t begin, std::int64_t end) noexcept {
    for (std::int64_t i = begin; i < end && !all.empty(); ++i) {
      Answer none;
      none.verdict = Verdict::not_examined;
      all[static_cast<std::size_t>(i)] = std::move(none);
    }
  }

  Finding examine(std::int64_t item, Shown& shown) const {
    const Finding found = reader_.with_bodies(
        item,
        [&](const PaddedBody<D>& a, const PaddedBody<D>& b) { return ask(a, b, item, shown); });
    if (found.refusal == Refusal::none) return found;
    const auto at = static_cast<std::size_t>(item);
    if (!demand_.contacts.empty()) demand_.contacts[at] = {};
    if (!demand_.penetrations.empty()) demand_.penetrations[at] = {};
    return found;
  }

  template <class Answer>
  static Finding write(std::span<Answer> all, std::int64_t item, Answer&& answer) noexcept {
    Answer& entry = all[static_cast<std::size_t>(item)];
    entry = std::move(answer);
    return finding_of_body(entry);
  }

  Finding ask(const PaddedBody<D>& a, const PaddedBody<D>& b, std::int64_t item,
              Shown& shown) const {
    const auto take = [&](const BodyPlace& place) { shown.place = place; };
    switch (demand_.asked) {
      case Asked::distance:
        return measure(a, b, shown);
      case Asked::margin:
        return compare_padded<D>(a, b, batch::number_at(demand_.margins, item), take);
      case Asked::contact:
        return write(demand_.contacts, item, contact(a.posed, b.posed));
      case Asked::penetration: {
        auto answer = penetration(a.posed, b.posed);
        take(place_of(answer));
        return write(demand_.penetrations, item, std::move(answer));
      }
      case Asked::cast:
        return move(a, b, item);
      case Asked::verdict:
        break;
    }
    if (!is_zero_bits(a.radius) || !is_zero_bits(b.radius)) return compare_padded<D>(a, b, 0, take);
    const auto answer = intersects(a.posed, b.posed);
    take(place_of(answer));
    return finding_of_body(answer);
  }

  Finding measure(const PaddedBody<D>& a, const PaddedBody<D>& b, Shown& shown) const {
    if (demand_.beyond < kNoEnd) {
      Finding found = compare_padded<D>(a, b, demand_.beyond, [](const BodyPlace&) {});
      if (found.refusal != Refusal::none) return found;
      found.distance = {demand_.beyond, kNoEnd};
      if (found.verdict == Verdict::separated) return found;
    }
    auto answer = measure_padded<D>(a, b);
    if (!answer) return refused(Refusal::margin);
    shown.place = place_of(answer.value());
    shown.witness = answer.value().witness;
    Finding found = finding_of_body(answer.value());
    found.distance = answer.value().distance;
    return found;
  }

  /// Motions that turn are refused before.
  Finding move(const PaddedBody<D>& a, const PaddedBody<D>& b, std::int64_t item) const {
    const BodyBatch<D>& table = reader_.table();
    const auto motion = [&](const Indices& poses) -> const Motion<D>& {
      return batch::entry_at(demand_.motions, batch::index_at(poses, item));
    };
    auto& found = demand_.casts[static_cast<std::size_t>(item)];
    found = cast(a.posed, motion(table.pose_a), b.posed, motion(table.pose_b)).value();
    return batch::finding_of_cast<D>(found);
  }

  BodyReader<D> reader_;
  const BodyBatchOutput<D>& output_;
  const BodyDemand<D>& demand_;
  mutable FailedAllocation failed_;
};

/// The items of a batch, as a search for the closest one reads them. An allocation that fails is kept, since nothing may
/// be thrown to an executor.
template <int D>
class BodyItems {
 public:
  explicit BodyItems(const BodyBatch<D>& table) noexcept : reader_(table) {}

  /// Turns a failed allocation into an item that is undecided.
  class Reader {
   public:
    explicit Reader(const BodyItems& items) noexcept : items_(items) {}
    template <class Use>
    Finding with_bodies(std::int64_t item, const Use& use) const {
      Finding found;
      return items_.failed_.attempt([&] { found = items_.reader_.with_bodies(item, use); })
                 ? found
                 : Finding{};
    }

   private:
    const BodyItems& items_;
  };
  Reader reader() const noexcept { return Reader(*this); }

  Finding compare_with_nearest(const PaddedBody<D>& a, const PaddedBody<D>& b,
                               double nearest) const {
    return compare_with(a, b, nearest);
  }
  Finding compare_with(const PaddedBody<D>& a, const PaddedBody<D>& b, double distance) const {
    return compare_padded<D>(a, b, distance, [](const BodyPlace&) {});
  }
  Finding measure(const PaddedBody<D>& a, const PaddedBody<D>& b) const {
    const auto answer = measure_padded<D>(a, b);
    if (!answer) return refused(Refusal::margin);
    Finding found = finding_of_body(answer.value());
    found.distance = answer.value().distance;
    return found;
  }
  /// Is one of them empty, or are they farther apart than doubles tell?
  bool is_empty(const PaddedBody<D>&, const PaddedBody<D>&,
                const Finding& measured) const noexcept {
    return measured.distance.lower == std::numeric_limits<double>::max() &&
           measured.distance.upper == kNoEnd;
  }
  batch::ExactDistance exact_distance(const PaddedBody<D>& a, const PaddedBody<D>& b) const {
    return {exact_distance_of_bodies<D>(a.posed, b.posed),
            exact_sum(std::array<double, 2>{a.radius, b.radius})};
  }
  Finding answer(std::int64_t item) const {
    return reader().with_bodies(item, [&](const auto& a, const auto& b) { return measure(a, b); });
  }
  static bool prune(std::int64_t, std::int32_t, double, batch::LaneAnswers&) noexcept {
    return false;
  }

  const FailedAllocation& failed() const noexcept { return failed_; }

 private:
  BodyReader<D> reader_;
  mutable FailedAllocation failed_;
};

/// Checks what all questions check. `asked` says which arrays it writes.
template <int D>
batch::FirstError check_bodies(const BodyBatch<D>& table, const BodyBatchOutput<D>& output,
                               const BatchOptions& options, Asked asked) {
  batch::FirstError next;
  next(batch::check_number("count", table.count, 0, batch::kMostItems));
  next(batch::check_table("bodies", table.bodies.data, table.bodies.count));
  next(batch::check_table("poses", table.poses.data, table.poses.count));
  if (table.poses.form != PoseTable<D>::Form::poses)
    next(batch::check_number("poses.dimension", table.poses.dimension, D, D));
  if (table.radii.data != nullptr)
    next(batch::check_column("radii", table.radii, table.bodies.count));
  next(batch::check_list("body_a", table.body_a, table.count));
  next(batch::check_list("body_b", table.body_b, table.count));
  next(batch::check_list("pose_a", table.pose_a, table.count));
  next(batch::check_list("pose_b", table.pose_b, table.count));
  next(batch::check_output("verdicts", output.verdicts, table.count));
  next(batch::check_output("stages", output.stages, table.count));
  next(batch::check_output("refusals", output.refusals, table.count));
  next(batch::check_output("places", output.places, table.count));
  next(batch::check_output("distances", output.distances, table.count));
  next(batch::check_output("witnesses", output.witnesses, table.count));
  if (asked != Asked::distance) {
    next(batch::check_absent("distances", output.distances));
    next(batch::check_absent("witnesses", output.witnesses));
    if (options.beyond < kNoEnd)
      next(batch::wrong_shape("beyond is for distances() and closest(); leave it infinite"));
  }
  if (asked == Asked::contact || asked == Asked::cast)
    next(batch::check_absent("places", output.places));
  if (asked == Asked::cast) {
    next(batch::check_absent("verdicts", output.verdicts));
    next(batch::check_absent("stages", output.stages));
  }
  if (asked >= Asked::contact && table.radii.data != nullptr) {
    next(Error{ErrorCode::not_served,
               "radii are for verdicts, distances and margins of bodies that need not be convex; "
               "leave them out"});
  }
  batch::check_options(options, table.count, next);
  if (options.certify)
    next(batch::wrong_shape("certify is for batches of polytopes; leave it false"));
  if (!is_zero_bits(options.width))
    next(batch::wrong_shape("width is for batches of polytopes; leave it 0"));
  return next;
}

template <int D>
Result<BatchReport> settle_bodies(const BodyBatch<D>& table, const BodyBatchOutput<D>& output,
                                  const BatchOptions& options, const BodyDemand<D>& demand,
                                  const batch::FirstError& checked) {
  if (checked.error()) return *checked.error();
  const BodySettler<D> settler(table, output, demand);
  const BatchReport report = batch::Schedule(table.count, settler, options, kItemsOfTask).run();
  settler.failed().pass_on();
  return report;
}

template <int D>
std::optional<Error> check_motions(const Column<Motion<D>>& motions, std::int64_t poses) {
  if (auto error = batch::check_column("motions", motions, poses)) return error;
  for (std::int64_t i = 0; i < (motions.stride == 0 ? std::min<std::int64_t>(poses, 1) : poses);
       ++i) {
    if (!batch::entry_at(motions, i).turns()) continue;
    Error error = refuse_turning();
    error.message = "motions[" + std::to_string(i) + "]: " + error.message;
    return error;
  }
  return std::nullopt;
}

template <int D>
Result<Closest> find_closest_bodies(const BodyBatch<D>& table, const BodyBatchOutput<D>& output,
                                    const BatchOptions& options, const Closest& known) {
  batch::FirstError checked = check_bodies<D>(table, output, options, Asked::distance);
  checked(batch::check_absent("distances", output.distances));
  checked(batch::check_absent("witnesses", output.witnesses));
  checked(batch::check_absent("places", output.places));
  checked(batch::check_absent("verdicts", output.verdicts));
  checked(batch::check_absent("stages", output.stages));
  checked(batch::check_number("known.item", known.item, -1,
                              std::max<std::int64_t>(table.count, 0) - 1));
  if (checked.error()) return *checked.error();
  const BodyItems<D> items(table);
  const Closest found =
      batch::find_closest(items, table.count, output.refusals, options, known, kItemsOfTask);
  items.failed().pass_on();
  return found;
}

}  // namespace sunder::detail::mesh

/// Defines the questions about batches of bodies of D dimensions.
#define SUNDER_BODY_BATCHES(D)                                                                     \
  namespace sunder::inline SUNDER_ABI {                                                            \
  template Result<BatchReport> intersects(const BodyBatch<D>&, const BodyBatchOutput<D>&,          \
                                          const BatchOptions&);                                    \
  template Result<BatchReport> distances(const BodyBatch<D>&, const BodyBatchOutput<D>&,           \
                                         const BatchOptions&);                                     \
  template Result<BatchReport> compare_to_margins(const BodyBatch<D>&, Column<double>,             \
                                                  const BodyBatchOutput<D>&, const BatchOptions&); \
  template Result<BatchReport> contacts(const BodyBatch<D>&, std::span<BodyTypes<D>::Contact>,     \
                                        const BodyBatchOutput<D>&, const BatchOptions&);           \
  template Result<BatchReport> penetrations(const BodyBatch<D>&,                                   \
                                            std::span<BodyTypes<D>::Penetration>,                  \
                                            const BodyBatchOutput<D>&, const BatchOptions&);       \
  template Result<BatchReport> casts(const BodyBatch<D>&, Column<Motion<D>>,                       \
                                     std::span<BodyTypes<D>::Cast>, const BodyBatchOutput<D>&,     \
                                     const BatchOptions&);                                         \
  template Result<Closest> closest(const BodyBatch<D>&, const BodyBatchOutput<D>&,                 \
                                   const BatchOptions&, const Closest&);                           \
  }

namespace sunder::inline SUNDER_ABI {

template <int D>
Result<BatchReport> intersects(const BodyBatch<D>& batch, const BodyBatchOutput<D>& output,
                               const BatchOptions& options) {
  using detail::mesh::Asked;
  return detail::mesh::settle_bodies<D>(
      batch, output, options, {},
      detail::mesh::check_bodies<D>(batch, output, options, Asked::verdict));
}
template <int D>
Result<BatchReport> distances(const BodyBatch<D>& batch, const BodyBatchOutput<D>& output,
                              const BatchOptions& options) {
  using detail::mesh::Asked;
  return detail::mesh::settle_bodies<D>(
      batch, output, options, {.asked = Asked::distance, .beyond = options.beyond},
      detail::mesh::check_bodies<D>(batch, output, options, Asked::distance));
}
template <int D>
Result<BatchReport> compare_to_margins(const BodyBatch<D>& batch, Column<double> margins,
                                       const BodyBatchOutput<D>& output,
                                       const BatchOptions& options) {
  using detail::mesh::Asked;
  auto checked = detail::mesh::check_bodies<D>(batch, output, options, Asked::margin);
  checked(detail::batch::check_column("margins", margins, batch.count));
  return detail::mesh::settle_bodies<D>(batch, output, options,
                                        {.asked = Asked::margin, .margins = margins}, checked);
}
template <int D>
Result<BatchReport> contacts(const BodyBatch<D>& batch,
                             std::type_identity_t<std::span<typename BodyTypes<D>::Contact>> found,
                             const BodyBatchOutput<D>& output, const BatchOptions& options) {
  using detail::mesh::Asked;
  auto checked = detail::mesh::check_bodies<D>(batch, output, options, Asked::contact);
  checked(detail::batch::check_found(found.size(), batch.count));
  return detail::mesh::settle_bodies<D>(batch, output, options,
                                        {.asked = Asked::contact, .contacts = found}, checked);
}
template <int D>
Result<BatchReport> penetrations(
    const BodyBatch<D>& batch,
    std::type_identity_t<std::span<typename BodyTypes<D>::Penetration>> found,
    const BodyBatchOutput<D>& output, const BatchOptions& options) {
  using detail::mesh::Asked;
  auto checked = detail::mesh::check_bodies<D>(batch, output, options, Asked::penetration);
  checked(detail::batch::check_found(found.size(), batch.count));
  return detail::mesh::settle_bodies<D>(
      batch, output, options, {.asked = Asked::penetration, .penetrations = found}, checked);
}
template <int D>
Result<BatchReport> casts(const BodyBatch<D>& batch,
                          std::type_identity_t<Column<Motion<D>>> motions,
                          std::type_identity_t<std::span<typename BodyTypes<D>::Cast>> found,
                          const BodyBatchOutput<D>& output, const BatchOptions& options) {
  using detail::mesh::Asked;
  auto checked = detail::mesh::check_bodies<D>(batch, output, options, Asked::cast);
  checked(detail::batch::check_found(found.size(), batch.count));
  if (!checked.error()) checked(detail::mesh::check_motions<D>(motions, batch.poses.count));
  return detail::mesh::settle_bodies<D>(
      batch, output, options, {.asked = Asked::cast, .motions = motions, .casts = found}, checked);
}
template <int D>
Result<Closest> closest(const BodyBatch<D>& batch, const BodyBatchOutput<D>& output,
                        const BatchOptions& options, const Closest& known) {
  return detail::mesh::find_closest_bodies<D>(batch, output, options, known);
}

}  // namespace sunder::inline SUNDER_ABI
