// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/exact.hpp"

#include "exact/rounding.hpp"

namespace sunder::detail::lp {
namespace {

template <int D>
struct Task {
  const Pair<D>& pair;
  std::span<const IndexPair> proposal;
  const Vector<D>* support;
  ExactDirection* exact_direction;
  bool complete;
};

template <int D, class Int>
ExactAnswer<D> decide_in(const Task<D>& task, const IntegerScale& scale) {
  const IntegerPair<D, Int> points(task.pair, scale);
  ExactSimplex<D, Int> simplex(points);
  auto decision = simplex.decide(task.proposal, task.support != nullptr, task.complete);
  ExactAnswer<D> answer;
  answer.verdict = decision.verdict;
  answer.priced = decision.priced;
  answer.pairs = std::move(decision.pairs);
  if (decision.verdict == Verdict::overlapping) return answer;
  if (decision.verdict == Verdict::touching && task.support != nullptr) {
    answer.direction = *task.support;
    return answer;
  }
  const std::span<const Int> direction(decision.direction);
  answer.direction = make_vector<D>(task.pair.dimension());
  to_unit_doubles(direction, answer.direction.data());
  if (task.exact_direction != nullptr) task.exact_direction->assign(direction);
  return answer;
}

}  // namespace

/// A proposal is untrusted: pairs that name no vertex are left out.
template <int D>
PairList<D> named_pairs(const Pair<D>& pair, std::span<const IndexPair> proposal) {
  const auto names = [](const HullBlock& hull, std::int32_t vertex) {
    return 0 <= vertex && vertex < hull.count;
  };
  PairList<D> named;
  for (const IndexPair at : proposal) {
    if (names(*pair.a.hull, at.a) && names(*pair.b.hull, at.b)) named.push_back(at);
  }
  return named;
}

template <int D>
ExactAnswer<D> decide_exactly(const Pair<D>& pair, std::span<const IndexPair> proposal,
                              const Vector<D>* support, ExactDirection* exact_direction,
                              bool complete) {
  const PairList<D> named = named_pairs(pair, proposal);
  const Task<D> task{pair, {named.begin(), named.end()}, support, exact_direction, complete};
  const IntegerScale scale = integer_scale(pair);
  if constexpr (D != kRunTime) {
    const int bits = simplex_bits(scale.bits, D);
    if (bits <= 127) return decide_in<D, Int128>(task, scale);
    if (bits <= 255) return decide_in<D, Wide<4>>(task, scale);
    if (bits <= 511) return decide_in<D, Wide<8>>(task, scale);
    if (bits <= 1023) return decide_in<D, Wide<16>>(task, scale);
  }
  return decide_in<D, BigInt>(task, scale);
}

#define SUNDER_INSTANTIATE(D)                                                           \
  template ExactAnswer<D> decide_exactly<D>(const Pair<D>&, std::span<const IndexPair>, \
                                            const Vector<D>*, ExactDirection*, bool);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::lp
