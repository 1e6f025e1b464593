// SPDX-License-Identifier: Apache-2.0
//
// Idea: Lanes settle what they can of a block of items. The path of a single query settles the open
//   ones. Prefetches of the next items hide the latency of memory behind the current search.
// Cost: That of the kernels and of the searches, and a few stores for each item.
// Gives up: Lanes, in run-time dimensions and for questions without kernels. Each item is then a
//   single query.
#include "batch/settle.hpp"

#include <cstring>
#include <limits>

#include "batch/margin_item.hpp"

namespace sunder::detail::batch {
namespace {

/// The largest table of polytopes without prefetches: it fits a core's second-level cache.
constexpr std::int64_t kNear = 256;

/// Items between the prefetch of a table's entry, of a header and of a body, and its use.
constexpr std::size_t kHandles = 12;
constexpr std::size_t kHeaders = 3;
constexpr std::size_t kBodies = 1;

/// Writes verdict_of() each code, eight at a time. That of an open item is overwritten later.
void write_verdicts(const std::uint8_t* codes, std::size_t count, Verdict* verdicts) noexcept {
  static_assert(sizeof(Verdict) == 1);
  constexpr std::uint64_t kVerdicts = 0x0202020202020202;
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, codes + i, sizeof(eight));
    eight &= kVerdicts;
    std::memcpy(verdicts + i, &eight, sizeof(eight));
  }
  for (; i < count; ++i) verdicts[i] = verdict_of(codes[i]);
}

/// Returns the first item of a block that lanes have settled as a hit, or `count`.
std::int32_t first_hit(const LaneAnswers& answers, std::int32_t count,
                       const Tally& tally) noexcept {
  const auto is_hit = [&tally](std::uint8_t code) {
    return code != kOpen && tally.is_hit(verdict_of(code));
  };
  bool any = false;
  for (std::uint8_t code = 0; code < kLaneCodes; ++code) {
    any = any || (is_hit(code) && answers.counts[code] > 0);
  }
  if (!any) return count;
  const auto* const begin = answers.codes.data();
  return static_cast<std::int32_t>(std::find_if(begin, begin + count, is_hit) - begin);
}

/// Replaces the bounds of measured items that are farther than `beyond`. Items whose interval holds
/// `beyond` become open.
void leave_beyond(double beyond, std::int32_t count, LaneAnswers& answers) noexcept {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    Interval& distance = answers.distances[i];
    if (answers.codes[i] == kOpen || distance.upper <= beyond) continue;
    if (distance.lower <= beyond) answers.codes[i] = kOpen;
    distance = {beyond, std::numeric_limits<double>::infinity()};
  }
  count_lane_codes(count, answers);
}

/// Keeps items whose balls are farther apart than `beyond`, and opens all others.
void keep_farther(double beyond, std::int32_t count, LaneAnswers& answers) noexcept {
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (answers.codes[i] != kApartByBalls) answers.codes[i] = kOpen;
    answers.distances[i] = {beyond, std::numeric_limits<double>::infinity()};
  }
  count_lane_codes(count, answers);
}

}  // namespace

template <int D>
void Settler<D>::forget(std::int64_t begin, std::int64_t end) const noexcept {
  fill(output_.verdicts, begin, end, Verdict::not_examined);
  fill(output_.stages, begin, end, Stage::none);
  fill(output_.refusals, begin, end, Refusal::none);
  fill(output_.distances, begin, end, Finding().distance);
  fill(demand_.casts, begin, end, Cast<D>{});
  if (demand_.contacts.empty()) return;
  Contact<D> none;
  none.verdict = Verdict::not_examined;
  fill(demand_.contacts, begin, end, none);
}

template <int D>
void Settler<D>::write(std::int64_t item, const Finding& finding) const noexcept {
  const auto at = static_cast<std::size_t>(item);
  if (!output_.verdicts.empty()) output_.verdicts[at] = finding.verdict;
  if (!output_.stages.empty()) output_.stages[at] = finding.stage;
  if (!output_.refusals.empty()) output_.refusals[at] = finding.refusal;
  if (!output_.distances.empty()) output_.distances[at] = finding.distance;
}

template <int D>
LaneRecords<D>::LaneRecords(const Column<Polytope<D>>& bodies, std::int64_t items,
                            const Demand<D>& demand, bool padded) noexcept {
  const Question question = demand.question;
  if constexpr (D == 3) {
    const bool measures = question == Question::distance;
    if (measures && !padded) boxes.emplace(bodies, items);
    if (boxes && boxes->exist() && boxes->view().no_boxes) boxes.reset();
    const bool asks_balls = measures && demand.is_limited() && !boxes;
    const bool decides = question == Question::verdict || question == Question::margin;
    if (decides || asks_balls) hulls.emplace(bodies, items);
  } else if constexpr (D == 2) {
    if (question == Question::verdict && !padded) hulls.emplace(bodies, items);
    if (hulls && !hulls->exist()) hulls.reset();
  }
}

template <int D>
void Settler<D>::settle_one(std::int64_t item, Examiner<D>& examiner, Tally& tally) const {
  Hint<D>* const hint =
      output_.hints.empty() ? nullptr : &output_.hints[static_cast<std::size_t>(item)];
  const Finding finding = examiner.examine(item, hint);
  if (finding.refusal != Refusal::none && !demand_.contacts.empty()) {
    demand_.contacts[static_cast<std::size_t>(item)] = {};
  }
  write(item, finding);
  tally.add(item, finding);
}

