// SPDX-License-Identifier: Apache-2.0
#include "certificate/weighted_point.hpp"

#include <vector>

namespace sunder::detail::certificate {

std::string read_point(const ExactBody& body, std::span<const WeightedVertex> list,
                       const std::string& name, const char* body_name, WeightedPoint& out) {
  if (list.size() > static_cast<std::size_t>(body.count())) {
    return name + " lists more vertices than " + body_name + " has";
  }
  std::vector<std::int32_t> kept;
  std::vector<ExactNumber> numbers;
  for (const WeightedVertex& item : list) {
    kept.push_back(body.find(item.vertex));
    numbers.push_back(item.weight);
    if (kept.back() < 0) {
      return name + " names vertex " + std::to_string(item.vertex) + ", which " + body_name +
             " does not keep";
    }
  }
  ScaledIntegers weights;
  std::string reason;
  if (!read_numbers(numbers, name.c_str(), weights, reason)) return reason;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (weights.values[i] < 0) return name + "[" + std::to_string(i) + "] has a negative weight";
    out.total += weights.values[i];
  }
  if (out.total.is_zero()) return name + " has weights that sum to 0";
  out.sum = body.combination(kept, weights.values);
  return "";
}

int compare_distance(const ExactPair& pair, const WeightedPoint& a, const WeightedPoint& b,
                     const BigDyadic& length) {
  BigInt square = 0;
  for (std::size_t k = 0; k < a.sum.size(); ++k) {
    const BigInt difference = a.sum[k] * b.total - b.sum[k] * a.total;
    square += difference * difference;
  }
  const BigInt side = a.total * b.total * pair.denominator() * length.mantissa;
  return compare_scaled(square, 2 * pair.exponent(), side * side, 2 * length.exponent);
}

}  // namespace sunder::detail::certificate
