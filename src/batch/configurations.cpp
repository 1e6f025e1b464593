// SPDX-License-Identifier: Apache-2.0
//
// Idea: A block of configurations goes through the pairs in their order. A configuration leaves the
//   block at its first hit. Each pair is a batch of one pair at the poses of the configurations
//   that remain. Its lanes are poses, so a hull's vertices are read once for all lanes. When few
//   configurations remain, the pairs of each make a batch.
// Cost: That of a batch of the tested pairs, and some hundred nanoseconds a pair and block.
// Gives up: Nothing. A refused pair leaves its configuration undecided unless another pair meets.
#include "batch/configurations.hpp"

#include <algorithm>

namespace sunder::detail::batch {
namespace {

/// The least number of configurations for lanes over poses: the floats of the widest vector.
constexpr std::int32_t kFew = 16;
/// The least number of configurations in a task.
constexpr std::int64_t kLeastChunk = 64;

template <class T>
void set(std::span<T> all, std::int64_t at, T value) noexcept {
  if (!all.empty()) all[static_cast<std::size_t>(at)] = value;
}

}  // namespace

/// Pairs at poses, by indices, with their verdicts and refusals.
template <int D>
struct ConfigurationSearch<D>::Items {
  std::array<std::int32_t, kBlock> body_a, body_b, pose_a, pose_b;
  std::array<Verdict, kBlock> verdicts;
  std::array<Refusal, kBlock> refusals;
  std::int64_t count = 0;
  bool one_pair = false;  ///< all items have the bodies of the first

