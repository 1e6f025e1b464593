// SPDX-License-Identifier: Apache-2.0
#include "certificate/distance_proof.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace sunder::detail::certificate {
namespace {

constexpr std::uint64_t kInfinityBits =
    std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());

/// Orders what is not negative, infinity included, in any rounding mode.
std::uint64_t order_bits(double value) {
  return is_zero_bits(value) ? 0 : std::bit_cast<std::uint64_t>(value);
}

/// sign(left * 2^left_exponent - right * 2^right_exponent)
int compare(BigInt left, int left_exponent, BigInt right, int right_exponent) {
  const int least = std::min(left_exponent, right_exponent);
  left <<= left_exponent - least;
  right <<= right_exponent - least;
  return left.compare(right);
}

std::string refute_lower(const ExactPair& pair, const DistanceProof& proof) {
  const bool is_zero = is_zero_bits(proof.lower);
  if (proof.direction.empty()) {
    return is_zero ? "" : "distance.direction is missing: it proves the lower bound";
  }
  if (proof.direction.size() != static_cast<std::size_t>(pair.dimension())) {
    return "distance.direction has " + std::to_string(proof.direction.size()) +
           " numbers in dimension " + std::to_string(pair.dimension());
  }
  ScaledIntegers u;
  std::string reason;
  if (!read_numbers(proof.direction, "distance.direction", u, reason)) return reason;
  const Extreme high = pair.a().extreme(u.values, 1);
  const Extreme low = pair.b().extreme(u.values, -1);
  const BigInt gap = low.value - high.value;
  if (gap <= 0) {
    return "distance.direction does not separate: u.y > u.x fails for vertex " +
           std::to_string(pair.a().caller_index(high.kept)) + " of a against vertex " +
           std::to_string(pair.b().caller_index(low.kept)) + " of b";
  }
  const Dyadic lower = decode(proof.lower);
  const BigInt side = pair.denominator() * lower.mantissa;
  if (compare(side * side * dot(u.values, u.values), 2 * lower.exponent, gap * gap,
              2 * pair.exponent()) > 0) {
    return "distance.lower is more than the gap along distance.direction proves";
  }
  return "";
}

/// sum of weight * world point / unit, and the sum of weights; a reason where a list is unsound.
struct WeightedPoint {
  IntegerVector sum;
  BigInt total = 0;
};

std::string read_point(const ExactBody& body, std::span<const WeightedVertex> list,
                       const char* body_name, WeightedPoint& out) {
  const std::string name = std::string("distance.") + body_name;
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

std::string refute_upper(const ExactPair& pair, const DistanceProof& proof) {
  if (proof.a.empty() && proof.b.empty()) {
    return is_infinite(proof.upper) ? "" : "distance.a and distance.b prove the upper bound";
  }
  WeightedPoint a;
  WeightedPoint b;
  std::string reason = read_point(pair.a(), proof.a, "a", a);
  if (reason.empty()) reason = read_point(pair.b(), proof.b, "b", b);
  if (!reason.empty() || is_infinite(proof.upper)) return reason;
  BigInt square = 0;
  for (std::size_t k = 0; k < a.sum.size(); ++k) {
    const BigInt difference = a.sum[k] * b.total - b.sum[k] * a.total;
    square += difference * difference;
  }
  const Dyadic upper = decode(proof.upper);
  const BigInt side = a.total * b.total * pair.denominator() * upper.mantissa;
  if (compare(square, 2 * pair.exponent(), side * side, 2 * upper.exponent) > 0) {
    return "distance.upper is less than the distance of the weighted points";
  }
  return "";
}

}  // namespace

bool is_infinite(double value) { return std::bit_cast<std::uint64_t>(value) == kInfinityBits; }

std::string refute_interval(double lower, double upper, const std::string& name) {
  if (!is_finite_bits(lower)) return name + ".lower is not finite";
  if (!is_finite_bits(upper) && !is_infinite(upper)) {
    return name + ".upper is neither a number nor infinity";
  }
  for (const double end : {lower, upper}) {
    if (std::bit_cast<std::uint64_t>(end) >> 63 != 0 && !is_zero_bits(end)) {
      return name + " interval has a negative end";
    }
  }
  if (order_bits(lower) > order_bits(upper)) return name + ".lower is more than " + name + ".upper";
  return "";
}

std::string refute_distance(const ExactPair& pair, const DistanceProof& proof) {
  std::string reason = refute_lower(pair, proof);
  return reason.empty() ? refute_upper(pair, proof) : reason;
}

}  // namespace sunder::detail::certificate