template <int D>
void Settler<D>::take_block(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                            Examiner<D>& examiner, Tally& tally) const {
  const auto at = static_cast<std::size_t>(first);
  const auto size = static_cast<std::size_t>(count);
  if (!output_.verdicts.empty()) {
    write_verdicts(answers.codes.data(), size, output_.verdicts.data() + at);
  }
  if (!output_.stages.empty()) {
    for (std::size_t i = 0; i < size; ++i) output_.stages[at + i] = stage_of(answers.codes[i]);
  }
  // The entries of open items are overwritten later, like their verdicts.
  if (!output_.distances.empty()) {
    std::copy_n(answers.distances.data(), size, output_.distances.data() + at);
  }
  tally.add(answers.counts);
  if (tally.first_hit < 0 || tally.first_hit >= first) {
    const std::int32_t hit = first_hit(answers, count, tally);
    if (hit < count) tally.add_hit(first + hit);
  }
  settle_open(first, count, answers, examiner, tally);
}

/// During the search of one item, the bodies of the next items are fetched from memory, and the
/// headers of those behind them.
template <int D>
void Settler<D>::settle_open(std::int64_t first, std::int32_t count, const LaneAnswers& answers,
                             Examiner<D>& examiner, Tally& tally) const {
  if (answers.counts[kOpen] == 0) return;
  std::array<std::uint8_t, kBlock> open;
  std::size_t size = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    open[size] = static_cast<std::uint8_t>(i);
    size += answers.codes[static_cast<std::size_t>(i)] == kOpen ? 1 : 0;
  }
  // Replaces what take_block() wrote of them: it would remain if memory runs out.
  for (std::size_t i = 0; i < size; ++i) forget(first + open[i], first + open[i] + 1);
  const bool far = batch_.bodies.count > kNear;
  if (!far) {
    for (std::size_t i = 0; i < size; ++i) settle_one(first + open[i], examiner, tally);
    return;
  }
  for (std::size_t step = 0; step < size + kHandles; ++step) {
    const auto use = [&](std::size_t before, const auto& what) {
      const std::size_t i = step + before - kHandles;  // beyond `size` where it wraps
      if (i < size) what(first + open[i]);
    };
    use(kHandles, [&](std::int64_t item) { examiner.prefetch_handles(item); });
    use(kHeaders, [&](std::int64_t item) { examiner.prefetch_headers(item); });
    use(kBodies, [&](std::int64_t item) { examiner.prefetch_bodies(item); });
    use(0, [&](std::int64_t item) { settle_one(item, examiner, tally); });
  }
}

template <int D>
std::int64_t Settler<D>::take_in_order(std::int64_t first, std::int32_t count,
                                       const LaneAnswers& answers, std::int64_t limit,
                                       Examiner<D>& examiner, Tally& tally) const {
  for (std::int32_t i = 0; i < count; ++i) {
    const std::uint8_t code = answers.codes[static_cast<std::size_t>(i)];
    if (code == kOpen) {
      settle_one(first + i, examiner, tally);
    } else {
      Finding finding = finding_of(code);
      if (demand_.question == Question::distance) {
        finding.distance = answers.distances[static_cast<std::size_t>(i)];
      }
      write(first + i, finding);
      tally.add(first + i, finding);
    }
    if (tally.hits() >= limit) return first + i + 1;
  }
  return first + count;
}

template <int D>
void Settler<D>::ask_lanes(std::int64_t first, std::int32_t count,
                           LaneAnswers& answers) const noexcept {
  if constexpr (D == 3) {
    if (records_.boxes) {
      measure_in_lanes(batch_, *records_.boxes, demand_.width, first, count, answers);
      if (demand_.is_limited()) leave_beyond(demand_.beyond, count, answers);
      return;
    }
    const bool measures = demand_.question == Question::distance;
    const Column<double> beyond = Column<double>::same(demand_.beyond);
    const bool padded = measures || demand_.question == Question::margin || batch_.radii.data;
    LaneMargins margins;
    if (padded) read_margins(batch_, measures ? beyond : demand_.margins, first, count, margins);
    settle_in_lanes(batch_, *records_.hulls, first, count, padded ? &margins : nullptr, answers);
    if (measures) keep_farther(demand_.beyond, count, answers);
  } else if constexpr (D == 2) {
    settle_in_lanes(batch_, *records_.hulls, first, count, answers);
  }
}

template <int D>
std::int64_t Settler<D>::settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                                Tally& tally) const {
  Examiner<D> examiner(batch_, demand_);
  if constexpr (D != kRunTime) {
    LaneAnswers answers;
    for (std::int64_t first = begin; records_.exist() && first < end; first += kBlock) {
      const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kBlock, end - first));
      ask_lanes(first, count, answers);
      if (limit - tally.hits() > count) {
        take_block(first, count, answers, examiner, tally);
        continue;
      }
      const std::int64_t next = take_in_order(first, count, answers, limit, examiner, tally);
      if (tally.hits() >= limit) return next;
    }
  }
  if (records_.exist()) return end;
  for (std::int64_t item = begin; item < end; ++item) {
    settle_one(item, examiner, tally);
    if (tally.hits() >= limit) return item + 1;
  }
  return end;
}

template struct LaneRecords<2>;
template struct LaneRecords<3>;
template struct LaneRecords<kRunTime>;
template class Settler<2>;
template class Settler<3>;
template class Settler<kRunTime>;

}  // namespace sunder::detail::batch
