// SPDX-License-Identifier: Apache-2.0
#include "query/batch/settle.hpp"

namespace sunder::detail::batch {
namespace {

template <class T>
void fill(std::span<T> all, std::int64_t begin, std::int64_t end, T value) noexcept {
  if (!all.empty()) std::fill(all.begin() + begin, all.begin() + end, value);
}

}  // namespace

template <int D>
void Settler<D>::forget(std::int64_t begin, std::int64_t end) const noexcept {
  fill(output_.verdicts, begin, end, Verdict::not_examined);
  fill(output_.stages, begin, end, Stage::none);
  fill(output_.refusals, begin, end, Refusal::none);
}

template <int D>
void Settler<D>::write(std::int64_t item, const Finding& finding) const noexcept {
  const auto at = static_cast<std::size_t>(item);
  if (!output_.verdicts.empty()) output_.verdicts[at] = finding.verdict;
  if (!output_.stages.empty()) output_.stages[at] = finding.stage;
  if (!output_.refusals.empty()) output_.refusals[at] = finding.refusal;
}

template <int D>
std::int64_t Settler<D>::settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                                Tally& tally) const {
  Examiner<D> examiner(batch_, certify_);
  for (std::int64_t item = begin; item < end; ++item) {
    Hint<D>* const hint =
        output_.hints.empty() ? nullptr : &output_.hints[static_cast<std::size_t>(item)];
    const Finding finding = examiner.examine(item, hint);
    write(item, finding);
    tally.add(item, finding);
    if (tally.hits() >= limit) return item + 1;
  }
  return end;
}

template class Settler<2>;
template class Settler<3>;

}  // namespace sunder::detail::batch
