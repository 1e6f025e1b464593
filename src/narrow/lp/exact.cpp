// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/exact.hpp"

#include "exact/rounding.hpp"

namespace sunder::detail::lp {
namespace {

/// Exact numbers without their common power of two: doubles if 53 bits hold them all, else decimals.
template <class Int>
std::vector<ExactNumber> exact_numbers(std::span<const Int> values) {
  std::vector<BigInt> big;
  unsigned zeros = ~0U;
  for (const Int& value : values) {
    big.push_back(to_big(value));
    if (big.back() != 0) {
      zeros = std::min(zeros, static_cast<unsigned>(lsb(boost::multiprecision::abs(big.back()))));
    }
  }
  int bits = 0;
  for (BigInt& value : big) {
    if (value != 0) value >>= zeros;
    bits = std::max(bits, bit_length(value));
  }
  std::vector<ExactNumber> numbers;
  for (const BigInt& value : big) {
    numbers.push_back({value.convert_to<double>(), bits <= 53 ? std::string() : value.str()});
  }
  return numbers;
}

template <int D, class Int>
ExactAnswer<D> decide_in(const Pair<D>& pair, const IntegerScale& scale,
                         std::span<const IndexPair> proposal, std::vector<ExactNumber>* direction) {
  const IntegerPair<D, Int> points(pair, scale);
  ExactSimplex<D, Int> simplex(points);
  auto decision = simplex.decide(proposal);
  ExactAnswer<D> answer;
  answer.verdict = decision.verdict;
  answer.priced = decision.priced;
  answer.pairs = std::move(decision.pairs);
  if (decision.verdict != Verdict::overlapping) {
    if constexpr (D == kRunTime) answer.direction.resize(decision.direction.size());
    to_unit_doubles(std::span<const Int>(decision.direction), answer.direction.data());
    if (direction != nullptr) *direction = exact_numbers(std::span<const Int>(decision.direction));
  }
  return answer;
}

}  // namespace

template <int D>
ExactAnswer<D> decide_exactly(const Pair<D>& pair, std::span<const IndexPair> proposal,
                              std::vector<ExactNumber>* direction) {
  const IntegerScale scale = integer_scale(pair);
  if constexpr (D != kRunTime) {
    const int bits = simplex_bits(scale.bits, D);
    if (bits <= 127) return decide_in<D, Int128>(pair, scale, proposal, direction);
    if (bits <= 512) return decide_in<D, FixedInt<512>>(pair, scale, proposal, direction);
    if (bits <= 1024) return decide_in<D, FixedInt<1024>>(pair, scale, proposal, direction);
  }
  return decide_in<D, BigInt>(pair, scale, proposal, direction);
}

template ExactAnswer<2> decide_exactly<2>(const Pair<2>&, std::span<const IndexPair>,
                                          std::vector<ExactNumber>*);
template ExactAnswer<3> decide_exactly<3>(const Pair<3>&, std::span<const IndexPair>,
                                          std::vector<ExactNumber>*);
template ExactAnswer<kRunTime> decide_exactly<kRunTime>(const Pair<kRunTime>&,
                                                        std::span<const IndexPair>,
                                                        std::vector<ExactNumber>*);

}  // namespace sunder::detail::lp
