// SPDX-License-Identifier: Apache-2.0
#include "query/proof_numbers.hpp"

#include <utility>

namespace sunder::detail {
namespace {

std::vector<WeightedVertex> vertex_weights(const MinNorm& exact, const HullBlock& hull,
                                           std::int32_t IndexPair::*vertex_of) {
  std::vector<std::pair<std::int32_t, BigInt>> sums;
  for (std::size_t i = 0; i < exact.pairs.size(); ++i) {
    const std::int32_t vertex = exact.pairs[i].*vertex_of;
    auto found = sums.begin();
    while (found != sums.end() && found->first != vertex) ++found;
    if (found == sums.end()) {
      sums.emplace_back(vertex, exact.weights[i]);
    } else {
      found->second += exact.weights[i];
    }
  }
  std::vector<WeightedVertex> weights;
  weights.reserve(sums.size());
  for (const auto& [vertex, weight] : sums) {
    weights.push_back({hull.caller[vertex], exact_number(weight)});
  }
  return weights;
}

}  // namespace

ExactNumber exact_number(const BigInt& value) {
  const int bits = bit_length(value);
  if (bits <= 53) return {value.convert_to<double>(), {}};
  return {value.convert_to<double>(), value.str()};
}

std::vector<ExactNumber> exact_numbers(std::span<const BigInt> values) {
  std::vector<ExactNumber> numbers;
  numbers.reserve(values.size());
  for (const BigInt& value : values) numbers.push_back(exact_number(value));
  return numbers;
}

std::vector<ExactNumber> negated_numbers(std::span<const BigInt> values) {
  std::vector<ExactNumber> numbers;
  numbers.reserve(values.size());
  for (const BigInt& value : values) numbers.push_back(exact_number(-value));
  return numbers;
}

std::vector<WeightedVertex> weights_of_a(const MinNorm& exact, const HullBlock& hull) {
  return vertex_weights(exact, hull, &IndexPair::a);
}

std::vector<WeightedVertex> weights_of_b(const MinNorm& exact, const HullBlock& hull) {
  return vertex_weights(exact, hull, &IndexPair::b);
}

}  // namespace sunder::detail
