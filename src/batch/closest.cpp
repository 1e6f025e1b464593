// SPDX-License-Identifier: Apache-2.0
//
// Idea: All threads share the best item so far. An item that is proven farther is not measured: in
//   3-D by balls, a pair a lane, then by a comparison with the best distance.
// Bound: The answer is exact. Distances whose intervals overlap are compared as rationals.
// Cost: A comparison for most items. A candidate costs a distance and a mutex, and at most two
//   exact distances if its interval overlaps the best one's.
// Gives up: In run-time dimensions it proves no item farther, and measures all.
#include "batch/closest.hpp"

#include <algorithm>
#include <array>

#include "batch/blocks.hpp"
#include "batch/margin_item.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::batch {
namespace {

/// Returns sign(root(x) - root(y) - c) for c >= 0.
int compare_roots(const BigInt& x, const BigInt& y, const BigInt& c) {
  const BigInt excess = x - y - c * c;  // to be compared with 2 c root(y)
  if (excess < 0) return -1;
  return (excess * excess).compare(BigInt(4 * c * c * y));
}

/// Returns sign(x - y), also if bodies overlap. Both get one divisor and one exponent.
int compare(const ExactDistance& x, const ExactDistance& y) {
  const Root& p = x.length;
  const Root& q = y.length;
  const int exponent = std::min({p.exponent, q.exponent, x.radii.exponent, y.radii.exponent});
  const BigInt of_x = p.squared * q.divisor * q.divisor << 2 * (p.exponent - exponent);
  const BigInt of_y = q.squared * p.divisor * p.divisor << 2 * (q.exponent - exponent);
  const BigInt radii = (x.radii.mantissa << (x.radii.exponent - exponent)) -
                       (y.radii.mantissa << (y.radii.exponent - exponent));
  const BigInt c = radii * p.divisor * q.divisor;
  return c < 0 ? -compare_roots(of_y, of_x, -c) : compare_roots(of_x, of_y, c);
}

template <int D>
ExactDistance exact_distance(const Posed<D>& a, const Posed<D>& b) {
  const MinNorm nearest = find_min_norm<D>({make_body(a), make_body(b)}, {});
  const std::array<double, 2> radii{a.radius(), b.radius()};
  return {nearest.length(), exact_sum(radii)};
}

bool meets(const Finding& finding) noexcept {
  return finding.verdict == Verdict::touching || finding.verdict == Verdict::overlapping;
}

}  // namespace

template <int D>
ClosestSearch<D>::ClosestSearch(const PairBatch<D>& batch, std::span<Refusal> refusals,
                                double width, double beyond) noexcept
    : batch_(batch),
      refusals_(refusals),
      demand_{.question = Question::distance, .width = width, .beyond = beyond},
      nearest_(beyond) {
  if constexpr (D == 3) {
    records_.emplace(batch.bodies, batch.count);
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
  fill(refusals_, begin, end, Refusal::none);
}

/// Compares an item with the best distance, enlarged by 2^-30. Ties then need no exact comparison.
template <int D>
Finding ClosestSearch<D>::compare_with_nearest(const Posed<D>& a, const Posed<D>& b) const {
  Finding finding;
  if constexpr (D != kRunTime) {
    const double nearest = nearest_.load(std::memory_order_relaxed) * (1 + 0x1p-30);
    if (!(nearest < 0x1p900)) return finding;
    if (nearest > 0 && are_boxes(a, b)) return finding;
    return compared<D>(a, b, nearest, nullptr);
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
  candidate.finding = finding_of(answer);
  candidate.finding.distance = answer.distance;
  const Finding finding = candidate.finding;
  if (is_beyond(a, b, answer.distance)) return finding;
  offer(a, b, std::move(candidate));
  return finding;
}

/// If the interval holds `beyond`, an exact comparison decides.
template <int D>
bool ClosestSearch<D>::is_beyond(const Posed<D>& a, const Posed<D>& b,
                                 const Interval& distance) const {
  if (distance.upper <= demand_.beyond || !demand_.is_limited()) return false;
  return distance.lower > demand_.beyond ||
         compared<D>(a, b, demand_.beyond, nullptr).verdict == Verdict::separated;
}

template <int D>
void ClosestSearch<D>::offer(const Posed<D>& a, const Posed<D>& b, Candidate&& candidate) const {
  const std::lock_guard lock(mutex_);
  if (best_.item >= 0 && !beats_best(a, b, candidate)) return;
  best_ = std::move(candidate);
  nearest_.store(std::min(best_.finding.distance.upper, demand_.beyond), std::memory_order_relaxed);
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

/// In 3-D, lanes first compare the balls of a block with the best distance, a pair a lane.
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
        read_margins(batch_, Column<double>::same(nearest), first, count, margins);
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
  Demand<D> measure = demand_;
  measure.beyond = std::numeric_limits<double>::infinity();
  const Finding finding = Examiner<D>(batch_, measure).examine(best_.item, nullptr);
  answer.item = best_.item;
  answer.verdict = finding.verdict;
  answer.distance = finding.distance;
  return answer;
}

template class ClosestSearch<2>;
template class ClosestSearch<3>;
template class ClosestSearch<kRunTime>;

}  // namespace sunder::detail::batch
