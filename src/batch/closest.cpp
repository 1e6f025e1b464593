// SPDX-License-Identifier: Apache-2.0
#include "batch/closest.hpp"

#include "batch/margin_item.hpp"
#include "exact/dot.hpp"
#include "exact/dyadic_sum.hpp"

namespace sunder::detail::batch {
namespace {

/// sign(distance of x - distance of y), of bodies that are apart or not.
int compare(const MinNorm& x, const MinNorm& y) {
  const BigInt of_x = y.total * y.denominator;
  const BigInt of_y = x.total * x.denominator;
  return compare_scaled(dot(x.point, x.point) * of_x * of_x, 2 * x.exponent,
                        dot(y.point, y.point) * of_y * of_y, 2 * y.exponent);
}

template <int D>
MinNorm exact_distance(const Posed<D>& a, const Posed<D>& b) {
  return find_min_norm<D>({make_body(a), make_body(b)}, {});
}

bool meets(const Finding& finding) noexcept {
  return finding.verdict == Verdict::touching || finding.verdict == Verdict::overlapping;
}

/// Two boxes are measured as fast as they are compared.
template <int D>
bool are_boxes(const Posed<D>& a, const Posed<D>& b) noexcept {
  return BlockAccess::block(a.polytope()).shape == Shape::box &&
         BlockAccess::block(b.polytope()).shape == Shape::box;
}

}  // namespace

template <int D>
ClosestSearch<D>::ClosestSearch(const PairBatch<D>& batch, std::span<Refusal> refusals,
                                double width) noexcept
    : batch_(batch), refusals_(refusals), demand_{.question = Question::distance, .width = width} {
  if constexpr (D == 3) {
    records_.emplace(batch);
  }
}

template <int D>
void ClosestSearch<D>::enter(std::int64_t item) const {
  Examiner<D> examiner(batch_, demand_);
  examiner.with_bodies(item,
                       [&](const Posed<D>& a, const Posed<D>& b) { return measure(a, b, item); });
}

template <int D>
void ClosestSearch<D>::forget(std::int64_t begin, std::int64_t end) const noexcept {
  if (refusals_.empty()) return;
  std::fill(refusals_.begin() + begin, refusals_.begin() + end, Refusal::none);
}

/// As close as the best, or nearly: exact ties are not worth an exact comparison here.
template <int D>
Finding ClosestSearch<D>::compare_with_nearest(const Posed<D>& a, const Posed<D>& b) const {
  Finding finding;
  if constexpr (D != kRunTime) {
    const double nearest = nearest_.load(std::memory_order_relaxed) * (1 + 0x1p-30);
    if (!(nearest < 0x1p900)) return finding;
    if (nearest > 0 && are_boxes(a, b)) return finding;
    const auto answer = compare_to_margin(a, b, {nearest, 0, 0});
    if (!answer || answer.value().verdict != Verdict::separated) return finding;
    finding.verdict = Verdict::separated;
    finding.stage = answer.value().stage;
    finding.decided_by = answer.value().decided_by;
  }
  return finding;
}

template <int D>
Finding ClosestSearch<D>::measure(const Posed<D>& a, const Posed<D>& b, std::int64_t item) const {
  const Finding farther = compare_with_nearest(a, b);
  if (farther.verdict == Verdict::separated) return farther;
  const Distance<D> answer = distance(a, b);
  Candidate candidate;
  candidate.item = item;
  candidate.empty = a.polytope().empty() || b.polytope().empty();
  candidate.finding.verdict = answer.verdict;
  candidate.finding.stage = answer.stage;
  candidate.finding.decided_by = answer.decided_by;
  candidate.finding.distance = answer.distance;
  const Finding finding = candidate.finding;
  offer(a, b, std::move(candidate));
  return finding;
}

template <int D>
void ClosestSearch<D>::offer(const Posed<D>& a, const Posed<D>& b, Candidate&& candidate) const {
  const std::lock_guard lock(mutex_);
  if (best_.item >= 0 && !beats_best(a, b, candidate)) return;
  best_ = std::move(candidate);
  nearest_.store(best_.finding.distance.upper, std::memory_order_relaxed);
  if (meets(best_.finding)) lowest_hit_.store(best_.item, std::memory_order_relaxed);
}

template <int D>
bool ClosestSearch<D>::beats_best(const Posed<D>& a, const Posed<D>& b,
                                  Candidate& candidate) const {
  if (candidate.item == best_.item) return false;
  const bool lower = candidate.item < best_.item;
  const bool met = meets(best_.finding);
  if (meets(candidate.finding)) return !met || lower;
  if (met) return false;
  if (candidate.empty || best_.empty) return candidate.empty == best_.empty ? lower : best_.empty;
  if (candidate.finding.distance.upper < best_.finding.distance.lower) return true;
  if (candidate.finding.distance.lower > best_.finding.distance.upper) return false;
  return is_exactly_closer(a, b, candidate);
}

template <int D>
bool ClosestSearch<D>::is_exactly_closer(const Posed<D>& a, const Posed<D>& b,
                                         Candidate& candidate) const {
  if (!best_.exact) {
    Examiner<D> examiner(batch_, demand_);
    examiner.with_bodies(best_.item, [this](const Posed<D>& of_a, const Posed<D>& of_b) {
      best_.exact = exact_distance<D>(of_a, of_b);
      return Finding();
    });
  }
  candidate.exact = exact_distance<D>(a, b);
  const int sign = compare(*candidate.exact, *best_.exact);
  return sign < 0 || (sign == 0 && candidate.item < best_.item);
}

template <int D>
void ClosestSearch<D>::settle_one(std::int64_t item, Examiner<D>& examiner, Tally& tally) const {
  const Finding finding = examiner.with_bodies(
      item, [&](const Posed<D>& a, const Posed<D>& b) { return measure(a, b, item); });
  if (!refusals_.empty()) refusals_[static_cast<std::size_t>(item)] = finding.refusal;
  tally.add(item, finding);
}

/// In 3-D a block's balls are compared with the best distance first, a pair a lane.
template <int D>
std::int64_t ClosestSearch<D>::settle(std::int64_t begin, std::int64_t end, std::int64_t,
                                      Tally& tally) const {
  Examiner<D> examiner(batch_, demand_);
  LaneMargins margins;
  LaneAnswers answers;
  for (std::int64_t first = begin; first < end; first += kBlock) {
    const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kBlock, end - first));
    bool pruned = false;
    if constexpr (D == 3) {
      const double nearest = nearest_.load(std::memory_order_relaxed);
      pruned = records_.has_value() && nearest < std::numeric_limits<double>::infinity();
      if (pruned) {
        set_margins(nearest, margins);
        settle_in_lanes(batch_, *records_, first, count, &margins, answers);
      }
    }
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int64_t item = first + i;
      if (item > lowest_hit_.load(std::memory_order_relaxed)) return item;
      if (pruned && answers.codes[static_cast<std::size_t>(i)] == kApartByBalls) {
        tally.add(item, finding_of(kApartByBalls));
      } else {
        settle_one(item, examiner, tally);
      }
    }
  }
  return end;
}

template <int D>
Closest ClosestSearch<D>::answer() const {
  Closest answer;
  if (best_.item < 0) return answer;
  const Finding finding = Examiner<D>(batch_, demand_).examine(best_.item, nullptr);
  answer.item = best_.item;
  answer.verdict = finding.verdict;
  answer.distance = finding.distance;
  return answer;
}

template class ClosestSearch<2>;
template class ClosestSearch<3>;
template class ClosestSearch<kRunTime>;

}  // namespace sunder::detail::batch