  Indices bodies(const std::array<std::int32_t, kBlock>& list) const noexcept {
    return one_pair ? Indices::same(list[0]) : Indices(std::span(list));
  }
};

template <int D>
ConfigurationSearch<D>::ConfigurationSearch(const ConfigurationBatch<D>& batch,
                                            const ConfigurationOutput& output) noexcept
    : batch_(batch),
      output_(output),
      records_(batch.bodies, batch.pairs * batch.configurations, demand_,
               batch.radii.data != nullptr) {}

template <int D>
std::int64_t ConfigurationSearch<D>::chunk() const noexcept {
  return std::max(kLeastChunk, Schedule::kChunk / std::max<std::int64_t>(batch_.pairs, 1));
}

template <int D>
void ConfigurationSearch<D>::forget(std::int64_t begin, std::int64_t end) const noexcept {
  fill(output_.verdicts, begin, end, Verdict::not_examined);
  fill(output_.first_hits, begin, end, std::int32_t{-1});
  fill(output_.refusals, begin, end, Refusal::none);
  fill(output_.pair_verdicts, begin * batch_.pairs, end * batch_.pairs, Verdict::not_examined);
}

template <int D>
std::int64_t ConfigurationSearch<D>::settle(std::int64_t begin, std::int64_t end,
                                            std::int64_t limit, Tally& tally) const {
  for (std::int64_t first = begin; first < end; first += kBlock) {
    const auto count = static_cast<std::int32_t>(std::min<std::int64_t>(kBlock, end - first));
    Block block{};
    ask_block(first, count, block, tally.counters);
    for (std::int64_t item = first; item < first + count; ++item) {
      const Known& known = block[static_cast<std::size_t>(item - first)];
      Finding finding;
      if (known.first_hit >= 0 || known.refusal == Refusal::none) {
        finding.verdict = known.verdict;
      } else {
        finding.refusal = known.refusal;
      }
      set(output_.verdicts, item, finding.verdict);
      set(output_.first_hits, item, known.first_hit);
      set(output_.refusals, item, known.refusal);
      tally.add(item, finding);
      if (tally.hits() < limit) continue;
      forget(item + 1, first + count);
      return item + 1;
    }
  }
  return end;
}

template <int D>
void ConfigurationSearch<D>::ask_block(std::int64_t first, std::int32_t count, Block& block,
                                       Counters& counters) const {
  std::array<std::int32_t, kBlock> open;
  for (std::int32_t i = 0; i < count; ++i) open[static_cast<std::size_t>(i)] = i;
  auto left = static_cast<std::size_t>(count);
  std::int64_t pair = 0;
  for (; pair < batch_.pairs && left >= kFew; ++pair) {
    ask_pair(pair, first, {open.data(), left}, block, counters);
    if (!leaves_early()) continue;
    const auto meets = [&](std::int32_t i) {
      return block[static_cast<std::size_t>(i)].first_hit >= 0;
    };
    left = static_cast<std::size_t>(std::remove_if(open.begin(), open.begin() + left, meets) -
                                    open.begin());
  }
  for (std::size_t i = 0; i < left; ++i) {
    ask_rest(pair, first + open[i], block[static_cast<std::size_t>(open[i])], counters);
  }
}

/// Returns the index of a body's pose. -1, which no table has, for an index that names no body.
template <int D>
std::int32_t ConfigurationSearch<D>::pose_of(std::int32_t body,
                                             std::int64_t configuration) const noexcept {
  if (body < 0 || body >= batch_.bodies.count) return -1;
  if (body < batch_.fixed) return body;
  return static_cast<std::int32_t>(body + configuration * (batch_.bodies.count - batch_.fixed));
}

template <int D>
void ConfigurationSearch<D>::ask_pair(std::int64_t pair, std::int64_t first,
                                      std::span<const std::int32_t> open, Block& block,
                                      Counters& counters) const {
  Items items;
  items.one_pair = true;
  items.body_a[0] = index_at(batch_.body_a, pair);
  items.body_b[0] = index_at(batch_.body_b, pair);
  items.count = std::ssize(open);
  for (std::size_t i = 0; i < open.size(); ++i) {
    items.pose_a[i] = pose_of(items.body_a[0], first + open[i]);
    items.pose_b[i] = pose_of(items.body_b[0], first + open[i]);
  }
  settle_items(items, kNoLimit, counters);
  for (std::size_t i = 0; i < open.size(); ++i) {
    note(pair, first + open[i], items.verdicts[i], items.refusals[i],
         block[static_cast<std::size_t>(open[i])]);
  }
}

template <int D>
void ConfigurationSearch<D>::ask_rest(std::int64_t pair, std::int64_t configuration, Known& known,
                                      Counters& counters) const {
  Items items;
  for (; pair < batch_.pairs && !(leaves_early() && known.first_hit >= 0); pair += kBlock) {
    items.count = std::min<std::int64_t>(kBlock, batch_.pairs - pair);
    for (std::int64_t i = 0; i < items.count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      items.body_a[at] = index_at(batch_.body_a, pair + i);
      items.body_b[at] = index_at(batch_.body_b, pair + i);
      items.pose_a[at] = pose_of(items.body_a[at], configuration);
      items.pose_b[at] = pose_of(items.body_b[at], configuration);
    }
    const std::int64_t end = settle_items(items, leaves_early() ? 1 : kNoLimit, counters);
    for (std::int64_t i = 0; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      note(pair + i, configuration, items.verdicts[at], items.refusals[at], known);
    }
  }
}

template <int D>
std::int64_t ConfigurationSearch<D>::settle_items(Items& items, std::int64_t limit,
                                                  Counters& counters) const {
  PairBatch<D> pairs;
  pairs.bodies = batch_.bodies;
  pairs.poses = batch_.poses;
  pairs.body_a = items.bodies(items.body_a);
  pairs.body_b = items.bodies(items.body_b);
  pairs.pose_a = std::span<const std::int32_t>(items.pose_a);
  pairs.pose_b = std::span<const std::int32_t>(items.pose_b);
  pairs.count = items.count;
  pairs.radii = batch_.radii;
  BatchOutput<D> output;
  output.verdicts = items.verdicts;
  output.refusals = items.refusals;
  const Settler<D> settler(pairs, output, demand_, records_);
  settler.forget(0, items.count);
  Tally tally;
  const std::int64_t end = settler.settle(0, items.count, limit, tally);
  add(counters, tally.counters);
  return end;
}

template <int D>
void ConfigurationSearch<D>::note(std::int64_t pair, std::int64_t configuration, Verdict verdict,
                                  Refusal refusal, Known& known) const noexcept {
  set(output_.pair_verdicts, configuration * batch_.pairs + pair, verdict);
  if (known.first_hit >= 0) return;
  if (refusal != Refusal::none) {
    if (known.refusal == Refusal::none) known.refusal = refusal;
  } else if (verdict != Verdict::separated) {
    known.first_hit = static_cast<std::int32_t>(pair);
    known.verdict = verdict;
  }
}

template class ConfigurationSearch<2>;
template class ConfigurationSearch<3>;
template class ConfigurationSearch<kRunTime>;

}  // namespace sunder::detail::batch
